import { type Client, Fault } from "@jackfield/contract";
import type { Session, Sessions } from "@jackfield/mcp";

export interface SessionMapOptions {
  readonly sessions: number;
  readonly sessionIdleMs: number;
  readonly sessionSpareMs: number;
  now(): number;
  /** A new id: unguessable, visible ASCII. */
  mint(): string;
  /** A session ended here and not by its client: whatever else belongs to it must end too. */
  ended(session: Session): void;
}

interface Entry {
  readonly session: Session;
  lastUsed: number;
  /** When it last moved to the end: at most `moveMs` before it was last used. */
  moved: number;
}

/**
 * The sessions of a local door, longest idle first. Bounded: past `sessions` one that nobody used for `sessionSpareMs` makes room, else there is
 * none. Ids are looked up exactly; a client's claim about itself never finds a session.
 */
export class SessionMap implements Sessions {
  readonly #options: SessionMapOptions;
  /** In the order in which they moved to the end. A session that is used moves there, unless it did a moment ago: with each call that would cost more than finding it. */
  readonly #entries: Map<string, Entry> = new Map();

  constructor(options: SessionMapOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#entries.size;
  }

  open(client: Client): Session | Fault {
    const now = this.#options.now();
    this.sweep();
    if (this.#entries.size >= this.#options.sessions && !this.#makeRoom(now)) {
      return new Fault("full", "There is no room for another session", {
        data: { ceiling: "sessions", limit: this.#options.sessions, retryAfter: retryAfterSeconds },
      });
    }
    const id = this.#options.mint();
    const session: Session = { id, client, mark: this.#options.mint().slice(-markCharacters) };
    this.#entries.set(id, { session, lastUsed: now, moved: now });
    return session;
  }

  find(id: string): Session | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    const now = this.#options.now();
    if (now - entry.lastUsed >= this.#options.sessionIdleMs) {
      this.#drop(entry);
      return undefined;
    }
    entry.lastUsed = now;
    if (now - entry.moved >= moveMs) {
      entry.moved = now;
      this.#entries.delete(id);
      this.#entries.set(id, entry);
    }
    return entry.session;
  }

  end(session: Session): void {
    this.#entries.delete(session.id);
  }

  /** Ends the sessions that were idle too long. Once a second is enough. */
  sweep(): void {
    const before = this.#options.now() - this.#options.sessionIdleMs;
    for (const entry of this.#entries.values()) {
      if (entry.moved > before) return;
      if (entry.lastUsed <= before) this.#drop(entry);
    }
  }

  #makeRoom(now: number): boolean {
    for (const entry of this.#entries.values()) {
      if (now - entry.moved < this.#options.sessionSpareMs) return false;
      if (now - entry.lastUsed < this.#options.sessionSpareMs) continue;
      this.#drop(entry);
      return true;
    }
    return false;
  }

  #drop(entry: Entry): void {
    this.#entries.delete(entry.session.id);
    this.#options.ended(entry.session);
  }
}

const moveMs = 1_000;
const markCharacters = 12;
const retryAfterSeconds = 10;
