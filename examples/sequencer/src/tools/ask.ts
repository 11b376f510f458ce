import { Fault, type JsonObject } from "@jackfield/contract";
import { cleanText } from "@jackfield/wire";
import type { App } from "../app.ts";
import { commit } from "../model/journal.ts";
import { limits } from "../model/limits.ts";
import type { StepChange } from "../model/ops.ts";
import { type PatternId, patternIds } from "../model/song.ts";
import type { Choice, Option } from "../state/choices.ts";
import { list, object, oneOf, optional, text, whole } from "./fields.ts";
import { rowsField, stepsOf } from "./rows.ts";
import { type Bind, type ToolContext, tool, wrong } from "./tool.ts";

/** Characters of what an agent may put on the page. */
const [TITLE, LABEL, DETAIL] = [160, 40, 140];

const waitSeconds = optional(
  whole(
    0,
    limits.waitSeconds,
    `How many seconds to wait for the person. Default ${limits.waitUnlessTold}. After that the result is pending, with an id for get_pick`,
  ),
);
const pattern = optional(oneOf(patternIds, "Which pattern. Default: the one the person looks at"));

export const askPerson: Bind = tool({
  name: "ask_person",
  title: "Ask the person",
  description:
    "Shows the person a question with two to four options on the page and waits for their pick. An option with rows can be heard before picking; picking changes nothing by itself. Returns the pick, or pending with an id for get_pick, or that the person closed it.",
  effect: "interact",
  waits: true,
  fields: {
    question: text(TITLE, "The question, one sentence"),
    options: list(
      object(
        {
          label: text(LABEL, "What the button says"),
          detail: optional(text(DETAIL, "One line more")),
          rows: optional(rowsField("What it would sound like: these rows in place of those of the pattern")),
        },
        "One option",
      ),
      2,
      4,
      "What to pick from",
    ),
    pattern,
    wait_seconds: waitSeconds,
  },
  run: ({ question, options, pattern: asked, wait_seconds: seconds }, context) => {
    const id = asked ?? context.app.view.get().pattern;
    const shown = options.map(({ label, detail, rows }): Option => ({
      label,
      detail: detail ?? "",
      ...(rows === undefined ? {} : { hear: heard(context.app, id, stepsOf(rows)) }),
    }));
    return asking(context, { title: question, options: shown }, seconds);
  },
});

export const proposeVariation: Bind = tool({
  name: "propose_variation",
  title: "Propose a variation",
  description:
    "Shows the person rows of a pattern as they are (A) beside rows proposed in their place (B), to hear both and keep one, and waits for that. B may replace steps of the person's own; keeping it makes one change that can be undone. Returns which was kept, or pending with an id for get_pick, or that the person closed it.",
  effect: "interact",
  waits: true,
  fields: { title: text(TITLE, "What B does, one sentence"), pattern, rows: rowsField("The rows of B"), wait_seconds: waitSeconds },
  run: ({ title, pattern: asked, rows, wait_seconds: seconds }, context) => {
    const { app, by } = context;
    const id = asked ?? app.view.get().pattern;
    const steps = stepsOf(rows);
    const proposed = commit(app.journal.get(), by, "set_steps", { pattern: id, steps }, { at: 0 });
    if (proposed.change === undefined) throw wrong("The rows are what the pattern already has: B must differ");
    const options: readonly Option[] = [
      { label: "Keep A", detail: "As it is", hear: () => ({ song: app.song.get(), pattern: id }) },
      { label: "Keep B", detail: proposed.change.text, hear: heard(app, id, steps) },
    ];
    return asking(context, { title, options }, seconds, (index) => {
      if (index === 1) app.change(by, "set_steps", { pattern: id, steps });
    });
  },
});

export const getPick: Bind = tool({
  name: "get_pick",
  title: "Get pick",
  description: "Waits for the answer to an ask_person or propose_variation that returned pending. Returns the same results as they do.",
  effect: "read",
  waits: true,
  fields: { id: text(16, "The id that came with pending"), wait_seconds: waitSeconds },
  run: async ({ id, wait_seconds: seconds }, { app, run }) => {
    const choice = await app.choices.settled(id, 1000 * (seconds ?? limits.waitUnlessTold), run.signal);
    if (choice === undefined) throw wrong(`No question has the id "${id}": it is not known, or was answered long ago`);
    return standing(choice);
  },
});

/** Shows a choice and waits. Throws Fault `busy` when as many are open as may be. */
async function asking(
  { app, run, by }: ToolContext,
  choice: Pick<Choice, "title" | "options">,
  seconds: number | undefined,
  onPick?: (index: number) => void,
): Promise<JsonObject> {
  const id = app.choices.open({ by, title: cleanText(choice.title, TITLE), options: choice.options.map(cleaned) }, onPick);
  if (id === undefined)
    throw new Fault("busy", `The person has ${limits.openQuestions} questions open already`, {
      hint: "Wait for one to be answered with get_pick, then ask again",
    });
  const settled = await app.choices.settled(id, 1000 * (seconds ?? limits.waitUnlessTold), run.signal);
  // Nobody was told the id, and the pick would do nothing.
  if (run.signal.aborted && onPick === undefined) app.choices.dismiss(id);
  return settled === undefined ? { status: "expired", id } : standing(settled);
}

function standing({ id, options, standing: now }: Choice): JsonObject {
  switch (now.is) {
    case "open":
      return { status: "pending", id, next: "get_pick with this id waits for the answer" };
    case "picked":
      return { status: "picked", id, picked: now.index + 1, label: options[now.index]?.label ?? "" };
    case "dismissed":
      return { status: "dismissed", id, means: "the person closed it without picking" };
    case "expired":
      return { status: "expired", id, means: "nobody picked within ten minutes" };
  }
}

/** The song as it would be with these steps, whatever it has become by then. */
function heard(app: App, pattern: PatternId, steps: readonly StepChange[]): NonNullable<Option["hear"]> {
  return () => ({ song: commit(app.journal.get(), PROPOSED, "set_steps", { pattern, steps }, { at: 0 }).journal.song, pattern });
}

/** An option whose words are fit to be shown: they are an agent's. */
function cleaned(option: Option): Option {
  return { ...option, label: cleanText(option.label, LABEL), detail: cleanText(option.detail, DETAIL) };
}

/** The author of steps that are only heard. */
const PROPOSED = "agent:proposal";
