/** One question to the person that is open. */
export interface ApprovalRecord {
  readonly id: string;
  /** Of the call as it was shown. */
  readonly digest: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/**
 * The open questions of one host. A record is good for one run of one call: `spend` takes it out only if it is there, not late, and of this
 * digest. Each belongs to a call that runs, so there are never more than calls.
 */
export class Approvals {
  readonly #open = new Map<string, ApprovalRecord>();

  get size(): number {
    return this.#open.size;
  }

  open(record: ApprovalRecord): void {
    this.#open.set(record.id, record);
  }

  /** Compare and delete, in one step without a wait. False: never opened, already spent, dropped, late, or of another call. */
  spend(id: string, digest: string, now: number): boolean {
    const record = this.#open.get(id);
    if (record === undefined) return false;
    this.#open.delete(id);
    return record.digest === digest && now <= record.expires;
  }

  /** The question is over, however it ended. */
  drop(id: string): void {
    this.#open.delete(id);
  }
}
