/** How one call of an agent went, or goes. */
export type CallEnd = "done" | "failed" | "refused" | "cancelled" | "stopped";

/** One call as the person sees it. */
export interface Activity {
  readonly id: number;
  /** The link it came by, or undefined for an agent inside this browser (WebMCP). */
  readonly link: string | undefined;
  readonly agent: string;
  readonly tool: string;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly ms: number | undefined;
  /** Undefined while it runs. */
  readonly end: CallEnd | undefined;
  /** Why it did not end well, for people. */
  readonly why: string | undefined;
  /** Waits for the person's answer. */
  readonly waiting: boolean;
  /** Ends it: the agent is told that the person stopped it. Nothing happens when it is over. */
  stop(): void;
}

/** What a call writes into its own entry. */
export interface ActivityEntry {
  waiting(waiting: boolean): void;
  /** Only the first end counts. */
  end(end: CallEnd, why?: string): void;
}

/** The calls of all links, newest first, at most `kept`. */
export class ActivityLog {
  readonly #kept: number;
  readonly #changed: () => void;
  #entries: readonly Activity[] = [];
  #next = 1;

  constructor(kept: number, changed: () => void) {
    this.#kept = kept;
    this.#changed = changed;
  }

  get entries(): readonly Activity[] {
    return this.#entries;
  }

  /** A call began. `stop` is what the person's button does while it runs. */
  begin(call: Pick<Activity, "link" | "agent" | "tool" | "title">, stop: () => void): ActivityEntry {
    const id = this.#next++;
    const at = Date.now();
    const entry: Activity = { ...call, id, at, ms: undefined, end: undefined, why: undefined, waiting: false, stop };
    this.#set([entry, ...this.#entries].slice(0, this.#kept));
    return {
      waiting: (waiting) => this.#update(id, { waiting }),
      end: (end, why) => this.#update(id, { end, why, ms: Date.now() - at, waiting: false, stop: () => undefined }),
    };
  }

  #update(id: number, change: Partial<Activity>): void {
    this.#set(this.#entries.map((entry) => (entry.id === id && entry.end === undefined ? { ...entry, ...change } : entry)));
  }

  #set(entries: readonly Activity[]): void {
    this.#entries = entries;
    this.#changed();
  }
}
