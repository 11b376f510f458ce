import { effect } from "@preact/signals";
import type { Talk } from "../agent/talk.ts";
import type { Desk } from "../desk/desk.ts";

/** Says who asks the person something while they look elsewhere: an agent waits for the answer. Returns what ends it. */
export function tellQuestions({ view, tell }: Pick<Desk, "view" | "tell">, { questions }: Pick<Talk, "questions">): () => void {
  let told = 0;
  return effect(() => {
    for (const { id, by } of questions.value) {
      if (id <= told) continue;
      told = id;
      const isPhone = matchMedia("(width <= 719px)").matches;
      if (view.pane.peek() === "agent" && (!isPhone || view.place.peek() === "pane")) continue;
      tell(`${by} asks you something`, {
        label: "Show the question",
        onPress: () => {
          view.pane.value = "agent";
          // What a phone shows; a wide page shows the pane beside the rest.
          if (isPhone) view.place.value = "pane";
        },
      });
    }
  });
}
