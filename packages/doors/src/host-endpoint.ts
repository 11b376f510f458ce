import {
  type Caller,
  type ContentOptions,
  type Host,
  type Json,
  type JsonObject,
  type LogLevel,
  type Passthrough,
  type Principal,
  type Progress,
  Fault,
  applyCeilings,
  isPassthrough,
  visibleJson,
} from "@jackfield/contract";
import { type Description, type Endpoint, type Reply, paramHeadersOf } from "@jackfield/mcp";
import { type AnswerOptions, answer } from "./answer.ts";
import { type Voice, DoorCaller } from "./caller.ts";
import { capabilitiesOf } from "./capabilities.ts";
import { CallCount, type RunningCall } from "./call-count.ts";
import { type DoorLimits, doorCeilings } from "./ceilings.ts";

export interface HostEndpointOptions {
  /** Which door this is: calls carry it, so that policy can tell doors apart. */
  readonly door: string;
  readonly scope: string;
  /** Many chats come in here: to the host each is a scope of its own, so that one cannot use up what another may run, or leave open. */
  readonly manyChats?: boolean;
  readonly principal: Principal;
  readonly limits?: Partial<DoorLimits>;
  readonly content?: ContentOptions;
  readonly cache?: Description["cache"];
}

/** An endpoint that answers from a host, and how much it has running. */
export interface HostEndpoint extends Endpoint {
  running(): number;
}

/**
 * MCP methods onto a host. Every call goes through `Host.call` and so through every guard; nothing here knows what a tool does. Calls are
 * looked up by the core's own keys, counted per client for fairness, and end when the client leaves.
 */
export function hostEndpoint(host: Host, options: HostEndpointOptions): HostEndpoint {
  const { limits } = applyCeilings(doorCeilings, options.limits);
  const description: Description = {
    info: { ...host.info },
    capabilities: capabilitiesOf(host.has),
    ...(host.instructions === undefined ? {} : { instructions: host.instructions }),
    ...(options.cache === undefined ? {} : { cache: options.cache }),
  };
  const answering: AnswerOptions = { ...limits, ...(options.content === undefined ? {} : { content: options.content }) };
  const calls = new CallCount(limits);
  /** The names of chats' scopes, so that each call finds one that was looked up before. */
  const chatScopes = new Map<string, string>();
  const paramHeaders: WeakMap<object, ReturnType<typeof paramHeadersOf>> = new WeakMap();

  /** The mark of a session is ours; without one it is made of what the client says of itself, which `calls` bounds in all. */
  function chatScope(scope: string, mark: string): string {
    let chat = chatScopes.get(mark);
    if (chat === undefined) {
      if (chatScopes.size >= mostChatScopes) chatScopes.clear();
      chatScopes.set(mark, (chat = `${scope} ${mark}`));
    }
    return chat;
  }

  function later(result: Promise<JsonObject | Passthrough>, call: RunningCall, key: string, reply: Reply): void {
    calls.wait(call, key);
    result.then(
      (value) => {
        calls.end(call);
        say(value, reply);
      },
      (thrown: unknown) => {
        calls.end(call);
        reply.fault(Fault.from(thrown));
      },
    );
  }

  return {
    scope: options.scope,
    principal: options.principal,
    describe: () => description,
    running: () => calls.size,
    request(request, reply) {
      const { key, principal, client, mark } = request;
      const scope = options.manyChats === true ? chatScope(request.scope, mark) : request.scope;
      const call = calls.begin(mark);
      const facts = { key, principal, client, door: options.door, scope, mark, ending: call };
      try {
        const result = answer(host, request, new DoorCaller(facts, new ReplyVoice(reply, calls, call), limits), answering);
        if (result instanceof Promise) return later(result, call, key, reply);
        calls.end(call);
        say(result, reply);
      } catch (thrown) {
        calls.end(call);
        reply.fault(Fault.from(thrown));
      }
    },
    gone(request, why) {
      calls.cancel(request.key, new Fault(why === "timeout" ? "timeout" : why === "closed" ? "closing" : "cancelled"));
    },
    notified: () => undefined,
    watch: (uri, on) => host.watch?.(uri, on),
    admit: (_method, mark) => calls.refusal(mark),
    paramHeaders(name) {
      const schema = host.tool(name, options.principal)?.input.json;
      if (schema === undefined) return [];
      let headers = paramHeaders.get(schema);
      if (headers === undefined) paramHeaders.set(schema, (headers = paramHeadersOf(schema)));
      return headers;
    },
  };
}

/** Another server's bytes go out as they came. */
function say(result: JsonObject | Passthrough, reply: Reply): void {
  if (!isPassthrough(result)) reply.value(result);
  else if (result.pieces === undefined) reply.result(result.body);
  else reply.pieces(result.pieces);
}

/** What a call says goes to its reply. */
class ReplyVoice implements Voice {
  readonly #reply: Reply;
  readonly #calls: CallCount;
  readonly #call: RunningCall;

  constructor(reply: Reply, calls: CallCount, call: RunningCall) {
    this.#reply = reply;
    this.#calls = calls;
    this.#call = call;
  }

  progress(progress: Progress): void {
    this.#reply.progress(progress);
  }

  log(level: LogLevel, data: Json, logger: string | undefined): void {
    this.#reply.log(level, encoder.encode(visibleJson(JSON.stringify(data))), logger);
  }

  ask(...[questions, how]: Parameters<Caller["ask"]>): ReturnType<Caller["ask"]> {
    const asked = (): ReturnType<Caller["ask"]> =>
      new Promise((resolve, reject) => {
        this.#reply.ask({ questions, ...how, done: (answers) => (Fault.is(answers) ? reject(answers) : resolve(answers)) });
      });
    return this.#calls.asking(this.#call, asked);
  }
}

const encoder = new TextEncoder();
const mostChatScopes = 512;
