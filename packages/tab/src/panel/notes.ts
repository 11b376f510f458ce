import { type Part, el, rows, set } from "./dom.ts";
import { type View, copy } from "./view.ts";

interface Note {
  readonly key: string;
  readonly text: string;
  readonly actions: readonly { readonly label: string; readonly run: (button: HTMLButtonElement) => unknown }[];
}

/** What the person should know about the link, each with what they can do about it. */
export function notes(view: View): Part {
  const list = el("ul", { class: "stack" });
  const node = el("section", {}, list);
  const draw = rows<Note>(
    list,
    (note) => note.key + note.text,
    (note) => {
      const buttons = note.actions.map(({ label, run }) => {
        const button = el("button", { type: "button", text: label, onclick: () => void run(button) });
        return button;
      });
      const node = el(
        "li",
        { class: "note" },
        el("p", { text: note.text }),
        buttons.length === 0 ? undefined : el("div", { class: "row" }, ...buttons),
      );
      return { node, update: () => undefined };
    },
  );
  return {
    node,
    update() {
      const all = notesOf(view);
      set(node, { hidden: all.length === 0 });
      draw(all);
    },
  };
}

function notesOf(view: View): readonly Note[] {
  const { link, links } = view;
  const { state } = link;
  const found: Note[] = [];
  const unseen = links.tools.filter((tool) => tool.unseen).length;
  if (state.is === "displaced") {
    found.push({
      key: "displaced",
      text: `Another tab of ${links.title} has this link now`,
      actions: [
        { label: "Use this tab", run: () => link.open() },
        { label: "New link for this tab", run: () => link.renew() },
      ],
    });
  }
  if (state.is === "refused") found.push({ key: "refused", text: state.why, actions: [{ label: "Try again", run: () => link.open() }] });
  if (state.is === "expired")
    found.push({
      key: "expired",
      text: "This link has ended: its URL no longer works",
      actions: [{ label: "Make a new link", run: () => link.renew() }],
    });
  if (state.is === "connecting" && state.why !== undefined)
    found.push({ key: "waiting", text: state.why, actions: [{ label: "Try now", run: () => link.open() }] });
  if (link.isOn && unseen > 0) {
    const text = `${unseen === 1 ? "A tool is" : `${unseen} tools are`} new or changed since you last looked, and wait${unseen === 1 ? "s" : ""} until you have read the list below`;
    found.push({ key: "unseen", text, actions: [{ label: "I have seen them", run: () => links.see() }] });
  }
  const { url } = link;
  if (link.hasNewerTools && url !== undefined) {
    const run = (button: HTMLButtonElement): unknown => copy(view, button, url, "The new URL").then(() => link.copied());
    found.push({
      key: "tools",
      text: "The tools changed since you copied the URL. A client that still shows the old list needs the URL as it is now",
      actions: [{ label: "Copy the new URL", run }],
    });
  }
  if (!link.isKept)
    found.push({ key: "kept", text: "This browser keeps nothing for this page: the link ends when you close it", actions: [] });
  const { notice } = link;
  if (notice !== undefined && notice.code !== "displaced") found.push({ key: "notice", text: notice.message, actions: [] });
  return found;
}
