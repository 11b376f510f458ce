import { button, element } from "@jackfield/web/dom";
import type { App } from "../app.ts";
import { PERSON, authorKind, authorName } from "../model/author.ts";
import type { Change } from "../model/journal.ts";
import { drawn } from "../state/store.ts";

const SHOWN = 60;

/** Who did what, newest first, with undo for each change of anyone. */
export function historyList(app: App): HTMLElement {
  const list = element("ol", { class: "sx-history", tabindex: -1 });
  const entries = new Map<Change, HTMLElement>();
  const empty = element("p", { class: "sx-empty" }, [
    "Nothing has been changed yet. Your changes show up here in the warm colour, an agent’s in the cool one, each with its own undo.",
  ]);
  drawn([app.journal], () => {
    const { changes } = app.journal.get();
    empty.hidden = changes.length > 0;
    // Entries that did not change stay the same elements, and the keyboard stays where it was in the list.
    const fresh = changes.slice(-SHOWN).toReversed();
    const at = [...list.children].findIndex((item) => item.contains(document.activeElement));
    for (const known of entries.keys()) if (!fresh.includes(known)) entries.delete(known);
    list.replaceChildren(
      ...fresh.map((change) => {
        const made = entries.get(change) ?? entry(app, change);
        entries.set(change, made);
        return made;
      }),
    );
    if (at >= 0) (list.children[at]?.querySelector("button") ?? list.querySelector("button") ?? list).focus();
  });
  setInterval(() => {
    for (const time of list.querySelectorAll("time")) time.textContent = ago(Date.parse(time.dateTime));
  }, 20_000);
  return element("div", { class: "sx-pane" }, [empty, list]);
}

function entry(app: App, change: Change): HTMLElement {
  const undone = change.undone !== undefined;
  return element("li", { class: "sx-change", "data-by": authorKind(change.by), "data-undone": undone }, [
    element("div", { class: "sx-change-what" }, [
      element("span", { class: "sx-change-text" }, [change.text]),
      element("span", { class: "sx-change-meta" }, [
        element("span", { class: "jf-who", "data-by": authorKind(change.by) }, [authorName(change.by)]),
        element("time", { datetime: new Date(change.at).toISOString() }, [ago(change.at)]),
        undone
          ? element("span", {}, [
              `taken back${change.undone?.by === change.by ? "" : ` by ${authorName(change.undone?.by ?? "").toLowerCase()}`}`,
            ])
          : undefined,
      ]),
    ]),
    undone
      ? undefined
      : button({
          label: `Undo “${change.text}”`,
          icon: "undo",
          iconOnly: true,
          kind: "quiet",
          onPress: () => app.revert(change.id, PERSON),
        }),
  ]);
}

function ago(at: number): string {
  const seconds = Math.max(0, (Date.now() - at) / 1000);
  if (seconds < 45) return "just now";
  if (seconds < 3600) return `${Math.max(1, Math.round(seconds / 60))} min ago`;
  if (seconds < 86_400) return `${Math.round(seconds / 3600)} h ago`;
  return `${Math.round(seconds / 86_400)} d ago`;
}
