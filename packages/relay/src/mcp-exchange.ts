import { Fault } from "@jackfield/contract";
import type { Exchange } from "@jackfield/mcp";
import type { HeldBody } from "./body.ts";
import { CallerSink } from "./caller-sink.ts";
import type { Link } from "./link.ts";
import { McpRequest } from "./mcp-request.ts";
import type { Parts } from "./parts.ts";
import type { Leaver } from "./peers.ts";

/** Counts one MCP request of a link. The Fault that refuses it, or undefined. */
export function countMcp(parts: Parts, link: Link, now: number): Fault | undefined {
  const wait = link.mcp.take(parts.rates.mcp, now);
  if (wait === 0) return undefined;
  parts.tally.add("rate_mcp");
  const seconds = Math.ceil(wait / 1000);
  return new Fault("rate_limited", `Too many requests for this link: wait ${seconds} s`, {
    data: { ceiling: "mcpPerMinute", limit: parts.limits.mcpPerMinute, retryAfter: seconds },
  });
}

/** One MCP request: handed to the core once it is here whole, and minded until its answer is out. */
export class McpExchange extends McpRequest implements Leaver {
  #exchange: Exchange | undefined;
  #sink: CallerSink | undefined;
  #held: HeldBody | undefined;

  hand(body: Uint8Array, held?: HeldBody): void {
    const { endpoint, sessions } = this.link;
    const sink = new CallerSink(this.response, this.parts, this.visit.peer);
    endpoint.prepaid = true;
    const exchange = this.parts.core.http(this, body, endpoint, sessions, sink);
    endpoint.prepaid = false;
    if (exchange === undefined) return held?.release();
    this.#exchange = exchange;
    this.#sink = sink;
    this.#held = held;
    this.link.exchanges++;
    sink.onDrain = exchange;
    this.visit.holds = this;
  }

  /** The answer is out, or its reader is gone. */
  left(): void {
    this.link.exchanges--;
    this.link.seen = this.parts.now();
    this.#held?.release();
    this.#sink?.closed();
    // After a normal end this does nothing: the exchange is over.
    this.#exchange?.dropped();
  }
}
