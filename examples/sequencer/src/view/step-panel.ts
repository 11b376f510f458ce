import { button, element, mark, say } from "@jackfield/web/dom";
import type { App } from "../app.ts";
import { type Level, stepAt } from "../model/song.ts";
import { trackOf } from "../model/tracks.ts";
import { drawn } from "../state/store.ts";
import type { Pen } from "./pen.ts";
import { levelNames, stepNote } from "./step-words.ts";

/** The step under the cursor: how hard, and which note. What a finger uses where the lane has no room. */
export function stepPanel(app: App, pen: Pen): HTMLElement {
  const title = element("h3", { class: "sx-step-title" });
  const levels = ([0, 1, 2, 3] as const).map((level: Level) => {
    const made = button({ label: levelNames[level], onPress: () => pen.level(app.view.get().track, app.view.get().step, level) });
    mark(made, { "data-level": level });
    return made;
  });
  const note = element("output", { class: "sx-step-note" });
  const down = button({
    label: "Note down",
    icon: "down",
    iconOnly: true,
    onPress: () => pen.nudge(app.view.get().track, app.view.get().step, -1),
  });
  const up = button({
    label: "Note up",
    icon: "up",
    iconOnly: true,
    onPress: () => pen.nudge(app.view.get().track, app.view.get().step, 1),
  });
  const notes = element("div", { class: "sx-step-notes" }, [down, note, up]);
  drawn([app.song, app.view], () => {
    const { pattern, track, step } = app.view.get();
    const { level, degree } = stepAt(app.song.get(), pattern, track, step);
    say(title, `Step ${step + 1}`);
    for (const [at, each] of levels.entries()) mark(each, { "aria-pressed": at === level ? "true" : "false" });
    notes.hidden = !trackOf(track).tonal;
    say(note, stepNote(app.song.get(), track, degree));
  });
  return element("section", { class: "sx-step", "aria-label": "Chosen step" }, [
    title,
    element("div", { class: "sx-levels", role: "group", "aria-label": "How hard" }, levels),
    notes,
  ]);
}
