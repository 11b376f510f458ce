/** Who changes something. */
export interface Author {
  readonly id: string;
  readonly name: string;
  readonly kind: "person" | "agent";
  readonly for?: string;
}

/** The list's no: a code of the protocol, and words for whoever reads it. */
export class No extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

interface Change {
  readonly id: number;
  readonly at: number;
  readonly by: Author;
  readonly title: string;
  readonly word?: string;
  readonly is?: "undo" | "redo";
  readonly approvedBy?: Author;
  status: "applied" | "undone";
}

interface Proposal {
  readonly id: string;
  readonly at: number;
  readonly by: Author;
  readonly title: string;
  readonly why: string;
  readonly word: string;
  status: "pending" | "approved" | "rejected";
  decision?: { readonly by: Author; readonly at: number; readonly note?: string };
}

interface Comment {
  readonly id: string;
  readonly at: number;
  readonly by: Author;
  readonly text: string;
  readonly replies: { readonly by: Author; readonly at: number; readonly text: string }[];
  readonly resolved: boolean;
}

/** A list of words, with who added which: added words can be taken back by who added them, and by nobody else. */
export class Words {
  readonly changes: Change[] = [];
  readonly proposals: Proposal[] = [];
  readonly comments: Comment[] = [];
  readonly #undone = new Map<string, Change[]>();

  get list(): readonly string[] {
    return this.changes.flatMap(({ word, status }) => (word === undefined || status === "undone" ? [] : [word]));
  }

  add(by: Author, word: string, approvedBy?: Author): Change {
    this.#undone.delete(by.id);
    return this.#note({ by, title: `Add ${word}`, word, ...(approvedBy === undefined ? {} : { approvedBy }) });
  }

  propose(by: Author, word: string): Proposal {
    demandRoom(this.proposals);
    const proposal: Proposal = {
      id: `r_${this.proposals.length + 1}`,
      at: Date.now(),
      by,
      title: `Add ${word}`,
      why: "",
      word,
      status: "pending",
    };
    this.proposals.push(proposal);
    return proposal;
  }

  proposal(id: string): Proposal {
    const found = this.proposals.find((each) => each.id === id);
    if (found === undefined) throw new No("missing", "There is no such proposal");
    return found;
  }

  decide(by: Author, id: string, status: "approved" | "rejected", note?: string): Proposal {
    const proposal = this.proposal(id);
    if (proposal.status !== "pending") throw new No("decided", `That proposal is ${proposal.status} already`);
    proposal.status = status;
    proposal.decision = { by, at: Date.now(), ...(note === undefined ? {} : { note }) };
    return proposal;
  }

  undo(by: Author): Change | undefined {
    const last = this.changes.findLast((each) => each.word !== undefined && each.by.id === by.id && each.status === "applied");
    if (last === undefined) return undefined;
    last.status = "undone";
    this.#undone.set(by.id, [...(this.#undone.get(by.id) ?? []), last]);
    return this.#note({ by, title: `Undo: ${last.title}`, is: "undo" });
  }

  redo(by: Author): Change | undefined {
    const last = this.#undone.get(by.id)?.pop();
    if (last === undefined) return undefined;
    last.status = "applied";
    return this.#note({ by, title: `Redo: ${last.title}`, is: "redo" });
  }

  comment(by: Author, text: string): Comment {
    demandRoom(this.comments);
    const comment = { id: `q_${this.comments.length + 1}`, at: Date.now(), by, text, replies: [], resolved: false };
    this.comments.push(comment);
    return comment;
  }

  reply(by: Author, id: string, text: string): Comment {
    const comment = this.comments.find((each) => each.id === id);
    if (comment === undefined) throw new No("missing", "There is no such comment");
    demandRoom(comment.replies);
    comment.replies.push({ by, at: Date.now(), text });
    return comment;
  }

  #note(change: Omit<Change, "id" | "at" | "status">): Change {
    demandRoom(this.changes);
    const noted: Change = { id: this.changes.length + 1, at: Date.now(), status: "applied", ...change };
    this.changes.push(noted);
    return noted;
  }
}

/** All of it is in memory. */
const most = 10_000;

function demandRoom(list: readonly unknown[]): void {
  if (list.length >= most) throw new No("full", `There is no room for more than ${most}`);
}
