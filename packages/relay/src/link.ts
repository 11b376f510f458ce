import { writeDownFrame } from "@jackfield/wire";
import { Agents, type PresenceListener } from "./agents.ts";
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
export class Link implements PresenceListener {
  readonly token: string;
  /** What answers MCP requests here. */
  readonly endpoint: LinkEndpoint;
  readonly sessions: LinkSessions;
  /** That of the last hello; 0 before the first. */
  epoch = 0;
  /** A few at most: a list is smaller than a map, and there are thousands of links. */
  readonly holders: Holder[] = [];
  /** Calls in flight. */
  calls = 0;
  /** Those of them that wait for the answer to a question. */
  parked = 0;
  readonly agents: Agents;
  /** What its holder declared, on a relay without a catalog of its own. */
  declared: ServedCatalog | undefined;
  /** Resources that clients watch now. */
  watched: Set<string> | undefined;
  /** MCP requests that are not answered yet, streams among them. */
  exchanges = 0;
  /** The process that was last known to be its home, where that is another. */
  home: string | undefined;
  /** The highest epoch that another home of it has told. Apart from `epoch`: who listens here must not think that its hello is known here. */
  heardEpoch = 0;
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
    this.agents = new Agents(limits.sessionsPerLink, this);
  }

  /** An agent came or went: every holder learns it. */
  present(state: "join" | "leave", agent: string, sessions: number): void {
    this.tell({ type: "agent", link: this.token, state, agent, sessions });
  }

  /** Somebody holds it, or something runs: it is not dropped to make room. */
  get isBusy(): boolean {
    return this.holders.length > 0 || this.calls > 0 || this.exchanges > 0;
  }

  /** Who gets the calls: of those that listen, the last to have said hello. */
  get taker(): Holder | undefined {
    let taker: Holder | undefined;
    for (const holder of this.holders)
      if (holder.stream !== undefined && (taker === undefined || holder.rank >= taker.rank)) taker = holder;
    return taker;
  }

  /** The holder with this id, made if it is new. */
  holderOf(id: string): Holder {
    const known = this.holders.find((holder) => holder.id === id);
    if (known !== undefined) return known;
    const holder = new Holder(id, this);
    this.holders.push(holder);
    return holder;
  }

  /** It no longer holds the link. Twice does no harm. */
  letGo(holder: Holder): void {
    const at = this.holders.indexOf(holder);
    if (at >= 0) this.holders.splice(at, 1);
  }

  /**
   * The epoch of a hello that came at this moment, in ms of the wall clock. It grows with each hello, and goes on growing when the relay was
   * started anew or forgot the link: two pages know whose hello was the later without having heard of each other.
   */
  nextEpoch(wallMs: number): number {
    this.epoch = Math.max(this.epoch + 1, this.heardEpoch + 1, wallMs);
    return this.epoch;
  }

  /** Sends a frame to every holder that listens. */
  tell(frame: Parameters<typeof writeDownFrame>[0]): void {
    if (this.holders.length === 0) return;
    const bytes = writeDownFrame(frame);
    for (const holder of this.holders) holder.send(bytes);
  }
}
