import { button, element, mark } from "@jackfield/web/dom";
import type { App } from "../app.ts";
import { authorName } from "../model/author.ts";
import type { Choice, Option } from "../state/choices.ts";
import { drawn } from "../state/store.ts";

/** The questions agents put to the person, oldest first. */
export function choiceTray(app: App): HTMLElement {
  const root = element("section", { class: "sx-tray", "aria-label": "Questions for you", "aria-live": "polite" });
  const cards = new Map<string, Card>();
  drawn([app.choices.all], () => {
    const open = app.choices.all.get().filter((choice) => choice.standing.is === "open");
    for (const [id, made] of cards) {
      if (open.some((choice) => choice.id === id)) continue;
      if (made.node.contains(document.activeElement)) document.querySelector<HTMLElement>(".sx-play")?.focus();
      made.node.remove();
      cards.delete(id);
    }
    for (const choice of open) {
      const made = cards.get(choice.id) ?? card(app, choice);
      made.left.hidden = !choice.left;
      if (cards.has(choice.id)) continue;
      cards.set(choice.id, made);
      root.append(made.node);
    }
    root.hidden = open.length === 0;
  });
  return root;
}

interface Card {
  readonly node: HTMLElement;
  /** Says that nobody waits for the answer any more. */
  readonly left: HTMLElement;
}

function card(app: App, choice: Choice): Card {
  const who = authorName(choice.by);
  const left = element("p", { class: "sx-card-left" }, [
    `${who} stopped waiting. What you pick still happens here, and is kept in case ${who} asks again.`,
  ]);
  const node = element("article", { class: "sx-card" }, [
    element("div", { class: "sx-card-head" }, [
      element("p", {}, [element("span", { class: "jf-who", "data-by": "agent" }, [who]), " asks"]),
      button({
        label: `Close the question of ${who}`,
        icon: "close",
        iconOnly: true,
        kind: "quiet",
        onPress: () => end(app, choice, undefined),
      }),
    ]),
    element("h2", { class: "sx-card-title" }, [choice.title]),
    left,
    element(
      "ul",
      { class: "sx-options" },
      choice.options.map((option, index) => row(app, choice, option, index)),
    ),
  ]);
  return { node, left };
}

function row(app: App, choice: Choice, option: Option, index: number): HTMLElement {
  const { hear } = option;
  const label = `Hearing ${authorName(choice.by)}’s “${option.label}”`;
  const listen =
    hear === undefined
      ? undefined
      : button({
          label: `Hear ${option.label}`,
          icon: "ear",
          iconOnly: true,
          onPress: () => {
            const now = app.player.status.get();
            if (now.is !== "stopped" && now.label === label) app.player.stop();
            else {
              const { song, pattern } = hear();
              app.player.play({ play: "pattern", pattern }, { song, label });
            }
          },
        });
  if (listen !== undefined) {
    drawn([app.player.status], () => {
      const now = app.player.status.get();
      mark(listen, { "aria-pressed": now.is !== "stopped" && now.label === label ? "true" : "false" });
    });
  }
  return element("li", { class: "sx-option" }, [
    listen,
    button({ label: option.label, onPress: () => end(app, choice, index) }),
    option.detail === "" ? undefined : element("p", { class: "sx-option-words" }, [option.detail]),
  ]);
}

/** Picks or closes, and stops what was being heard of it. */
function end(app: App, choice: Choice, index: number | undefined): void {
  const now = app.player.status.get();
  if (now.is !== "stopped" && now.label !== undefined) app.player.stop();
  if (index === undefined) app.choices.dismiss(choice.id);
  else app.choices.pick(choice.id, index);
}
