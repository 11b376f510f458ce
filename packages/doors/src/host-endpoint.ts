import { type Caller, type ContentOptions, type Host, type Principal, Fault, applyCeilings, visibleJson } from "@jackfield/contract";
import { type Description, type Endpoint, type Reply, type Request, paramHeadersOf } from "@jackfield/mcp";
import { type AnswerOptions, answer } from "./answer.ts";
import { callerOf } from "./caller.ts";
import { capabilitiesOf } from "./capabilities.ts";
import { type DoorLimits, doorCeilings } from "./ceilings.ts";

export interface HostEndpointOptions {
  /** Which door this is: calls carry it, so that policy can tell doors apart. */
  readonly door: string;
  readonly scope: string;
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
  const running: Map<string, { readonly abort: AbortController; readonly mark: string }> = new Map();
  const perMark: Map<string, number> = new Map();
  const paramHeaders: WeakMap<object, ReturnType<typeof paramHeadersOf>> = new WeakMap();

  const begin = (request: Request): AbortController => {
    const abort = new AbortController();
    running.set(request.key, { abort, mark: request.mark });
    perMark.set(request.mark, (perMark.get(request.mark) ?? 0) + 1);
    return abort;
  };
  const end = (key: string): void => {
    const entry = running.get(key);
    if (entry === undefined) return;
    running.delete(key);
    const left = (perMark.get(entry.mark) ?? 1) - 1;
    if (left > 0) perMark.set(entry.mark, left);
    else perMark.delete(entry.mark);
  };

  return {
    scope: options.scope,
    principal: options.principal,
    describe: () => description,
    running: () => running.size,
    request(request, reply) {
      const abort = begin(request);
      const caller = callerOf(
        {
          key: request.key,
          principal: request.principal,
          client: request.client,
          door: options.door,
          scope: request.scope,
          mark: request.mark,
          signal: abort.signal,
        },
        {
          progress: (progress) => reply.progress(progress),
          log: (level, data, logger) => reply.log(level, encoder.encode(visibleJson(JSON.stringify(data))), logger),
          ask: asking(reply),
        },
        limits,
      );
      answer(host, request, caller, answering).then(
        (result) => reply.value(result),
        (thrown: unknown) => reply.fault(Fault.from(thrown)),
      ).finally(() => end(request.key));
    },
    gone(request, why) {
      running.get(request.key)?.abort.abort(new Fault(why === "timeout" ? "timeout" : why === "closed" ? "closing" : "cancelled"));
    },
    notified: () => undefined,
    watch: (uri, on) => host.watch?.(uri, on),
    admit(method, mark) {
      if (running.size >= limits.calls) return busy("calls", limits.calls);
      return (perMark.get(mark) ?? 0) >= limits.callsPerClient ? busy("callsPerClient", limits.callsPerClient) : undefined;
    },
    paramHeaders(name) {
      const schema = host.tools(options.principal).find((tool) => tool.name === name)?.input.json;
      if (schema === undefined) return [];
      let headers = paramHeaders.get(schema);
      if (headers === undefined) paramHeaders.set(schema, (headers = paramHeadersOf(schema)));
      return headers;
    },
  };
}

function asking(reply: Reply): Caller["ask"] {
  return (questions, options = {}) =>
    new Promise((resolve, reject) => {
      reply.ask({ questions, ...options, done: (answers) => (Fault.is(answers) ? reject(answers) : resolve(answers)) });
    });
}

function busy(ceiling: string, limit: number): Fault {
  return new Fault("busy", undefined, { data: { ceiling, limit, retryAfterMs: 1_000 } });
}

const encoder = new TextEncoder();
