import { type Change, type Client, Fault, type FaultCode, type Json, type JsonObject, type LogLevel, logLevels } from "@jackfield/contract";
import { Call, type CallEcho, type CallKeeper, statusOf } from "./call.ts";
import { Calls } from "./calls.ts";
import { readClient } from "./client.ts";
import { type Envelope, envelopeKeys } from "./head.ts";
import { utf8 } from "./json-bytes.ts";
import { type Message, isObject } from "./message.ts";
import { type Method, methodOf } from "./methods.ts";
import type { Outlet } from "./outlet.ts";
import { Parking } from "./parking.ts";
import { Questions } from "./questions.ts";
import { negotiate, statelessRevisions } from "./revisions.ts";
import { errorAnswer } from "./splice.ts";
import { Streams } from "./streams.ts";
import type { CoreLimits, Description, Endpoint, Ports, Request, Session } from "./types.ts";
import { Watches } from "./watches.ts";

type RequestMessage = Extract<Message, { is: "request" }>;

/** An outlet that calls are counted on. */
export interface CountingOutlet extends Outlet {
  add(call: Call): void;
  /** Another call answers in this one's place. */
  replaced(call: Call): void;
  /** The answer to a request that never became a call. */
  refuse(status: number, parts: readonly Uint8Array[]): void;
}

/** Opens a session for `initialize`: the HTTP door mints one, a line has just one. */
export type OpenSession = (client: Client) => Session | Fault;

/** What HTTP and lines share: the tables of live things, and what each method does once its framing and era are known. */
export class Engine implements CallKeeper {
  readonly ports: Ports;
  readonly limits: CoreLimits;
  readonly calls: Calls = new Calls();
  readonly streams: Streams = new Streams();
  readonly watches: Watches = new Watches();
  readonly questions: Questions;
  readonly parking: Parking;

  constructor(ports: Ports, limits: CoreLimits) {
    this.ports = ports;
    this.limits = limits;
    this.questions = new Questions(ports, limits.askMs);
    this.parking = new Parking(ports, limits);
  }

  forget(call: Call): void {
    this.calls.remove(call);
    this.questions.drop(call);
    this.parking.drop(call);
  }

  question(...[call, round, outlet]: Parameters<CallKeeper["question"]>): void {
    this.questions.open(call, round, (message) => outlet.say(message));
  }

  park(call: Call, round: Parameters<CallKeeper["park"]>[1]): string | Fault {
    return this.parking.park(call, round);
  }

  /** A request of a session, whose session is known. */
  sessionRequest(message: RequestMessage, endpoint: Endpoint, session: Session, outlet: CountingOutlet): void {
    const call = this.#call(message, endpoint, session.client, session, session.logLevel, session.mark, outlet, "session");
    if (call === undefined) return;
    const own = sessionMethods[message.method];
    if (own !== undefined) return own(this, call, message.value, session);
    this.#hand(call);
  }

  /** `initialize`: the one request that needs no session. */
  initialize(message: RequestMessage, endpoint: Endpoint, outlet: CountingOutlet, open: OpenSession): Session | undefined {
    const capabilities = message.value["capabilities"];
    const client = readClient(
      negotiate(message.value["protocolVersion"]),
      message.value["clientInfo"],
      isObject(capabilities) ? capabilities : {},
    );
    const call = this.#call(message, endpoint, client, undefined, undefined, "", outlet, "session");
    if (call === undefined) return undefined;
    const session = open(client);
    if (Fault.is(session)) {
      call.fault(session);
      return undefined;
    }
    const { info, instructions } = call.description;
    call.value({
      protocolVersion: client.revision,
      capabilities: call.description.capabilities,
      serverInfo: info as unknown as JsonObject,
      ...(instructions === undefined ? {} : { instructions }),
    });
    return session;
  }

  /**
   * A request of the stateless era, whose envelope has been read. `subscriptions/listen` is the framing's own business. `line` stands for the
   * peer where one line is one client, so that `notifications/cancelled` finds its call.
   */
  statelessRequest(message: RequestMessage, envelope: Envelope, endpoint: Endpoint, outlet: CountingOutlet, line?: Session): void {
    const client = readClient(envelope.revision, envelope.info, envelope.capabilities);
    const logLevel = readLevel(envelope.logLevel);
    if (envelope.logLevel !== undefined && logLevel === undefined) {
      return this.refuse(message, outlet, new Fault("invalid_params", `${envelopeKeys.logLevel} is not a log level`), "stateless");
    }
    const mark = this.markOf(client);
    const state = message.value["requestState"];
    const given = message.value["inputResponses"];
    if (given !== undefined && !isObject(given))
      return this.refuse(message, outlet, new Fault("invalid_params", "inputResponses is not an object"), "stateless");
    const call = this.#call(message, endpoint, client, line, logLevel, mark, outlet, "stateless", state === undefined ? given : undefined);
    if (call === undefined) return;
    if (message.method === "server/discover") return this.#discover(call);
    if (state === undefined) return this.#hand(call);
    const retry = this.parking.retry(call.request, state, given, outlet, this.#echo(message, undefined), (parked) => {
      this.calls.remove(call);
      outlet.add(parked);
    });
    switch (retry.is) {
      case "attached":
        // The parked call answers through this outlet now: the one made for the retry steps back without a word.
        outlet.replaced(call);
        return;
      case "refused":
        return call.fault(retry.fault);
      case "afresh":
        return this.#hand(call);
    }
  }

  /** Answers a request that never became a call. */
  refuse(message: RequestMessage, outlet: CountingOutlet, fault: Fault, era: "session" | "stateless"): void {
    outlet.refuse(statusOf(fault.code, era), errorAnswer(message.id, fault, era));
  }

  notification(method: string, params: JsonObject, endpoint: Endpoint, session: Session | undefined): void {
    if (method === "notifications/cancelled" && session !== undefined) {
      const id = params["requestId"];
      if (typeof id === "string" || typeof id === "number") this.calls.cancel(endpoint.scope, session, utf8(JSON.stringify(id)));
      return;
    }
    if (method === "notifications/roots/list_changed") endpoint.notified(method, params, session);
  }

  /** A session is over: its stream, its calls and its watches with it. */
  endSession(endpoint: Endpoint, session: Session): void {
    this.streams.ofSession(session, endpoint.scope)?.close();
    for (const call of this.calls.ofSession(endpoint.scope, session)) call.end("closed");
    for (const uri of session.watching ?? []) this.watches.remove(endpoint, uri);
    delete session.watching;
  }

  publish(scope: string, change: Change): void {
    this.streams.publish(scope, change);
  }

  endScope(scope: string): void {
    this.streams.closeScope(scope);
    for (const call of this.calls.ofScope(scope)) call.end("closed");
  }

  /** The same for all requests of one stateless client, as far as can be known: display and fairness only. */
  markOf(client: Client): string {
    const name = `${client.name}\n${client.version}`;
    let mark = this.#marks.get(name);
    if (mark === undefined) {
      mark = this.ports.digest(utf8(name)).slice(0, 12);
      if (this.#marks.size >= 256) this.#marks.clear();
      this.#marks.set(name, mark);
    }
    return mark;
  }
  readonly #marks: Map<string, string> = new Map();

  /** A call for a request whose method the era has and the endpoint declares; otherwise it is answered here. */
  #call(
    message: RequestMessage,
    endpoint: Endpoint,
    client: Client,
    session: Session | undefined,
    logLevel: LogLevel | undefined,
    mark: string,
    outlet: CountingOutlet,
    era: "session" | "stateless",
    prefill?: JsonObject,
  ): Call | undefined {
    const method = methodOf(message.method, era);
    const description = endpoint.describe(client);
    const request: Request = {
      key: this.ports.mint(),
      method: message.method,
      name: nameOf(message, method),
      params: message.params,
      value: message.value,
      client,
      session,
      mark,
      logLevel,
      scope: endpoint.scope,
      principal: endpoint.principal,
    };
    const call = new Call(this, endpoint, request, this.#echo(message, prefill), outlet, method, description, era);
    outlet.add(call);
    this.calls.add(call);
    if (method === undefined) return this.#answered(call, "method_unknown");
    if (method.needs !== undefined && description.capabilities[method.needs] === undefined) {
      if (method.empty === undefined) return this.#answered(call, "method_unknown");
      call.result(utf8(method.empty));
      return undefined;
    }
    return call;
  }

  #answered(call: Call, code: FaultCode): undefined {
    call.fault(new Fault(code));
    return undefined;
  }

  #echo(message: RequestMessage, prefill: JsonObject | undefined): CallEcho {
    const meta = message.value["_meta"];
    const token = isObject(meta) ? meta["progressToken"] : undefined;
    return { id: message.id, progressToken: typeof token === "string" || typeof token === "number" ? token : undefined, prefill };
  }

  #hand(call: Call): void {
    const { endpoint, request } = call;
    if (call.method?.named !== undefined && request.name === undefined)
      return call.fault(new Fault("invalid_params", `params.${call.method.named} is not a string`));
    const refusal = endpoint.admit?.(request.method, request.mark);
    if (refusal !== undefined) return call.fault(refusal);
    endpoint.request(request, call);
  }

  #discover(call: Call): void {
    const { instructions, capabilities } = call.description;
    call.value({ supportedVersions: statelessRevisions, capabilities, ...(instructions === undefined ? {} : { instructions }) });
  }
}

/** The methods of a session that the core answers itself. */
const sessionMethods: Readonly<Record<string, (engine: Engine, call: Call, params: JsonObject, session: Session) => void>> = {
  initialize: (_engine, call) => call.fault(new Fault("invalid_request", "The session is already initialized")),
  ping: (_engine, call) => call.value({}),
  "logging/setLevel": (_engine, call, params, session) => {
    const level = readLevel(params["level"]);
    if (level === undefined)
      return call.fault(new Fault("invalid_params", "level is not a log level", { hint: `Use one of ${logLevels.join(", ")}` }));
    session.logLevel = level;
    call.value({});
  },
  "resources/subscribe": (engine, call, params, session) => {
    const uri = params["uri"];
    if (!canSubscribe(call.description)) return call.fault(new Fault("method_unknown"));
    if (typeof uri !== "string") return call.fault(new Fault("invalid_params", "uri is not a string"));
    const watching = (session.watching ??= new Set());
    if (watching.has(uri)) return call.value({});
    if (watching.size >= engine.limits.watchesPerStream) {
      return call.fault(
        new Fault("invalid_params", "The session watches too many resources", {
          hint: "Unsubscribe from one first",
          data: { ceiling: "watchesPerStream", limit: engine.limits.watchesPerStream },
        }),
      );
    }
    watching.add(uri);
    engine.watches.add(call.endpoint, uri);
    call.value({});
  },
  "resources/unsubscribe": (engine, call, params, session) => {
    const uri = params["uri"];
    if (!canSubscribe(call.description)) return call.fault(new Fault("method_unknown"));
    if (typeof uri === "string" && session.watching?.delete(uri) === true) engine.watches.remove(call.endpoint, uri);
    call.value({});
  },
};

/** Whether this description offers resource subscriptions. */
export function canSubscribe(description: Description): boolean {
  const resources = description.capabilities["resources"];
  return isObject(resources) && resources["subscribe"] === true;
}

function readLevel(value: Json | undefined): LogLevel | undefined {
  return logLevels.find((level) => level === value);
}

function nameOf(message: RequestMessage, method: Method | undefined): string | undefined {
  const name = method?.named === undefined ? undefined : message.value[method.named];
  return typeof name === "string" ? name : undefined;
}
