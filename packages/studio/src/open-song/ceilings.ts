import type { Ceilings } from "@jackfield/contract";

/** What one open song holds beside its music. */
export const songCeilings = {
  opsPerChange: {
    value: 5_000,
    most: 50_000,
    unit: "count",
    why: "a song that comes in from a MIDI file is one change; each op may hold 2,000 notes",
    whenHit: "the change is refused as too much at once",
  },
  takesPerProposal: {
    value: 4,
    most: 4,
    unit: "count",
    why: "as many as a person can hold in mind while they compare",
    whenHit: "the proposal is refused",
  },
  proposalCharacters: {
    value: 500_000,
    most: 4_000_000,
    unit: "characters",
    why: "a proposal is kept with the song, and sent to everyone who follows it",
    whenHit: "the proposal is refused; it can be made in parts",
  },
  openProposals: {
    value: 32,
    most: 256,
    unit: "count",
    why: "what waits for a person must stay a list that they can read",
    whenHit: "the next proposal is refused until one is decided or withdrawn",
  },
  decidedProposals: {
    value: 200,
    most: 2_000,
    unit: "count",
    why: "what was decided stays to be looked up; the log has what came of it for good",
    whenHit: "the one decided longest ago is forgotten",
  },
  comments: {
    value: 1_000,
    most: 10_000,
    unit: "count",
    why: "they are kept with the song and sent whole to who opens it",
    whenHit: "the oldest resolved one makes way; with none of those the next is refused",
  },
  repliesPerComment: {
    value: 50,
    most: 500,
    unit: "count",
    why: "a conversation of more belongs elsewhere",
    whenHit: "the reply is refused",
  },
  commentCharacters: {
    value: 2_000,
    most: 10_000,
    unit: "characters",
    why: "a comment is a remark, not a document",
    whenHit: "the comment is refused",
  },
  renderNotes: {
    value: 500,
    most: 5_000,
    unit: "count",
    why: "hashes of renders, noted for who asks later what was heard",
    whenHit: "the oldest is forgotten",
  },
} as const satisfies Ceilings;
