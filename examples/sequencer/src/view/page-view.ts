import { type Notices, element, tabs } from "@jackfield/web/dom";
import type { App } from "../app.ts";
import type { Connect } from "../connect.ts";
import { authorKind } from "../model/author.ts";
import { DEGREES } from "../model/scale.ts";
import { choiceTray } from "./choice-tray.ts";
import { display } from "./display.ts";
import { grid } from "./grid.ts";
import { historyList } from "./history-list.ts";
import { keyboard } from "./keyboard.ts";
import { patternBar } from "./pattern-bar.ts";
import { openPen } from "./pen.ts";
import { topBar } from "./top-bar.ts";
import { voicePanel } from "./voice-panel.ts";

/** Draws the whole page and keeps it moving. */
export function pageView(app: App, link: Connect, notes: Notices): void {
  const pen = openPen(app, DEGREES);
  const screen = display(app);
  const bar = patternBar(app);
  const steps = grid(app, pen);
  const side = tabs("Beside the grid", [
    { id: "history", name: "History", panel: historyList(app) },
    { id: "connect", name: "Connect", panel: element("div", { class: "sx-pane" }, [link.panel]) },
  ]);
  link.onShow(() => {
    side.show("connect");
    link.panel.scrollIntoView({ block: "nearest" });
  });
  keyboard(app, pen, steps);
  document.body.replaceChildren(
    element("div", { class: "sx" }, [
      topBar(app, screen.root, link.pill),
      element("main", { class: "sx-main jf-panel" }, [bar.root, steps.root, voicePanel(app, pen)]),
      element("div", { class: "sx-column" }, [
        choiceTray(app),
        element("aside", { class: "sx-side jf-panel", "aria-label": "History and connections" }, [side.root]),
      ]),
    ]),
    notes.root,
  );
  app.player.status.watch(() => sayWaiting(app));
  countNew(app, (text) => side.badge("history", text), side.root);
  move(app, [screen, bar, steps]);
}

let waiting: (() => void) | undefined;

/** Says that playing waits for a press, for as long as it does. */
function sayWaiting(app: App): void {
  waiting?.();
  const silent = app.player.status.get().is === "waiting" && !navigator.userActivation.hasBeenActive;
  waiting = silent ? app.tell("An agent pressed play. Press anywhere to hear it") : undefined;
}

/** Follows what is heard, once a frame. */
function move(app: App, followers: readonly { hear(due: ReturnType<App["player"]["heard"]>): void }[]): void {
  const frame = (): void => {
    const due = app.player.heard();
    if (due?.slot !== undefined && due.pattern !== app.view.get().pattern) app.look({ pattern: due.pattern });
    for (const follower of followers) follower.hear(due);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Counts an agent's changes while the person looks at another tab of the side. */
function countNew(app: App, badge: (text: string) => void, root: HTMLElement): void {
  let seen = app.journal.get().next;
  const looking = (): boolean => root.querySelector("#tab-history")?.getAttribute("aria-selected") === "true";
  const count = (): void => {
    const { changes, next } = app.journal.get();
    if (looking()) seen = next;
    const fresh = changes.filter((change) => change.id >= seen && authorKind(change.by) === "agent").length;
    badge(fresh === 0 ? "" : String(fresh));
  };
  app.journal.watch(count);
  root.addEventListener("click", count);
}
