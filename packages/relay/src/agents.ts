import type { Client, LogLevel } from "@jackfield/contract";
import { agentText } from "@jackfield/wire";

/** One AI client of a link, as far as clients can be told apart: a session, or a client name and version. Display and fairness, never authority. */
export interface Agent {
  readonly mark: string;
  readonly name: string;
  seen: number;
  /** Its calls in flight. */
  inFlight: number;
  /** Those of them that wait for the answer to a question. */
  parked: number;
  /** The holder that took its last call. */
  lastHolder: string | undefined;
  /** What its last request was described from, and how: the same nearly always. */
  client: Client;
  logLevel: LogLevel | undefined;
  described: string | undefined;
}

export interface PresenceListener {
  /** An agent came or went; `size` counts those that are there after it. */
  present(state: "join" | "leave", name: string, size: number): void;
}

/** The agents of one link: who has made a request in the last minutes. Bounded: the one quiet longest goes first. */
export class Agents {
  /** Made with the first: most links wait for hours before anybody calls. */
  #present: Map<string, Agent> | undefined;
  readonly #most: number;
  readonly #listener: PresenceListener;

  constructor(most: number, listener: PresenceListener) {
    this.#most = most;
    this.#listener = listener;
  }

  get size(): number {
    return this.#present?.size ?? 0;
  }

  /** Counts a request of the agent: it is there. */
  seen(mark: string, client: Client, now: number): Agent {
    const present = (this.#present ??= new Map<string, Agent>());
    const known = present.get(mark);
    if (known !== undefined) {
      known.seen = now;
      return known;
    }
    if (present.size >= this.#most) this.#dropQuietest();
    const agent: Agent = {
      mark,
      name: client.name,
      seen: now,
      inFlight: 0,
      parked: 0,
      lastHolder: undefined,
      client,
      logLevel: undefined,
      described: undefined,
    };
    present.set(mark, agent);
    this.#listener.present("join", agent.name, present.size);
    return agent;
  }

  /** Its session ended. */
  leave(mark: string): void {
    const agent = this.#present?.get(mark);
    if (agent === undefined) return;
    this.#present?.delete(mark);
    this.#listener.present("leave", agent.name, this.size);
  }

  /** Those without a request since `before` leave, unless a call of theirs is in flight. */
  sweep(before: number): void {
    for (const agent of this.#present?.values() ?? []) if (agent.seen < before && agent.inFlight === 0) this.leave(agent.mark);
  }

  #dropQuietest(): void {
    let quietest: Agent | undefined;
    for (const agent of this.#present?.values() ?? []) if (quietest === undefined || agent.seen < quietest.seen) quietest = agent;
    if (quietest !== undefined) this.leave(quietest.mark);
  }
}

/** The member `agent` of a request frame, as JSON (docs/protocol.md §3). Made once for an agent as long as its requests look alike. */
export function describeAgent(agent: Agent, client: Client, logLevel: LogLevel | undefined): string {
  if (agent.described !== undefined && agent.logLevel === logLevel && (agent.client === client || looksLike(agent.client, client)))
    return agent.described;
  const { name, version, revision, can } = client;
  agent.client = client;
  agent.logLevel = logLevel;
  agent.described = agentText({ name, version, revision, can, session: agent.mark, ...(logLevel === undefined ? {} : { logLevel }) });
  return agent.described;
}

function looksLike(a: Client, b: Client): boolean {
  return (
    a.name === b.name &&
    a.version === b.version &&
    a.revision === b.revision &&
    a.can.elicitForm === b.can.elicitForm &&
    a.can.elicitUrl === b.can.elicitUrl &&
    a.can.sampling === b.can.sampling &&
    a.can.roots === b.can.roots
  );
}
