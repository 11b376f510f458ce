import { Fault, type JsonObject, LiveList } from "@jackfield/contract";
import type { Engine } from "./engine.ts";
import { statusOf } from "./call.ts";
import { readClient } from "./client.ts";
import {
  type Accepts,
  checkParamHeaders,
  checkSessionVersion,
  checkStatelessHeaders,
  claimsEnvelope,
  isJsonType,
  readAccept,
  readEnvelope,
} from "./head.ts";
import { HttpOutlet } from "./http-outlet.ts";
import { openListen, openSessionStream } from "./listen.ts";
import { type Message, isObject, readMessages } from "./message.ts";
import { Replay, readEventId } from "./replay.ts";
import { retryAfter } from "./retry-after.ts";
import { isStateless, takesBatches, takesResumption } from "./revisions.ts";
import { errorAnswer } from "./splice.ts";
import { httpChannel } from "./stream-channel.ts";
import type { Endpoint, Exchange, Head, Headers, Session, Sessions, Sink } from "./types.ts";

type RequestMessage = Extract<Message, { is: "request" }>;

/** Streamable HTTP, every revision. One instance serves any number of endpoints. */
export class HttpFront {
  readonly #engine: Engine;
  /** Those whose answer was not there in the turn of the request. */
  readonly #outlets: LiveList<HttpOutlet> = new LiveList();
  readonly #over = (outlet: HttpOutlet): void => {
    if (outlet.living !== undefined) this.#outlets.remove(outlet.living);
  };
  readonly #replays: Map<string, Replay> = new Map();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  get waiting(): number {
    return this.#outlets.size;
  }

  tick(now: number): void {
    for (const outlet of this.#outlets.all()) outlet.tick(now);
    for (const replay of this.#replays.values()) replay.tick(now);
  }

  handle(head: Head, body: Uint8Array, endpoint: Endpoint, sessions: Sessions, sink: Sink): Exchange | undefined {
    switch (head.method) {
      case "POST":
        return this.#post(head, body, endpoint, sessions, sink);
      case "GET":
        return this.#get(head, endpoint, sessions, sink);
      case "DELETE":
        return this.#delete(head, endpoint, sessions, sink);
      default:
        return refuse(sink, new Fault("http_method"), undefined, ["allow", "POST, GET, DELETE"]);
    }
  }

  #post(head: Head, body: Uint8Array, endpoint: Endpoint, sessions: Sessions, sink: Sink): Exchange | undefined {
    if (!isJsonType(head.header("content-type"))) return refuse(sink, new Fault("media_type"));
    const accepts = readAccept(head.header("accept"));
    if (!accepts.json && !accepts.stream) return refuse(sink, new Fault("not_acceptable"));
    const read = readMessages(body, this.#engine.limits.jsonDepth, this.#engine.limits.batchMessages, this.#engine.ports.isUtf8);
    if (Fault.is(read)) return refuse(sink, read);
    if (read.batch) return this.#batch(head, read.messages, accepts, endpoint, sessions, sink);
    const [message] = read.messages;
    if (message === undefined) return refuse(sink, new Fault("invalid_request"));
    if (message.is === "bad") return refuse(sink, message.fault, message.id);
    const versionHeader = head.header("mcp-protocol-version")?.trim();
    const namesStateless = versionHeader !== undefined && isStateless(versionHeader);
    if (message.is === "request" && (claimsEnvelope(message.value) || (namesStateless && message.method !== "initialize"))) {
      return this.#stateless(head, message, accepts, endpoint, sink);
    }
    // Stateless notifications have no meaning over HTTP yet (2026-07-28 names none): taken, and nothing follows.
    if (message.is === "notification" && namesStateless) return accepted(sink);
    const badVersion = checkSessionVersion(versionHeader);
    if (badVersion !== undefined) return refuse(sink, badVersion, message.is === "request" ? message.id : undefined);
    if (message.is === "request" && message.method === "initialize") return this.#initialize(message, accepts, endpoint, sessions, sink);
    const session = findSession(head, sessions);
    if (Fault.is(session)) return refuse(sink, session, message.is === "request" ? message.id : undefined);
    return this.#inSession(message, session, accepts, endpoint, sink);
  }

  #initialize(message: RequestMessage, accepts: Accepts, endpoint: Endpoint, sessions: Sessions, sink: Sink): Exchange | undefined {
    const outlet = this.#outlet(sink, accepts, false);
    this.#engine.initialize(message, endpoint, outlet, (client) => {
      const session = sessions.open(client);
      if (!Fault.is(session)) outlet.header("mcp-session-id", session.id);
      return session;
    });
    return this.#kept(outlet);
  }

  #inSession(message: Message, session: Session, accepts: Accepts, endpoint: Endpoint, sink: Sink): Exchange | undefined {
    if (message.is === "request") {
      const { limits } = this.#engine;
      if (limits.resumeMs > 0 && accepts.stream && takesResumption(session.client.revision) && this.#replays.size < limits.resumable) {
        return this.#resumable(message, session, accepts, endpoint, sink);
      }
      const outlet = this.#outlet(sink, accepts, false);
      this.#engine.sessionRequest(message, endpoint, session, outlet);
      return this.#kept(outlet);
    }
    this.#take(message, session, endpoint);
    return accepted(sink);
  }

  /** An answer that outlives its connection. */
  #resumable(message: RequestMessage, session: Session, accepts: Accepts, endpoint: Endpoint, sink: Sink): Exchange | undefined {
    const { ports, limits } = this.#engine;
    const replay = new Replay(
      ports.mint(),
      session,
      sink,
      limits,
      () => ports.now(),
      (over) => this.#replays.delete(over.id),
    );
    this.#replays.set(replay.id, replay);
    const outlet = this.#outlet(replay, accepts, false);
    outlet.openStream();
    this.#engine.sessionRequest(message, endpoint, session, outlet);
    return this.#kept(outlet) === undefined ? undefined : replay.from(outlet);
  }

  /** A client that comes back for the rest of an answer: its own session's, or it is as good as unknown. */
  #resume(eventId: string, session: Session, sink: Sink): Exchange | undefined {
    const event = readEventId(eventId);
    const replay = event === undefined ? undefined : this.#replays.get(event.stream);
    if (event === undefined || replay === undefined || replay.session !== session)
      return refuse(sink, new Fault("not_found", "The stream cannot be taken up again", { hint: "Send the request again" }));
    return replay.resume(event.number, sink);
  }

  /** A message that has no answer. */
  #take(message: Message, session: Session, endpoint: Endpoint): void {
    if (message.is === "answer") this.#engine.questions.answered(message.id, message.error, message.value, session);
    else if (message.is === "notification") this.#engine.notification(message.method, message.value, endpoint, session);
  }

  #batch(
    head: Head,
    messages: readonly Message[],
    accepts: Accepts,
    endpoint: Endpoint,
    sessions: Sessions,
    sink: Sink,
  ): Exchange | undefined {
    const badVersion = checkSessionVersion(head.header("mcp-protocol-version"));
    if (badVersion !== undefined) return refuse(sink, badVersion);
    if (messages.some((message) => message.is === "request" && message.method === "initialize")) {
      return refuse(sink, new Fault("invalid_request", "initialize cannot be part of a batch", { hint: "Send initialize alone" }));
    }
    const session = findSession(head, sessions);
    if (Fault.is(session)) return refuse(sink, session);
    if (!takesBatches(session.client.revision)) return refuse(sink, new Fault("batch_unsupported"));
    const answered = messages.filter((message) => message.is === "request" || message.is === "bad");
    for (const message of messages) this.#take(message, session, endpoint);
    if (answered.length === 0) return accepted(sink);
    const outlet = this.#outlet(sink, accepts, true);
    for (const message of answered) {
      if (message.is === "request") this.#engine.sessionRequest(message, endpoint, session, outlet);
      else if (message.is === "bad") outlet.refuse(400, errorAnswer(message.id, message.fault, "session"));
    }
    return this.#kept(outlet);
  }

  #stateless(head: Head, message: RequestMessage, accepts: Accepts, endpoint: Endpoint, sink: Sink): Exchange | undefined {
    const envelope = readEnvelope(message.value, head.header("mcp-protocol-version")?.trim());
    if (Fault.is(envelope)) return refuseStateless(sink, envelope, message.id);
    const badHeader = checkStatelessHeaders(head, message.method, message.value);
    if (badHeader !== undefined) return refuseStateless(sink, badHeader, message.id);
    if (message.method === "tools/call") {
      const name = message.value["name"];
      const headers = typeof name === "string" ? (endpoint.paramHeaders?.(name) ?? []) : [];
      const badParam = checkParamHeaders(head, headers, message.value);
      if (badParam !== undefined) return refuseStateless(sink, badParam, message.id);
    }
    if (message.method === "subscriptions/listen") {
      if (!accepts.stream) return refuseStateless(sink, new Fault("not_acceptable"), message.id);
      const client = readClient(envelope.revision, envelope.info, envelope.capabilities);
      const stream = openListen(this.#engine, message.value, message.id, endpoint, endpoint.describe(client), httpChannel(sink));
      return Fault.is(stream) ? refuseStateless(sink, stream, message.id) : stream;
    }
    const outlet = this.#outlet(sink, accepts, false);
    this.#engine.statelessRequest(message, envelope, endpoint, outlet);
    return this.#kept(outlet);
  }

  #get(head: Head, endpoint: Endpoint, sessions: Sessions, sink: Sink): Exchange | undefined {
    const notHere = (): undefined => refuse(sink, new Fault("http_method"), undefined, ["allow", "POST, DELETE"]);
    if (head.header("mcp-session-id") === undefined) return notHere();
    const badVersion = checkSessionVersion(head.header("mcp-protocol-version"));
    if (badVersion !== undefined) return refuse(sink, badVersion);
    const session = findSession(head, sessions);
    if (Fault.is(session)) return refuse(sink, session);
    const lastEvent = head.header("last-event-id");
    if (lastEvent !== undefined && this.#engine.limits.resumeMs > 0) return this.#resume(lastEvent, session, sink);
    if (!tellsChanges(endpoint.describe(session.client).capabilities)) return notHere();
    if (!readAccept(head.header("accept")).stream) return refuse(sink, new Fault("not_acceptable"));
    const stream = openSessionStream(this.#engine, session, endpoint, httpChannel(sink));
    return Fault.is(stream) ? refuse(sink, stream) : stream;
  }

  #delete(head: Head, endpoint: Endpoint, sessions: Sessions, sink: Sink): undefined {
    const badVersion = checkSessionVersion(head.header("mcp-protocol-version"));
    if (badVersion !== undefined) return refuse(sink, badVersion);
    const session = findSession(head, sessions);
    if (Fault.is(session)) return refuse(sink, session);
    this.#engine.endSession(endpoint, session);
    sessions.end(session);
    sink.answer(204, [], []);
    return undefined;
  }

  #outlet(sink: Sink, accepts: Accepts, batch: boolean): HttpOutlet {
    return new HttpOutlet(sink, accepts, batch, this.#engine.limits, this.#engine.ports.now(), this.#over);
  }

  #kept(outlet: HttpOutlet): Exchange | undefined {
    outlet.seal();
    if (!outlet.waiting) return undefined;
    outlet.living = this.#outlets.add(outlet);
    return outlet;
  }
}

function findSession(head: Head, sessions: Sessions): Session | Fault {
  const id = head.header("mcp-session-id");
  if (id === undefined || id === "") return new Fault("session_missing");
  return sessions.find(id) ?? new Fault("session_unknown");
}

/** Whether the endpoint ever has anything to say on a session's own stream. */
function tellsChanges(capabilities: JsonObject): boolean {
  return ["tools", "prompts", "resources"].some((name) => {
    const capability = capabilities[name];
    return isObject(capability) && (capability["listChanged"] === true || capability["subscribe"] === true);
  });
}

function accepted(sink: Sink): undefined {
  sink.answer(202, [], []);
  return undefined;
}

function refuse(sink: Sink, fault: Fault, id?: Uint8Array, headers: Headers = []): undefined {
  sink.answer(
    statusOf(fault.code, "session"),
    ["content-type", "application/json", ...retryAfter(fault), ...headers],
    errorAnswer(id, fault, "session"),
  );
  return undefined;
}

function refuseStateless(sink: Sink, fault: Fault, id: Uint8Array): undefined {
  sink.answer(
    statusOf(fault.code, "stateless"),
    ["content-type", "application/json", ...retryAfter(fault)],
    errorAnswer(id, fault, "stateless"),
  );
  return undefined;
}
