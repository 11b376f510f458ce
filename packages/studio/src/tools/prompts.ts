import { type Json, type Prompt, type PromptMessages, contentMark } from "@jackfield/contract";
import { isOpenProposal } from "../open-song/proposal.ts";
import type { Studio } from "../studio.ts";
import { commentLine } from "./comments.ts";
import { nextSteps, placeOf, suggestionsOf } from "./place.ts";
import { proposalLine } from "./proposal-line.ts";
import { toolCeilings } from "./tool-ceilings.ts";

interface PromptRow {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Says what follows, in the studio's words; the song's own stand behind the mark. */
  readonly lead: string;
  value(studio: Studio): Json;
}

/** Entries of each list in one prompt. */
const most = toolCeilings.listed.value;

const rows: readonly PromptRow[] = [
  {
    name: "here",
    title: "Where I am",
    description: "Where the person is in the studio: what is selected, where it plays, and what waits there",
    lead: "This is where the person is in the studio now. What they ask for stands beside it in their own words, and is about this place.",
    value: placeOf,
  },
  {
    name: "suggestions",
    title: "What could be asked",
    description: "What could be asked for from where the person is",
    lead: "This could be asked for from where the person is. None of it has been asked yet.",
    value: (studio) => ({ suggestions: suggestionsOf(studio), place: placeOf(studio) }),
  },
  {
    name: "asked",
    title: "What was asked",
    description: "What people have left to be done: open comments, each with the call that answers it",
    lead: "People left these comments open. Each can be answered with reply_comment once it has been dealt with.",
    value: ({ open }) => ({
      asked: open.comments
        .filter(({ resolved, by }) => resolved === undefined && by.kind === "person")
        .slice(-most)
        .map((comment) => ({ ...commentLine(open.song, comment), answer_with: { tool: "reply_comment", comment: comment.id } })),
    }),
  },
  {
    name: "review",
    title: "What waits for review",
    description: "Each proposal that waits for a decision: why, and what each of its takes changes",
    lead: "These proposals wait. Deciding is the person's: approve_change and reject_change are for what they said in so many words.",
    value: ({ open }) => ({
      proposals: open.proposals
        .filter(isOpenProposal)
        .slice(-most)
        .map((proposal) => proposalLine(open, proposal)),
    }),
  },
  {
    name: "next",
    title: "Next steps",
    description: "What the song still lacks, from what is in it",
    lead: "This is what the song still lacks, as far as can be told from what is in it.",
    value: (studio) => ({ next: nextSteps(studio), place: placeOf(studio) }),
  },
];

/** What prompts there are. */
export const promptList: readonly Pick<PromptRow, "name" | "title" | "description">[] = rows.map(({ name, title, description }) => ({
  name,
  title,
  description,
}));

/** The studio's prompts. None takes an argument: the person's words stand beside them. */
export function studioPrompts(studio: Studio): readonly Prompt[] {
  return rows.map((row) => {
    const { name, title, description, lead } = row;
    return { name, title, description, get: () => Promise.resolve(messagesOf(description, lead, row.value(studio))) };
  });
}

function messagesOf(description: string, lead: string, value: Json): PromptMessages {
  const text = `${lead}\n\n${contentMark}\n${JSON.stringify(value)}`;
  return { description, messages: [{ role: "user", content: { type: "text", text } }] };
}
