import type { JsonObject } from "@jackfield/contract";
import type { Approval } from "../approvals.ts";
import { type Part, type Row, el, rows, set } from "./dom.ts";
import { formFields } from "./form.ts";
import type { View } from "./view.ts";
import { effectWords } from "./words.ts";

/** An answer sooner than this was a click meant for something else. */
const leastMs = 500;

/** What waits for the person's answer. */
export function asks(view: View): Part {
  const list = el("ul");
  const node = el("section", { class: "ask", "aria-label": "Waiting for your answer" }, list);
  const draw = rows<Approval>(
    list,
    (ask) => ask.id,
    (ask) => askRow(ask, view),
  );
  return {
    node,
    update() {
      const open = view.links.approvals;
      set(node, { hidden: open.length === 0 });
      draw(open);
    },
  };
}

function askRow(ask: Approval, view: View): Row<Approval> {
  const shownAt = Date.now();
  const isCall = ask.kind === "call";
  const fields = formFields(ask.form);
  const answer = (yes: boolean) => (event: Event) => {
    event.preventDefault();
    // Only a person's own click or key counts, not one that a script of the page made. Submit events prove nothing: those that
    // requestSubmit() makes are trusted too. The Enter key in a field arrives as a click on the button that submits.
    if (!event.isTrusted || Date.now() - shownAt < leastMs) return;
    if (yes && !isCall && !form.reportValidity()) return;
    ask.answer(yes, isCall ? undefined : (fields.values() as JsonObject));
    view.say(yes ? "Allowed" : "Declined");
  };
  const effect = effectWords[ask.effect];
  const who = `${ask.agent} ${isCall ? "asks to" : "asks"}`;
  const form = el(
    "form",
    { onsubmit: (event: Event) => event.preventDefault(), "aria-label": isCall ? `${who} ${ask.title}` : ask.title },
    el("p", { class: "muted", text: who }),
    el("h4", { text: isCall ? ask.title : ask.text }),
    isCall ? el("p", {}, el("span", { class: `mark ${effect.strong ? "strong" : ""}`, text: `${ask.tool} · ${effect.word}` })) : undefined,
    ask.says === undefined ? undefined : el("p", { class: "says", text: ask.says }),
    isCall ? el("pre", { tabIndex: 0, "aria-label": "Arguments", text: ask.text }) : fields.node,
    el(
      "div",
      { class: "row" },
      el("button", { type: "submit", class: "main", text: isCall ? "Allow once" : "Answer", onclick: answer(true) }),
      el("button", { type: "button", text: isCall ? "Don’t allow" : "Don’t answer", onclick: answer(false) }),
      // No countdown: how long the client waits is its own affair, and Activity says when it gave up.
      el("small", { text: "waits for you" }),
    ),
  );
  const node = el("li", {}, form);
  view.say(`${who} ${ask.title}. Your answer is needed`);
  return { node, update: () => undefined };
}
