import { hash } from "node:crypto";
import { type Client, Fault } from "@jackfield/contract";
import type { Session } from "@jackfield/mcp";
import type { SealedSession, SessionIds } from "./session-id.ts";

/** One session and what the relay keeps of it: under 1 KiB. */
export interface HeldSession extends Session {
  readonly token: string;
  seen: number;
  /** When it was put where it is in the order of use. */
  placed: number;
}

export interface SessionLimits {
  readonly sessions: number;
  readonly sessionsPerLink: number;
  readonly sessionIdleMs: number;
  readonly sessionRoomMs: number;
  readonly endedSessions: number;
}

/**
 * All sessions of the relay, the one used longest ago first. An id that is ours but not in here is taken up again: the process may be new,
 * or the link was forgotten meanwhile. An id that has ended is remembered, for its seal stays good for a day.
 */
export class SessionStore {
  readonly #ids: SessionIds;
  readonly #limits: SessionLimits;
  readonly #wallClock: () => number;
  readonly #onEnded: (session: HeldSession) => void;
  readonly #held = new Map<string, HeldSession>();
  readonly #byLink = new Map<string, Set<HeldSession>>();
  /** Ended ids in the order they ended. */
  readonly #ended = new Set<string>();

  /** `wallClock`: milliseconds since the epoch. `ended` is told of each session that ends without its client's asking. */
  constructor(ids: SessionIds, limits: SessionLimits, wallClock: () => number, ended: (session: HeldSession) => void) {
    this.#ids = ids;
    this.#limits = limits;
    this.#wallClock = wallClock;
    this.#onEnded = ended;
  }

  get size(): number {
    return this.#held.size;
  }

  get ended(): number {
    return this.#ended.size;
  }

  countOf(token: string): number {
    return this.#byLink.get(token)?.size ?? 0;
  }

  /** A new session of a link, or Fault `full`. */
  open(token: string, client: Client): HeldSession | Fault {
    const now = this.#wallClock();
    if (!this.#makeRoom(token, now))
      return new Fault("full", "The relay has no room for another session", {
        data: { ceiling: "sessions", limit: this.#limits.sessions, retryAfter: 60 },
      });
    const id = this.#ids.make(token, { revision: client.revision, can: client.can, issued: Math.floor(now / 1000) });
    return this.#add(token, id, client, now);
  }

  /** The session with this id, if it is this link's and has not ended. */
  find(token: string, id: string): HeldSession | undefined {
    const now = this.#wallClock();
    const held = this.#held.get(id);
    if (held !== undefined) {
      if (held.token !== token) return undefined;
      held.seen = now;
      // Moved to the end now and then: the map stays in the order of use, to within a second.
      if (now - held.placed > orderMs) {
        held.placed = now;
        this.#held.delete(id);
        this.#held.set(id, held);
      }
      return held;
    }
    if (this.#ended.has(id)) return undefined;
    const sealed = this.#ids.read(token, id);
    if (sealed === undefined || now - sealed.issued * 1000 > this.#limits.sessionIdleMs) return undefined;
    if (!this.#makeRoom(token, now)) return undefined;
    return this.#add(token, id, unknownClient(sealed), now);
  }

  /** What an id of ours says of its session, which is kept elsewhere. */
  read(token: string, id: string): Session | undefined {
    const sealed = this.#ids.read(token, id);
    return sealed === undefined ? undefined : { id, client: unknownClient(sealed), mark: markOf(id) };
  }

  /** Ends a session; its id is worth nothing from now on. */
  end(session: Session): void {
    const held = this.#held.get(session.id);
    if (held === undefined || !this.#forget(held)) return;
    this.#ended.add(session.id);
    if (this.#ended.size <= this.#limits.endedSessions) return;
    const first = this.#ended.values().next();
    if (first.done !== true) this.#ended.delete(first.value);
  }

  /** Sessions idle too long end. */
  sweep(): void {
    const before = this.#wallClock() - this.#limits.sessionIdleMs;
    for (const session of this.#held.values()) {
      if (session.seen > before) break;
      this.#evict(session);
    }
  }

  /** The link is forgotten: its sessions need no memory until they are used again. */
  forgetLink(token: string): void {
    for (const session of this.#byLink.get(token) ?? []) this.#held.delete(session.id);
    this.#byLink.delete(token);
  }

  #add(token: string, id: string, client: Client, now: number): HeldSession {
    const session: HeldSession = {
      id,
      client,
      token,
      mark: markOf(id),
      seen: now,
      placed: now,
    };
    this.#held.set(id, session);
    const ofLink = this.#byLink.get(token);
    if (ofLink === undefined) this.#byLink.set(token, new Set([session]));
    else ofLink.add(session);
    return session;
  }

  #makeRoom(token: string, now: number): boolean {
    const ofLink = this.#byLink.get(token);
    if (ofLink !== undefined && ofLink.size >= this.#limits.sessionsPerLink) {
      let oldest: HeldSession | undefined;
      for (const session of ofLink) if (oldest === undefined || session.seen < oldest.seen) oldest = session;
      if (oldest !== undefined) this.#evict(oldest);
    }
    if (this.#held.size < this.#limits.sessions) return true;
    const first = this.#held.values().next();
    if (first.done === true || now - first.value.seen < this.#limits.sessionRoomMs) return false;
    this.#evict(first.value);
    return true;
  }

  #evict(session: HeldSession): void {
    this.end(session);
    this.#onEnded(session);
  }

  #forget(session: HeldSession): boolean {
    if (!this.#held.delete(session.id)) return false;
    const ofLink = this.#byLink.get(session.token);
    ofLink?.delete(session);
    if (ofLink?.size === 0) this.#byLink.delete(session.token);
    return true;
  }
}

/** The mark is shown to holders: it must tell sessions apart and say nothing of the id. */
function markOf(id: string): string {
  return hash("sha256", `jackfield-mark/v1:${id}`, "base64url").slice(0, 12);
}

/** A session that is taken up again does not say who its client was. */
function unknownClient({ revision, can }: SealedSession): Client {
  return { name: "unknown", version: "0", revision, can };
}

/** Uses closer together than this leave the order as it is. */
const orderMs = 1_000;
