import { Fault, type JsonObject } from "@jackfield/contract";
import type { Engine } from "./engine.ts";
import type { EventStream } from "./event-stream.ts";
import { readClient } from "./client.ts";
import { claimsEnvelope, readEnvelope } from "./head.ts";
import { joined } from "./json-bytes.ts";
import { LineOutlet } from "./line-outlet.ts";
import { lineChannel } from "./stream-channel.ts";
import { openListen, openSessionStream } from "./listen.ts";
import { type Message, readMessages } from "./message.ts";
import { takesBatches } from "./revisions.ts";
import { errorAnswer } from "./splice.ts";
import type { LinePeer, Session } from "./types.ts";

type RequestMessage = Extract<Message, { is: "request" }>;

interface LineState {
  session: Session | undefined;
  /** Stateless calls belong to the line itself: this stands for it where a session would. */
  readonly stateless: Session;
  readonly listens: Map<string, EventStream>;
}

/** Newline-framed peers (stdio), every revision. A line is one client: its session is the line itself. */
export class LineFront {
  readonly #engine: Engine;
  readonly #states: WeakMap<LinePeer, LineState> = new WeakMap();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  handle(bytes: Uint8Array, peer: LinePeer): void {
    const state = this.#state(peer);
    const read = readMessages(bytes, this.#engine.limits.jsonDepth, this.#engine.limits.batchMessages, this.#engine.ports.isUtf8);
    if (Fault.is(read)) return peer.send(joined(errorAnswer(undefined, read, "session")));
    if (read.batch && !takesBatches(state.session?.client.revision ?? "")) {
      return peer.send(joined(errorAnswer(undefined, new Fault("batch_unsupported"), "session")));
    }
    const outlet = new LineOutlet(peer, read.batch);
    for (const message of read.messages) this.#message(message, peer, state, outlet);
    outlet.seal();
  }

  /** The line is closed: whatever it had open ends. */
  close(peer: LinePeer): void {
    const state = this.#states.get(peer);
    if (state === undefined) return;
    this.#states.delete(peer);
    for (const stream of state.listens.values()) stream.dropped();
    for (const session of [state.session, state.stateless]) if (session !== undefined) this.#engine.endSession(peer.endpoint, session);
  }

  #message(message: Message, peer: LinePeer, state: LineState, outlet: LineOutlet): void {
    switch (message.is) {
      case "bad":
        return outlet.refuse(400, errorAnswer(message.id, message.fault, "session"));
      case "answer":
        return this.#engine.questions.answered(message.id, message.error, message.value, state.session);
      case "notification":
        return this.#notification(message.method, message.value, peer, state);
      case "request":
        return claimsEnvelope(message.value)
          ? this.#stateless(message, peer, state, outlet)
          : this.#inSession(message, peer, state, outlet);
    }
  }

  #inSession(message: RequestMessage, peer: LinePeer, state: LineState, outlet: LineOutlet): void {
    if (state.session !== undefined) return this.#engine.sessionRequest(message, peer.endpoint, state.session, outlet);
    if (message.method === "initialize") {
      state.session = this.#engine.initialize(message, peer.endpoint, outlet, (client) => ({
        id: "line",
        client,
        mark: this.#engine.markOf(client),
      }));
      // Over HTTP a session opens a stream to hear of changes; a line is always open.
      if (state.session !== undefined) openSessionStream(this.#engine, state.session, peer.endpoint, lineChannel(peer));
      return;
    }
    // A probe for the other era must fail plainly: clients fall back to initialize on -32601.
    const fault =
      message.method === "server/discover"
        ? readEnvelope(message.value, undefined)
        : new Fault("session_missing", "The server is not initialized", { hint: "Send initialize first" });
    this.#engine.refuse(message, outlet, Fault.is(fault) ? fault : new Fault("envelope_invalid"), "stateless");
  }

  #stateless(message: RequestMessage, peer: LinePeer, state: LineState, outlet: LineOutlet): void {
    const envelope = readEnvelope(message.value, undefined);
    if (Fault.is(envelope)) return this.#engine.refuse(message, outlet, envelope, "stateless");
    if (message.method !== "subscriptions/listen")
      return this.#engine.statelessRequest(message, envelope, peer.endpoint, outlet, state.stateless);
    const client = readClient(envelope.revision, envelope.info, envelope.capabilities);
    const id = new TextDecoder().decode(message.id);
    const stream = openListen(this.#engine, message.value, message.id, peer.endpoint, peer.endpoint.describe(client), lineChannel(peer));
    if (Fault.is(stream)) this.#engine.refuse(message, outlet, stream, "stateless");
    else state.listens.set(id, stream);
  }

  #notification(method: string, params: JsonObject, peer: LinePeer, state: LineState): void {
    if (method === "notifications/cancelled") {
      const id = JSON.stringify(params["requestId"] ?? null);
      const listen = state.listens.get(id);
      if (listen !== undefined) {
        state.listens.delete(id);
        return listen.close();
      }
      this.#engine.notification(method, params, peer.endpoint, state.stateless);
    }
    this.#engine.notification(method, params, peer.endpoint, state.session);
  }

  #state(peer: LinePeer): LineState {
    let state = this.#states.get(peer);
    if (state === undefined) {
      const nobody = readClient("2026-07-28", undefined, {});
      state = { session: undefined, stateless: { id: "line", client: nobody, mark: "" }, listens: new Map() };
      this.#states.set(peer, state);
    }
    return state;
  }
}
