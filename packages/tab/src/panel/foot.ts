import { type Part, el, set } from "./dom.ts";
import type { View } from "./view.ts";

/** More links, a new one in place of this, and its end. The last two ask once more, since they cannot be taken back. */
export function foot(view: View): Part {
  let asked: "renew" | "remove" | undefined;
  const turn = (to: typeof asked) => () => ((asked = to), view.redraw());
  const renew = el("button", { type: "button", text: "New link", onclick: turn("renew") });
  const remove = el("button", { type: "button", class: "quiet", text: "Remove", onclick: turn("remove") });
  const add = el("button", {
    type: "button",
    text: "Add a link",
    onclick: () => {
      const link = view.links.add(`AI client ${view.links.list.length + 1}`);
      view.select(link);
      view.say(`${link.name} added. Turn it on to get its URL`);
    },
  });
  const question = el("p", { class: "grow" });
  const yes = el("button", {
    type: "button",
    class: "main",
    text: "Yes",
    onclick: () => {
      const { link, links } = view;
      if (asked === "renew") void link.renew().then(() => view.say("New link made"));
      else links.remove(link);
      turn(undefined)();
    },
  });
  const no = el("button", { type: "button", text: "No", onclick: turn(undefined) });
  const choice = el("div", { class: "row" }, renew, add, remove);
  const sure = el("div", { class: "row" }, question, yes, no);
  const node = el("section", {}, choice, sure);
  return {
    node,
    update() {
      const { link, links } = view;
      set(node, { hidden: !link.isOn && links.list.length === 1 });
      set(renew, { hidden: !link.isOn });
      set(add, { hidden: links.list.length >= 8 });
      const wasHidden = sure.hidden;
      set(choice, { hidden: asked !== undefined });
      set(sure, { hidden: asked === undefined });
      set(question, { text: asked === "remove" ? "End this link and forget it?" : "The URL you gave out stops working. Make a new one?" });
      if (wasHidden && !sure.hidden) no.focus();
      set(remove, { hidden: links.list.length === 1 });
    },
  };
}
