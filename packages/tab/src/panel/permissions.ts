import type { Controls } from "../controls.ts";
import { type Part, el, set } from "./dom.ts";
import type { View } from "./view.ts";
import { span } from "./words.ts";

const switches = [
  ["ask", "Ask before destructive calls", "You see what would run, and answer here"],
  ["readOnly", "Read-only", "Only tools that change nothing"],
  ["paused", "Pause", "Nothing runs until you resume"],
] as const satisfies readonly (readonly [keyof Controls, string, string])[];

const hour = 3_600_000;
const lifetimes = [
  ["", "Until you end it"],
  [hour, "In an hour"],
  [24 * hour, "In a day"],
  [7 * 24 * hour, "In a week"],
  [30 * 24 * hour, "In 30 days"],
] as const;

/** What the person allows on the link they look at. */
export function permissions(view: View): Part {
  const boxes = switches.map(([name, title, about]) => {
    const box = el("input", { type: "checkbox", onchange: () => view.link.set({ [name]: box.checked }) });
    return { name, box, node: el("label", {}, box, el("span", {}, title, " ", el("span", { class: "muted", text: about }))) };
  });
  const left = el("option", { value: "left" });
  const ends = el(
    "select",
    {
      onchange: () =>
        ends.value !== "left" && view.link.set({ expiresAt: ends.value === "" ? undefined : Date.now() + Number(ends.value) }),
    },
    left,
    ...lifetimes.map(([ms, text]) => el("option", { value: String(ms), text })),
  );
  const name = el("input", { maxLength: 64, onchange: () => view.link.rename(name.value) });
  const node = el(
    "section",
    { class: "set", "aria-labelledby": "may" },
    el("h3", { id: "may", text: "What it may do" }),
    ...boxes.map((box) => box.node),
    el(
      "div",
      { class: "pair" },
      el("label", {}, el("span", { text: "Name of this link" }), name),
      el("label", {}, el("span", { text: "It ends" }), ends),
    ),
  );
  return {
    node,
    update() {
      const { link } = view;
      set(node, { hidden: !link.isOn });
      for (const { name: control, box } of boxes) set(box, { checked: link.controls[control] });
      const { expiresAt } = link.controls;
      set(left, {
        hidden: expiresAt === undefined,
        text: expiresAt === undefined ? "" : `In ${span(Math.max(0, expiresAt - Date.now()))}`,
      });
      // What the person is changing right now is not changed under their hands.
      if (!ends.matches(":focus")) set(ends, { value: expiresAt === undefined ? "" : "left" });
      if (!name.matches(":focus")) set(name, { value: link.name });
    },
  };
}
