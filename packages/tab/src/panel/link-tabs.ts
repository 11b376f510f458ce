import type { Link } from "../link.ts";
import { type Part, el, rows, set } from "./dom.ts";
import { jackOf } from "./head.ts";
import type { View } from "./view.ts";

/** The page's links, one for each AI client. */
export function linkTabs(view: View): Part {
  const list = el("div", { class: "tabs" });
  const node = el("section", { "aria-label": "Links" }, list);
  const draw = rows<Link>(
    list,
    (link) => link.id,
    () => {
      const jack = el("span", { "aria-hidden": "true" });
      const name = el("span");
      let shown: Link | undefined;
      const button = el("button", { type: "button", onclick: () => shown && view.select(shown) }, jack, name);
      return {
        node: button,
        update(link) {
          shown = link;
          set(jack, { className: `jack ${jackOf(link.state.is, link.controls.paused)}` });
          set(name, { text: link.name });
          set(button, { "aria-current": link === view.link });
        },
      };
    },
  );
  return {
    node,
    update() {
      const { list: all } = view.links;
      set(node, { hidden: all.length === 1 });
      draw(all);
    },
  };
}
