import type { JsonObject } from "@jackfield/contract";
import type { Studio } from "../studio.ts";
import { decided, usualWaitSeconds, waitField } from "./ask-human.ts";
import { completeOps } from "../open-song/complete-op.ts";
import { barsField, barsText, stretchOf } from "./bars.ts";
import { mostOps } from "./apply-ops.ts";
import { rounded } from "./get-project.ts";
import { heardDifference } from "./heard-lines.ts";
import { type Heard, listen } from "./listen.ts";
import { proposeTakes } from "./make-change.ts";
import { type StudioCall, studioTool } from "./studio-tool.ts";

export const proposeVariations = studioTool<{
  title: string;
  why: string;
  takes: readonly { readonly label: string; readonly ops: readonly unknown[] }[];
  bars?: string;
  wait_seconds?: number;
}>({
  name: "propose_variations",
  title: "Propose variations",
  description:
    "Puts one to four ways to change the song before the person, each a list of ops in apply_ops' shape, to be heard beside what is there and picked. Each is rendered and measured; match_db is what makes it as loud as the song is, so that louder does not win. The pick approves it: it is made then, on the song as it is. Returns the proposal and waits for the pick; pending, with an id for get_variation_result, when the wait is over. Nothing changes before.",
  effect: "destructive-write",
  foreign: true,
  waits: true,
  timeoutMs: 120_000,
  places: ["tab", "headless", "review"],
  fields: {
    title: { type: "string", minLength: 1, maxLength: 64, description: "What it is about" },
    why: { type: "string", minLength: 1, maxLength: 500, description: "What the person reads" },
    takes: {
      type: "array",
      maxItems: 4,
      items: {
        type: "object",
        properties: {
          label: { type: "string", minLength: 1, maxLength: 64 },
          ops: {
            type: "array",
            maxItems: mostOps,
            items: { type: "object", properties: { op: { type: "string", maxLength: 32 } }, required: ["op"], additionalProperties: true },
          },
        },
        required: ["label", "ops"],
        additionalProperties: false,
      },
    },
    bars: { ...barsField, description: "What is rendered and compared. Default: the song" },
    wait_seconds: waitField,
  },
  required: ["title", "why", "takes"],
  describe: ({ open }, { title, takes }) => {
    for (const { ops } of takes) open.checked(completeOps(open.song, ops, open.newIds()).ops);
    return `Proposes “${title}” in ${takes.length} ${takes.length === 1 ? "take" : "takes"}. Nothing changes before you approve one in Review`;
  },
  async run(studio, { title, why, takes, bars, wait_seconds: seconds = usualWaitSeconds }, call) {
    const began = studio.ports.now();
    const proposal = proposeTakes(studio, call, { title, why, takes, tool: "propose_variations" });
    const heard = await measuredTakes(
      studio,
      call,
      proposal.id,
      proposal.takes.map(({ id }) => id),
      bars,
    );
    // Rendering took its part of the time that the caller gives.
    const left = Math.max(0, seconds - (studio.ports.now() - began) / 1_000);
    const now = await decided(studio, proposal.id, left, call.signal);
    const hint = now["status"] === "pending" ? { hint: `get_variation_result with ${proposal.id} waits for the pick` } : {};
    return { ...now, heard, ...hint };
  },
});

/** Each take beside the song as it is, equally loud. */
async function measuredTakes(
  studio: Studio,
  call: StudioCall,
  id: string,
  takes: readonly string[],
  bars: string | undefined,
): Promise<JsonObject> {
  const { open } = studio;
  const stretch = bars === undefined ? {} : { stretch: stretchOf(open.song, bars) };
  const { mix: before } = await listen(studio, open.song, call, { ...stretch, what: "The song as it is" });
  const lines: JsonObject[] = [];
  for (const take of takes) {
    // Somebody may have decided meanwhile.
    if (open.proposal(id).status === "approved" || open.proposal(id).status === "rejected" || open.proposal(id).status === "withdrawn")
      break;
    const { mix } = await listen(studio, open.preview(id, take), call, { ...stretch, what: `Take ${take}` });
    lines.push({ take, match_db: matchOf(before, mix), sha256: mix.hash, ...heardDifference(before, mix) });
  }
  return { scope: bars === undefined ? "song" : `bars ${barsText(open.song, stretchOf(open.song, bars))}`, takes: lines };
}

/** Decibels that make a take as loud as the song; null where either is silent. */
function matchOf(before: Heard, take: Heard): number | null {
  return before.integrated === undefined || take.integrated === undefined ? null : rounded(before.integrated - take.integrated, 1);
}
