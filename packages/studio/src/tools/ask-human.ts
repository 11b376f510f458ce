import { type JsonObject, safeText } from "@jackfield/contract";
import { Refusal } from "../open-song/refusal.ts";
import { isOpenProposal } from "../open-song/proposal.ts";
import type { FieldSchema } from "../song/fields.ts";
import type { Studio } from "../studio.ts";
import { type Pick, waitFor } from "./picks.ts";
import { proposalLine } from "./proposal-line.ts";
import { roomOf } from "./room-tools.ts";
import { mostWaitSeconds } from "./run-studio-tool.ts";
import { studioTool } from "./studio-tool.ts";
import { toolCeilings } from "./tool-ceilings.ts";

/** Seconds that a question waits unless it is told. */
export const usualWaitSeconds = 60;

export const waitField: FieldSchema = {
  type: "number",
  minimum: 0,
  maximum: mostWaitSeconds,
  description: `Seconds to wait for the person, at most ${mostWaitSeconds}. Default ${usualWaitSeconds}. After that: {"status": "pending", "id"}`,
};

export const askHuman = studioTool<{ question: string; choices?: readonly string[]; wait_seconds?: number }>({
  name: "ask_human",
  title: "Ask the person",
  description:
    "Puts a question before the person in the page, with up to four choices, and waits for the answer. Returns the answer, or pending with an id for get_variation_result, or that nobody answered within ten minutes.",
  effect: "interact",
  waits: true,
  timeoutMs: 120_000,
  places: ["tab", "headless", "review"],
  fields: {
    question: { type: "string", minLength: 1, maxLength: 300 },
    choices: {
      type: "array",
      items: { type: "string", minLength: 1, maxLength: 80 },
      maxItems: 4,
      description: "Without any, the person writes",
    },
    wait_seconds: waitField,
  },
  required: ["question"],
  async run(studio, { question, choices = [], wait_seconds: seconds = usualWaitSeconds }, { caller, signal }) {
    const room = roomOf(studio);
    const { picks } = studio;
    const { name } = caller.author;
    // What an agent writes reaches a person: nothing hidden in it.
    const [text, shown] = [safeText(question, 300), choices.map((choice) => safeText(choice, 80))];
    const { id, signal: open } = picks.ask({ by: name, question: text, choices: shown });
    void room.ask({ text, choices: shown, by: name }, AbortSignal.any([open, AbortSignal.timeout(toolCeilings.questionMs.value)])).then(
      (answer) => (answer === undefined ? picks.withdraw(id) : picks.answer(id, answer.slice(0, mostAnswer))),
      () => picks.withdraw(id),
    );
    const pick = await picks.settled(id, seconds, signal);
    // Nobody was told the id: the answer would reach no one.
    if (signal.aborted) picks.withdraw(id);
    return pickLine(pick, id);
  },
});

export const getVariationResult = studioTool<{ id: string; wait_seconds?: number }>({
  name: "get_variation_result",
  title: "Get the pick",
  description:
    "Returns how something that waits for a person stands, by its id: an answer to ask_human, or a proposal's decision with the take that was picked and the person's note. Waits while it is pending.",
  effect: "read",
  foreign: true,
  waits: true,
  timeoutMs: 120_000,
  places: ["tab", "headless", "review"],
  fields: {
    id: { type: "string", minLength: 3, maxLength: 40, description: "As it was returned" },
    wait_seconds: { ...waitField, description: `Seconds to wait, at most ${mostWaitSeconds}. Default 0` },
  },
  required: ["id"],
  async run(studio, { id, wait_seconds: seconds = 0 }, { signal }) {
    if (id.startsWith("r_")) return await decided(studio, id, seconds, signal);
    const pick = await studio.picks.settled(id, seconds, signal);
    if (pick === undefined) throw new Refusal("missing", "There is no such question, or it was answered long ago");
    return pickLine(pick, id);
  },
});

/** A proposal once it is decided, or as it stands when the wait is over. Throws `missing`. */
export async function decided({ open }: Studio, id: string, seconds: number, signal: AbortSignal): Promise<JsonObject> {
  const proposal = await waitFor(
    () => open.proposal(id),
    (seen) => !isOpenProposal(seen),
    (look) => open.follow(look),
    seconds,
    signal,
  );
  return proposalLine(open, proposal);
}

function pickLine(pick: Pick | undefined, id: string): JsonObject {
  if (pick === undefined) return { status: "expired", id };
  const { standing } = pick;
  switch (standing.is) {
    case "answered":
      return { status: "answered", id, answer: standing.answer };
    case "pending":
      return { status: "pending", id, hint: "get_variation_result with this id waits for the answer" };
    case "withdrawn":
      return { status: "withdrawn", id, means: "The person closed it without an answer" };
    case "expired":
      return { status: "expired", id, means: "Nobody answered within ten minutes" };
  }
}

/** Characters of an answer that are passed on. */
const mostAnswer = 2_000;
