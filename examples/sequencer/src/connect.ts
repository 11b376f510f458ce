import { type Links, createLinks, exposeToWebMcp } from "@jackfield/tab";
import { ConnectElement } from "@jackfield/tab/panel";
import { button, element, mark, pageRelay } from "@jackfield/web/dom";
import type { App } from "./app.ts";
import { instructions, toolsOf } from "./tools/table.ts";

/** What links this page to AI clients, as the page shows it. */
export interface Connect {
  /** The Connect panel, or a sentence on why there is none. */
  readonly panel: HTMLElement;
  /** Says who is here; pressing it shows the panel. */
  readonly pill: HTMLButtonElement;
  /** Calls `show` whenever the panel should be seen: on a press of the pill, and when something waits for the person's answer there. */
  onShow(show: () => void): void;
}

/** Offers the sequencer's tools through the relay that the page was served with. Nothing is sent anywhere until the person turns a link on. */
export function connect(app: App): Connect {
  let show = (): void => undefined;
  const words = element("span", {}, ["Connect"]);
  const pill = button({ label: "", icon: "plug", onPress: () => show() });
  pill.classList.add("sx-pill");
  pill.title = "Connect an AI client";
  const badge = element("b", { class: "jf-badge", hidden: true });
  pill.append(words, badge);
  const title = document.title;
  const relay = pageRelay();
  const made: Connect = { panel: relay === undefined ? noRelay() : linked(linksTo(relay, app)), pill, onShow: (shows) => (show = shows) };
  return made;

  function linked(links: Links): HTMLElement {
    const panel = new ConnectElement();
    panel.links = links;
    let wasOn = false;
    links.on("change", () => {
      const agents = [...new Set(links.list.flatMap((link) => link.agents))];
      const on = links.list.some((link) => link.isOn);
      if (wasOn && !on) app.choices.leave();
      wasOn = on;
      words.textContent = agents.length > 0 ? agents.join(", ") : on ? "Waiting for a client" : "Connect";
      mark(pill, { "data-on": on, "data-agents": agents.length > 0 });
      showWaiting();
    });
    // What waits for the person is told wherever they look: by the button, and by the tab of a page that is behind others.
    const showWaiting = (): void => {
      const count = links.approvals.length + app.choices.all.get().filter((choice) => choice.standing.is === "open").length;
      badge.hidden = count === 0;
      badge.textContent = String(count);
      mark(pill, {
        "aria-label": count === 0 ? undefined : `${words.textContent}. ${count} ${count === 1 ? "waits" : "wait"} for your answer`,
      });
      document.title = count === 0 ? title : `(${count}) ${title}`;
    };
    app.choices.all.watch(showWaiting);
    let waiting = 0;
    links.on("approvals", (open) => {
      if (open.length > waiting) show();
      waiting = open.length;
    });
    return panel;
  }
}

function linksTo(relay: string, app: App): Links {
  const links = createLinks({ relay, app: "sixteen", title: "Sixteen", version: "0.1.0", path: "/", instructions, tools: toolsOf(app) });
  // Agents built into the browser see the same tools, where the browser has them at all.
  if ("modelContext" in document) void exposeToWebMcp(links);
  return links;
}

function noRelay(): HTMLElement {
  return element("p", { class: "sx-empty" }, [
    "This page was served without a relay, so no AI client can reach it. Start it with npm start, or set the relay’s address in the page’s jackfield-relay element.",
  ]);
}
