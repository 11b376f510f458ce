import type { Activity } from "../activity.ts";
import { type Part, el, rows, set } from "./dom.ts";
import type { View } from "./view.ts";
import { span } from "./words.ts";

/** Calls that are drawn at first, and when all are asked for: a list in the panel never scrolls by itself. */
const [few, many] = [6, 50];

/** What agents did here: each call as it runs. */
export function calls(view: View): Part {
  let most = few;
  const list = el("ul", { class: "list", "aria-labelledby": "calls" });
  const more = el("button", { type: "button", class: "quiet", onclick: () => ((most = most === few ? many : few), view.redraw()) });
  const none = el("p", { class: "muted", text: "Nothing yet" });
  const node = el("section", {}, el("h3", { id: "calls", text: "Activity" }), list, more, none);
  const draw = rows<Activity>(
    list,
    (call) => call.id,
    (call) => {
      const end = el("span");
      const stop = el("button", {
        type: "button",
        class: "quiet",
        text: "Stop",
        "aria-label": `Stop ${call.title}`,
        onclick: () => call.stop(),
      });
      const who = el("span", { class: "muted" });
      const row = el("li", {}, el("span", { text: call.title, title: call.tool }), el("span", { class: "row" }, end, stop), who);
      return {
        node: row,
        update(now) {
          set(end, { text: endWords(now), className: `end ${now.end === "failed" || now.end === "refused" ? "bad" : ""}` });
          set(stop, { hidden: now.end !== undefined });
          const at = new Date(now.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
          set(who, {
            // "claude stopped waiting" names the agent already.
            text: [
              at,
              now.why?.startsWith(`${now.agent} `) === true ? undefined : now.agent,
              view.links.list.length > 1 ? now.link : undefined,
              now.why,
            ]
              .filter((part) => part !== undefined)
              .join(" · "),
          });
        },
      };
    },
  );
  return {
    node,
    update() {
      const all = view.links.activity;
      set(node, { hidden: all.length === 0 && !view.links.list.some((link) => link.isOn) });
      set(list, { hidden: all.length === 0 });
      set(none, { hidden: all.length > 0 });
      // One that runs can be stopped wherever it stands.
      draw(all.filter((call, index) => index < most || call.end === undefined));
      set(more, {
        hidden: all.length <= few,
        text: most === few ? `Show the last ${Math.min(all.length, many)}` : "Show fewer",
        "aria-expanded": String(most === many),
      });
    },
  };
}

const words = { done: "", failed: "failed", refused: "refused", cancelled: "cancelled", stopped: "stopped" } as const;

function endWords(call: Activity): string {
  if (call.end === undefined) return call.waiting ? "waits for you" : span(Date.now() - call.at);
  return call.end === "done" ? span(call.ms ?? 0) : words[call.end];
}
