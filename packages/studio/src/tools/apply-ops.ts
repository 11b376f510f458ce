import { ops } from "../song/ops.ts";
import { describeOps, makeChange } from "./make-change.ts";
import { studioTool } from "./studio-tool.ts";
import { toolCeilings } from "./tool-ceilings.ts";

/** Ops in one call: what is more than that is a song of its own, and comes from a file. */
export const mostOps = toolCeilings.opsPerCall.value;

export const applyOpsTool = studioTool<{
  ops: readonly unknown[];
  label?: string;
  why?: string;
  atomic?: boolean;
  dry_run?: boolean;
  if_rev?: number;
}>({
  name: "apply_ops",
  title: "Change the song",
  description: `Applies up to ${mostOps} ops to the song as one change that can be undone. Atomic unless told otherwise: an op about something that is not there refuses them all. Ids, order and hue may be left out and are made; notes may be written [tick, ticks, pitch, velocity]. Returns the revision, new ids and what missed; where agents' changes are decided by a person, the proposal it became. Ops: ${[...ops.keys()].join(", ")}. Their fields are in get_guide "ops".`,
  effect: "destructive-write",
  foreign: true,
  places: ["tab", "headless", "review"],
  fields: {
    ops: {
      type: "array",
      maxItems: mostOps,
      description: 'Each an object with "op" and its fields. An id that one op makes may be named by the next',
      items: {
        type: "object",
        properties: { op: { type: "string", maxLength: 32, enum: [...ops.keys()] } },
        required: ["op"],
        additionalProperties: true,
      },
    },
    label: { type: "string", minLength: 1, maxLength: 64, description: "What the history calls it. Default: what the first op is" },
    why: { type: "string", maxLength: 300, description: "Shown beside it where a person decides it" },
    atomic: { type: "boolean", description: "All or none. Default true" },
    dry_run: { type: "boolean", description: "Says what would miss and changes nothing" },
    if_rev: { type: "integer", minimum: 0, maximum: 1_000_000_000, description: "Refused where the song is not at this revision" },
  },
  required: ["ops"],
  describe: (studio, { ops: asked }) => describeOps(studio, asked),
  run: (studio, { ops: asked, label, why, atomic = true, dry_run: dryRun = false, if_rev: ifRev }, call) =>
    makeChange(studio, call, asked, {
      label: label ?? labelOf(asked),
      tool: "apply_ops",
      atomic,
      dryRun,
      ...(why === undefined ? {} : { why }),
      ...(ifRev === undefined ? {} : { ifRev }),
    }),
});

function labelOf(asked: readonly unknown[]): string {
  const titles = new Set(asked.map((each) => ops.get((each as { readonly op: string }).op)?.title ?? "Change"));
  const [first = "Change"] = titles;
  return titles.size > 1 ? `${first} and ${asked.length - 1} more` : asked.length > 1 ? `${first}, ${asked.length} times` : first;
}
