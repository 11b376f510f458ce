import { hash } from "node:crypto";
import { type Client, Fault, type JsonObject, type Principal } from "@jackfield/contract";
import type { Description, Endpoint, Gone, ParamHeader, Reply, Request } from "@jackfield/mcp";
import { safeName, writeDownFrame } from "@jackfield/wire";
import { describeAgent } from "./agents.ts";
import type { Calls } from "./calls.ts";
import type { ListMethod, ServedCatalog } from "./catalog.ts";
import type { RelayLimits } from "./ceilings.ts";
import { connectionStatus, connectionStatusResult } from "./connection-status.ts";
import type { Link, LinkRates } from "./link.ts";
import { requestEvent } from "./request-event.ts";
import type { Tally } from "./tally.ts";

/** What every link's endpoint needs of the relay. */
export interface EndpointParts {
  readonly limits: RelayLimits;
  readonly rates: LinkRates;
  readonly calls: Calls;
  readonly tally: Tally;
  /** The relay's own catalog, or the one of links on which nothing was declared. */
  readonly catalog: ServedCatalog;
  readonly isFixed: boolean;
  readonly now: () => number;
}

/** What answers MCP requests on one link: lists from the catalog, everything else from the holder. */
export class LinkEndpoint implements Endpoint {
  readonly scope: string;
  readonly principal: Principal;
  /** The first message of the HTTP request at hand, which was counted before its body was read. */
  prepaid = false;
  readonly #link: Link;
  readonly #parts: EndpointParts;

  constructor(link: Link, parts: EndpointParts) {
    this.#link = link;
    this.#parts = parts;
    this.scope = link.token;
    // Not the token: whoever is told a principal must not hold the link.
    this.principal = { kind: "link", id: hash("sha256", `jackfield-scope/v1:${link.token}`, "base64url").slice(0, 12), scopes: [] };
  }

  get catalog(): ServedCatalog {
    return this.#link.declared ?? this.#parts.catalog;
  }

  describe(_client: Client | undefined): Description {
    return this.catalog.description;
  }

  /** Each message of a batch counts like a request of its own. */
  admit(): Fault | undefined {
    if (this.prepaid) {
      this.prepaid = false;
      return undefined;
    }
    const wait = this.#link.mcp.take(this.#parts.rates.mcp, this.#parts.now());
    if (wait === 0) return undefined;
    this.#parts.tally.add("rate_mcp");
    return new Fault("rate_limited", undefined, {
      data: { ceiling: "mcpPerMinute", limit: this.#parts.limits.mcpPerMinute, retryAfter: Math.ceil(wait / 1000) },
    });
  }

  paramHeaders(tool: string): readonly ParamHeader[] {
    return this.catalog.tools.get(tool)?.paramHeaders ?? [];
  }

  request(request: Request, reply: Reply): void {
    const handler = Object.hasOwn(handlers, request.method) ? handlers[request.method] : undefined;
    if (handler === undefined) return reply.fault(new Fault("method_unknown"));
    handler(this, request, reply);
  }

  gone(request: Request, why: Gone): void {
    const call = this.#parts.calls.find(this.scope, request.key);
    if (call !== undefined) this.#parts.calls.gone(call, why);
  }

  notified(method: string, _params: JsonObject): void {
    if (method === "notifications/roots/list_changed") this.#link.tell({ type: "notify", link: this.scope, method, params: {} });
  }

  watch(uri: string, on: boolean): void {
    const watched = (this.#link.watched ??= new Set());
    if (on ? watched.has(uri) || watched.size >= this.#parts.limits.watchesPerLink : !watched.delete(uri)) return;
    if (on) watched.add(uri);
    this.#link.taker?.send(
      writeDownFrame({ type: "notify", link: this.scope, method: on ? "resources/watch" : "resources/unwatch", params: { uri } }),
    );
  }

  list(method: ListMethod, reply: Reply): void {
    reply.result(this.catalog.lists[method]);
  }

  callTool(request: Request, reply: Reply): void {
    const name = request.name ?? "";
    const tool = this.catalog.tools.get(name);
    if (!this.#parts.isFixed && name === connectionStatus.name && (tool === undefined || this.#link.declared === undefined)) {
      return reply.value(
        connectionStatusResult(this.#link.declared === undefined ? "never" : this.#link.taker === undefined ? "away" : "here"),
      );
    }
    if (tool === undefined) return this.#unknown(request, reply, new Fault("tool_unknown", `Unknown tool: ${safeName(name)}`));
    this.forward(request, reply, tool.timeoutMs);
  }

  getPrompt(request: Request, reply: Reply): void {
    const name = request.name ?? "";
    if (!this.catalog.prompts.has(name))
      return this.#unknown(request, reply, new Fault("prompt_unknown", `Unknown prompt: ${safeName(name)}`));
    this.forward(request, reply, this.#parts.limits.callMs);
  }

  /** What a link does not have. One whose holder was with another process until a moment ago may well have it: nobody is there now, is all. */
  #unknown(request: Request, reply: Reply, fault: Fault): void {
    if (this.#link.declared === undefined && this.#link.heardEpoch > 0 && this.#link.taker === undefined) this.forward(request, reply);
    else reply.fault(fault);
  }

  /** Hands a request to the holder, or says why not. */
  forward(request: Request, reply: Reply, timeoutMs: number = this.#parts.limits.callMs): void {
    const link = this.#link;
    const { calls, tally } = this.#parts;
    const agent = link.agents.seen(request.mark, request.client, this.#parts.now());
    const busy = calls.refusal(link, agent);
    if (busy !== undefined) return reply.fault(busy);
    const holder = link.taker;
    if (holder === undefined) {
      tally.add("nobody_home");
      const { message, hint } = this.catalog.offline;
      return reply.fault(new Fault("nobody_home", message, { hint }));
    }
    const notice = agent.lastHolder === undefined || agent.lastHolder === holder.id ? undefined : otherHolder;
    agent.lastHolder = holder.id;
    const call = calls.open(link, holder, agent, request, reply, timeoutMs);
    holder.sendEvent(
      requestEvent({
        link: link.token,
        id: call.key,
        method: request.method,
        params: request.params,
        agent: describeAgent(agent, request.client, request.logLevel),
        timeoutMs: call.timeoutMs,
        notice,
      }),
    );
  }
}

const otherHolder = "Another page answers this link now than before: ids and positions from earlier results may not apply here";

const handlers: Readonly<Record<string, (endpoint: LinkEndpoint, request: Request, reply: Reply) => void>> = {
  "tools/list": (endpoint, _request, reply) => endpoint.list("tools/list", reply),
  "resources/list": (endpoint, _request, reply) => endpoint.list("resources/list", reply),
  "resources/templates/list": (endpoint, _request, reply) => endpoint.list("resources/templates/list", reply),
  "prompts/list": (endpoint, _request, reply) => endpoint.list("prompts/list", reply),
  "tools/call": (endpoint, request, reply) => endpoint.callTool(request, reply),
  "prompts/get": (endpoint, request, reply) => endpoint.getPrompt(request, reply),
  "resources/read": (endpoint, request, reply) => endpoint.forward(request, reply),
  "completion/complete": (endpoint, request, reply) => endpoint.forward(request, reply),
};
