import { writeDownFrame } from "@jackfield/wire";
import { Agents } from "./agents.ts";
import { Bucket, type Rate } from "./bucket.ts";
import type { ServedCatalog } from "./catalog.ts";
import { Holder } from "./holder.ts";
import { type EndpointParts, LinkEndpoint } from "./link-endpoint.ts";
import { LinkSessions } from "./link-sessions.ts";
import type { SessionStore } from "./session-store.ts";

/** The rates of every link. */
export interface LinkRates {
  readonly mcp: Rate;
  readonly holder: Rate;
  readonly reconnects: Rate;
}

/** One mailbox: who holds it, who calls through it. Made when a token is first used, dropped when nobody uses it. */
export class Link {
  readonly token: string;
  /** What answers MCP requests here. */
  readonly endpoint: LinkEndpoint;
  readonly sessions: LinkSessions;
  /** Raised by each hello. */
  epoch = 0;
  readonly holders = new Map<string, Holder>();
  /** Calls in flight. */
  calls = 0;
  /** Those of them that wait for the answer to a question. */
  parked = 0;
  readonly agents: Agents;
  /** What its holder declared, on a relay without a catalog of its own. */
  declared: ServedCatalog | undefined;
  /** Resources that clients watch now. */
  readonly watched = new Set<string>();
  /** MCP requests that are not answered yet, streams among them. */
  exchanges = 0;
  /** When it was last used, on the relay's steady clock. */
  seen: number;
  readonly mcp: Bucket;
  readonly holder: Bucket;
  readonly reconnects: Bucket;

  constructor(token: string, parts: EndpointParts, store: SessionStore) {
    const { limits, rates } = parts;
    const now = parts.now();
    this.token = token;
    this.seen = now;
    this.mcp = new Bucket(rates.mcp, now);
    this.holder = new Bucket(rates.holder, now);
    this.reconnects = new Bucket(rates.reconnects, now);
    this.endpoint = new LinkEndpoint(this, parts);
    this.sessions = new LinkSessions(this, store, parts.tally, parts.now);
    this.agents = new Agents(limits.sessionsPerLink, (state, agent, sessions) =>
      this.tell({ type: "agent", link: token, state, agent, sessions }),
    );
  }

  /** Somebody holds it, or something runs: it is not dropped to make room. */
  get isBusy(): boolean {
    return this.holders.size > 0 || this.calls > 0 || this.exchanges > 0;
  }

  /** Who gets the calls: of those that listen, the last to have said hello. */
  get taker(): Holder | undefined {
    let taker: Holder | undefined;
    for (const holder of this.holders.values())
      if (holder.stream !== undefined && (taker === undefined || holder.rank >= taker.rank)) taker = holder;
    return taker;
  }

  /** The holder with this id, made if it is new. */
  holderOf(id: string): Holder {
    let holder = this.holders.get(id);
    if (holder === undefined) this.holders.set(id, (holder = new Holder(id, this)));
    return holder;
  }

  /** Sends a frame to every holder that listens. */
  tell(frame: Parameters<typeof writeDownFrame>[0]): void {
    if (this.holders.size === 0) return;
    const bytes = writeDownFrame(frame);
    for (const holder of this.holders.values()) holder.send(bytes);
  }
}
