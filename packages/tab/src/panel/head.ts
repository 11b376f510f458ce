import { type Part, el, set } from "./dom.ts";
import type { View } from "./view.ts";
import { stateWords } from "./words.ts";

/** The panel's head: what this is, whether it is on, who is there. */
export function head(view: View): Part {
  const jack = el("span", { "aria-hidden": "true" });
  const words = el("span");
  const toggle = el("button", {
    type: "button",
    class: "switch",
    role: "switch",
    "aria-label": "Let an AI client use this page",
    onclick: () => {
      const { link, links } = view;
      if (link.isOn) return link.close();
      links.see();
      void link.open().catch((error: unknown) => view.say(error instanceof Error ? error.message : String(error)));
    },
  });
  const mode = el("span", { class: "mode", text: "Read-only" });
  const resume = el("button", { type: "button", text: "Resume", onclick: () => view.link.set({ paused: false }) });
  const node = el(
    "header",
    {},
    el("div", {}, el("h2", { id: "title", text: "Connect an AI client" }), el("p", { class: "presence" }, jack, words, mode)),
    resume,
    toggle,
  );
  let said = "";
  return {
    node,
    update() {
      const { link } = view;
      const text = stateWords(link.state, link.agents, link.controls.paused, Date.now());
      set(jack, { className: `jack ${jackOf(link.state.is, link.controls.paused)}` });
      set(words, { text });
      set(mode, { hidden: !link.isOn || !link.controls.readOnly });
      set(resume, { hidden: !link.isOn || !link.controls.paused });
      set(toggle, { "aria-checked": String(link.isOn) });
      // Countdowns are for the eye: only a new state is worth reading out.
      const worth = text.replace(/\d+ s$/, "");
      if (worth !== said && said !== "") view.say(text);
      said = worth;
    },
  };
}

/** The class of a link's mark: a ring, as a jack without a plug; filled when something is plugged in. */
export function jackOf(state: string, paused: boolean): string {
  return state === "ready" && paused ? "paused" : state;
}
