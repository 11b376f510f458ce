/** Why a song says no. Codes are stable; texts are for people and agents. */
export const refusals = {
  "session.read_only": "You may look at this song, not change it",
  "session.comment_only": "You may look at this song and comment on it, not change it",
  "session.not_yours": "Only the song's owner may do that",
  "session.person_only": "Only a person may do that",
  invalid_op: "That is no change this song knows",
  stale: "The song has changed since",
  locked: "Somebody has locked that",
  missing: "That is not there",
  nothing: "There is nothing to take back",
  full: "There is no room for more",
  no_page: "No page has this song open",
  decided: "That has been decided",
} as const satisfies Record<string, string>;

export type RefusalCode = keyof typeof refusals;

/** A song's no: nothing was changed. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** The next step, imperative. */
  readonly hint: string | undefined;

  constructor(code: RefusalCode, message: string = refusals[code], hint?: string) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.hint = hint;
  }
}
