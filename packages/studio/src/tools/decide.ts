import { studioTool } from "./studio-tool.ts";
import { proposalLine } from "./proposal-line.ts";

const changeField = { type: "string", minLength: 3, maxLength: 40, description: "A proposal's id" } as const;
const noteField = { type: "string", maxLength: 1_000, description: "The person's own words, kept with the decision" } as const;

export const approveChange = studioTool<{ change: string; take?: string; note?: string }>({
  name: "approve_change",
  title: "Approve a proposal",
  description:
    "Approves a proposal in the person's name: one of its takes is made on the song as it is now, as a change of its proposer's that was approved. Deciding is the person's. Returns the change and what of it found its object gone.",
  effect: "destructive-write",
  foreign: true,
  confirm: true,
  places: ["headless", "review"],
  fields: {
    change: changeField,
    take: { type: "string", maxLength: 2, enum: ["a", "b", "c", "d"], description: "Default: the first" },
    note: noteField,
  },
  required: ["change"],
  run({ open }, { change: id, take, note }, { caller }) {
    const given = { ...(take === undefined ? {} : { take }), ...(note === undefined ? {} : { note }) };
    const { proposal, change, missed } = open.approve(caller, id, { ...given, asPerson: true });
    return {
      ...proposalLine(open, proposal),
      applied: change !== undefined,
      ...(change === undefined ? {} : { change: change.seq }),
      rev: open.song.rev,
      missed: missed.map(({ op }) => op).slice(0, 200),
    };
  },
});

export const rejectChange = studioTool<{ change: string; note?: string }>({
  name: "reject_change",
  title: "Reject a proposal",
  description: "Rejects a proposal in the person's name. Deciding is the person's. The song stays as it is. Returns the proposal.",
  effect: "destructive-write",
  foreign: true,
  confirm: true,
  places: ["headless", "review"],
  fields: { change: changeField, note: noteField },
  required: ["change"],
  run: ({ open }, { change: id, note }, { caller }) =>
    proposalLine(open, open.reject(caller, id, { ...(note === undefined ? {} : { note }), asPerson: true })),
});
