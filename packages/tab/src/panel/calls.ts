import type { Activity } from "../activity.ts";
import { type Part, el, rows, set } from "./dom.ts";
import type { View } from "./view.ts";
import { span } from "./words.ts";

/** Calls that are drawn: the rest is kept, and counted. */
const drawn = 50;

/** What agents did here: each call as it runs. */
export function calls(view: View): Part {
  const list = el("ul", { class: "list scroll", tabIndex: 0, "aria-labelledby": "calls" });
  const none = el("p", { class: "muted", text: "Nothing yet" });
  const node = el("section", {}, el("h3", { id: "calls", text: "Activity" }), list, none);
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
            text: [at, now.agent, view.links.list.length > 1 ? now.link : undefined, now.why]
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
      draw(all.slice(0, drawn));
    },
  };
}

const words = { done: "", failed: "failed", refused: "refused", cancelled: "cancelled", stopped: "stopped" } as const;

function endWords(call: Activity): string {
  if (call.end === undefined) return call.waiting ? "waits for you" : span(Date.now() - call.at);
  return call.end === "done" ? span(call.ms ?? 0) : words[call.end];
}
