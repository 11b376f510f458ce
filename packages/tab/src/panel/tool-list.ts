import type { ToolView } from "../links.ts";
import { type Part, el, rows, set } from "./dom.ts";
import type { View } from "./view.ts";
import { effectWords } from "./words.ts";

/** What agents could call: read before turning on, and whenever something changed. */
export function toolList(view: View): Part {
  const intro = el("p");
  const summary = el("summary");
  const list = el("ul", { class: "list" });
  const left = el("p", { class: "muted" });
  const details = el("details", { open: !view.link.isOn }, summary, list, left);
  const node = el("section", { class: "stack", "aria-label": "Tools" }, intro, details);
  const draw = rows<ToolView>(
    list,
    (tool) => `${tool.name} ${tool.effect} ${tool.unseen} ${tool.title} ${tool.description}`,
    (tool) => {
      const { word, strong } = effectWords[tool.effect];
      const mark = el("span", { class: `mark ${strong ? "strong" : ""}`, text: tool.unseen ? `new · ${word}` : word });
      return {
        node: el(
          "li",
          {},
          el("span", { text: tool.title, title: tool.name }),
          mark,
          el("span", { class: "muted", text: tool.description }),
        ),
        update: () => undefined,
      };
    },
  );
  let unseen = 0;
  let wasOn = view.link.isOn;
  return {
    node,
    update() {
      const { tools, title } = view.links;
      const strong = tools.filter((tool) => effectWords[tool.effect].strong).length;
      const much = strong === 0 ? "none of them can delete or overwrite" : `${strong} can delete, overwrite or act elsewhere`;
      set(intro, {
        hidden: view.link.isOn,
        text: `Turned on, an AI client that you give the link can use ${title} in this tab. Keep the tab open: it works here.`,
      });
      set(summary, { text: `${tools.length} ${tools.length === 1 ? "tool" : "tools"}, ${much}` });
      const news = tools.filter((tool) => tool.unseen).length;
      if (news > unseen) details.open = true;
      // Read before turning on; out of the way afterwards.
      if (view.link.isOn && !wasOn && news === 0) details.open = false;
      wasOn = view.link.isOn;
      unseen = news;
      draw(tools);
      const { withheld } = view.links;
      set(left, { hidden: withheld.length === 0, text: `Not offered: ${withheld.map(({ name, why }) => `${name} (${why})`).join(", ")}` });
    },
  };
}
