import { type Client, type ClientCan, type Ending, Fault, type JsonObject } from "@jackfield/contract";
import type { Pieces } from "@jackfield/mcp";
import type { UpstreamLimits } from "./ceilings.ts";
import type { Channel, Connect } from "./channel.ts";
import type { Ear } from "./ear.ts";
import { type Era, type EraKind, type ServerFacts, openEra } from "./era.ts";
import { isObject } from "./incoming.ts";
import type { Result } from "./open-request.ts";
import { joined, ownResult, valueOf } from "./own-result.ts";
import { type PeerEvents, PeerState } from "./peer-state.ts";
import { questionsOf, visitsOf } from "./question.ts";
import type { Asked } from "./request-message.ts";
import { isStatelessRevision } from "./revisions.ts";
import { VisitFirst } from "./rpc-error.ts";

/**
 * One open connection to one server, of either era: requests by our own numbers, what the server says meanwhile to the call it belongs to. A server's
 * question with no call to ask is refused; so is one that could be two clients'.
 */
export class Peer {
  readonly facts: ServerFacts;
  readonly #channel: Channel;
  readonly #era: Era;
  readonly #limits: UpstreamLimits;
  readonly #state: PeerState;

  private constructor(channel: Channel, era: Era, facts: ServerFacts, limits: UpstreamLimits, state: PeerState) {
    this.facts = facts;
    this.#channel = channel;
    this.#era = era;
    this.#limits = limits;
    this.#state = state;
  }

  /**
   * Connects and greets the server, as a client that can do what `can` says. `known`: the era it is of. Rejects with a Fault that says what it wrote to
   * stderr.
   */
  static async open(
    connect: Connect,
    { can, known, signs }: { readonly can: ClientCan; readonly known: EraKind | undefined; readonly signs: boolean },
    limits: UpstreamLimits,
    events: PeerEvents,
    ending: Ending,
  ): Promise<Peer> {
    const state = new PeerState(events);
    const channel = connect(state);
    state.channel = channel;
    try {
      const { era, facts } = await openEra(
        {
          can,
          signs,
          limits,
          channel,
          request: (asked, options) => state.raw(asked, options, ending),
          strange: (why) => events.strange(why),
        },
        known,
      );
      state.era = era;
      return new Peer(channel, era, facts, limits, state);
    } catch (thrown) {
      await channel.close();
      throw thrown;
    }
  }

  get isOver(): boolean {
    return this.#state.over !== undefined;
  }

  get lastWords(): string {
    return this.#channel.lastWords;
  }

  /**
   * Sends a request and waits for its result: the bytes, without what belongs to this hop. Questions are put to the ear. Rejects with a Fault: the server's
   * own error, or what became of it. When the call ends early, the server is told.
   */
  request(asked: Asked, ear: Ear, ending: Ending): Promise<Pieces> {
    const first = this.#send(asked, ear, ending);
    return first.then(
      (answer) => this.#complete(answer) ?? this.#rounds(first, asked, ear, ending),
      (thrown: unknown) => {
        if (thrown instanceof VisitFirst) return this.#rounds(first, asked, ear, ending);
        throw thrown;
      },
    );
  }

  /** The client's bytes of a result, where that is all there is to it. */
  #complete({ body, members }: Result): Pieces | undefined {
    const own = ownResult(body, members);
    // Before 2026-07-28 those members mean nothing: a server that writes them gets them taken out, as all of the protocol's own.
    return own.kind === "complete" || !this.#era.isStateless ? own.body : undefined;
  }

  /** A request whose first answer is not the last. */
  async #rounds(first: Promise<Result>, asked: Asked, ear: Ear, ending: Ending): Promise<Pieces> {
    let more: JsonObject = {};
    let visited = false;
    let sent = first;
    for (let round = 0; round < mostRounds; round++) {
      let answer: Result;
      if (round > 0) sent = this.#send({ ...asked, params: { ...asked.params, ...more } }, ear, ending);
      try {
        answer = await sent;
      } catch (thrown) {
        // Once: a server that wants more visits after the first would keep the person going.
        if (!(thrown instanceof VisitFirst) || visited || !ear.client.can.elicitUrl) throw thrown;
        visited = true;
        await this.#visit(thrown, ear, ending);
        continue;
      }
      const body = this.#complete(answer);
      if (body !== undefined) return body;
      if (ownResult(answer.body, answer.members).kind === "other")
        throw new Fault("result_invalid", "The server answered with a kind of result that is not known here");
      more = await this.#answers(answer, ear);
    }
    throw new Fault("tool_failed", `The server asked more than ${mostRounds} times in one call`);
  }

  /** A request for nobody, and its result as a value: lists. */
  own(asked: Asked, ms: number): Promise<JsonObject> {
    const meta = (number: number): string => this.#era.meta(number, nobody);
    return this.#state.raw(asked, { ms, meta });
  }

  /** Watches a resource, or no longer. What fails is only not watched. */
  async watch(uri: string, on: boolean): Promise<void> {
    await this.#era.watch(uri, on);
  }

  close(): Promise<void> {
    this.#state.ended(new Fault("closing"));
    this.#era.close();
    return this.#channel.close();
  }

  #send(asked: Asked, ear: Ear, ending: Ending): Promise<Result> {
    const { openRequests } = this.#limits;
    if (this.#state.open.size >= openRequests) {
      const data = { ceiling: "openRequests", limit: openRequests, retryAfter: 2 };
      return Promise.reject(new Fault("busy", "The server has too many requests open", { data }));
    }
    return this.#state.send(asked, (number) => this.#era.meta(number, ear.client), ear, ending);
  }

  /** MCP 2026-07-28: what an `input_required` asks is put to the ear; the retry brings the answers and the server's state, byte by byte. */
  async #answers(answer: Result, ear: Ear): Promise<JsonObject> {
    const body = joined(answer.body);
    const requests = valueOf(body, answer.members, "inputRequests");
    const state = valueOf(body, answer.members, "requestState");
    const questions = isObject(requests) ? questionsOf(requests, ear.client.can) : {};
    const inputResponses = Object.keys(questions).length === 0 ? undefined : await ear.ask(questions);
    return {
      ...(inputResponses === undefined ? {} : { inputResponses }),
      ...(typeof state === "string" ? { requestState: state } : {}),
    };
  }

  /** MCP 2025-11-25: the person is asked to open an address, and the server says when that is done; the same request is then sent again. */
  async #visit(wanted: VisitFirst, ear: Ear, ending: Ending): Promise<void> {
    const { questions, ids } = visitsOf(wanted.what, !isStatelessRevision(ear.client.revision));
    if (ids.length === 0) throw wanted;
    const done = this.#state.completed(ids, this.#limits.visitMs, ending);
    try {
      const answers = await ear.ask(questions);
      if (Object.values(answers).some(({ action }) => action !== "accept"))
        throw new Fault("denied", "The person did not open the address that the server asks for");
      await done.promise;
    } finally {
      done.stop();
    }
  }
}

/** Who lists are asked for: someone that can be asked nothing. */
const nobody: Client = {
  name: "jackfield",
  version: "0.1.0",
  revision: "",
  can: { elicitForm: false, elicitUrl: false, sampling: false, roots: false },
};

/** Rounds of questions in one call: a server that never stops asking. */
const mostRounds = 32;
