import {
  type Caller,
  type ContentOptions,
  type Host,
  type Json,
  type JsonObject,
  type LogLevel,
  type Principal,
  type Progress,
  type Soon,
  Fault,
  applyCeilings,
  visibleJson,
} from "@jackfield/contract";
import { type Description, type Endpoint, type Reply, paramHeadersOf } from "@jackfield/mcp";
import { type AnswerOptions, answer } from "./answer.ts";
import { type Voice, DoorCaller } from "./caller.ts";
import { capabilitiesOf } from "./capabilities.ts";
import { CallCount } from "./call-count.ts";
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
  const paramHeaders: WeakMap<object, ReturnType<typeof paramHeadersOf>> = new WeakMap();

  return {
    scope: options.scope,
    principal: options.principal,
    describe: () => description,
    running: () => calls.size,
    request(request, reply) {
      const { key, principal, client, mark } = request;
      // The mark of a session is ours; without one it is made of what the client says of itself, which `calls` bounds in all.
      const scope = options.manyChats === true ? `${request.scope} ${mark}` : request.scope;
      const facts = { key, principal, client, door: options.door, scope, mark, ending: calls.begin(key, mark) };
      const done = (result: JsonObject): void => {
        calls.end(key);
        reply.value(result);
      };
      const failed = (thrown: unknown): void => {
        calls.end(key);
        reply.fault(Fault.from(thrown));
      };
      let result: Soon<JsonObject>;
      try {
        result = answer(host, request, new DoorCaller(facts, new ReplyVoice(reply, calls, key), limits), answering);
      } catch (thrown) {
        return failed(thrown);
      }
      if (result instanceof Promise) result.then(done, failed);
      else done(result);
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

/** What a call says goes to its reply. */
class ReplyVoice implements Voice {
  readonly #reply: Reply;
  readonly #calls: CallCount;
  readonly #key: string;

  constructor(reply: Reply, calls: CallCount, key: string) {
    this.#reply = reply;
    this.#calls = calls;
    this.#key = key;
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
    return this.#calls.asking(this.#key, asked);
  }
}

const encoder = new TextEncoder();
