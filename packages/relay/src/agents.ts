import type { Client, LogLevel } from "@jackfield/contract";
import { encodeAgent } from "@jackfield/wire";

/** One AI client of a link, as far as clients can be told apart: a session, or a client name and version. Display and fairness, never authority. */
export interface Agent {
  readonly mark: string;
  readonly name: string;
  seen: number;
  /** Its calls that run now. */
  inFlight: number;
  /** The holder that took its last call. */
  lastHolder: string | undefined;
  /** Its calls that came in with this shape had this description: the same nearly always. */
  shape: string;
  described: Uint8Array;
}

/** Told when an agent comes or goes; `present` counts those that are there after it. */
export type PresenceListener = (state: "join" | "leave", name: string, present: number) => void;

/** The agents of one link: who has made a request in the last minutes. Bounded: the one quiet longest goes first. */
export class Agents {
  readonly #present = new Map<string, Agent>();
  readonly #most: number;
  readonly #listener: PresenceListener;

  constructor(most: number, listener: PresenceListener) {
    this.#most = most;
    this.#listener = listener;
  }

  get size(): number {
    return this.#present.size;
  }

  /** Counts a request of the agent: it is there. */
  seen(mark: string, client: Client, now: number): Agent {
    const known = this.#present.get(mark);
    if (known !== undefined) {
      known.seen = now;
      return known;
    }
    if (this.#present.size >= this.#most) this.#dropQuietest();
    const agent: Agent = {
      mark,
      name: client.name,
      seen: now,
      inFlight: 0,
      lastHolder: undefined,
      shape: "",
      described: new Uint8Array(0),
    };
    this.#present.set(mark, agent);
    this.#listener("join", agent.name, this.#present.size);
    return agent;
  }

  /** Its session ended. */
  leave(mark: string): void {
    const agent = this.#present.get(mark);
    if (agent === undefined) return;
    this.#present.delete(mark);
    this.#listener("leave", agent.name, this.#present.size);
  }

  /** Those without a request since `before` leave, unless a call of theirs runs. */
  sweep(before: number): void {
    for (const agent of this.#present.values()) if (agent.seen < before && agent.inFlight === 0) this.leave(agent.mark);
  }

  #dropQuietest(): void {
    let quietest: Agent | undefined;
    for (const agent of this.#present.values()) if (quietest === undefined || agent.seen < quietest.seen) quietest = agent;
    if (quietest !== undefined) this.leave(quietest.mark);
  }
}

/** The member `agent` of a request frame, as JSON (docs/protocol.md §3). Made once for an agent as long as its requests look alike. */
export function describeAgent(agent: Agent, client: Client, logLevel: LogLevel | undefined): Uint8Array {
  const { name, version, revision, can } = client;
  const shape = `${revision} ${can.elicitForm} ${can.elicitUrl} ${can.sampling} ${can.roots} ${logLevel ?? ""}`;
  if (agent.shape !== shape) {
    agent.shape = shape;
    agent.described = encodeAgent({ name, version, revision, can, session: agent.mark, ...(logLevel === undefined ? {} : { logLevel }) });
  }
  return agent.described;
}
