import type { IncomingMessage, ServerResponse } from "node:http";
import { Fault } from "@jackfield/contract";
import type { HeldBody } from "../body.ts";
import { CallerSink } from "../caller-sink.ts";
import { headerOf, refuseClient } from "../http-answer.ts";
import type { Link } from "../link.ts";
import { McpExchange, countMcp } from "../mcp-exchange.ts";
import { McpRequest } from "../mcp-request.ts";
import type { Parts } from "../parts.ts";
import type { Leaver, Visit } from "../peers.ts";
import type { Bus } from "./bus.ts";
import { type CarryFailure, type Outgoing, type Waiter } from "./exchanges.ts";
import { FaultEndpoint } from "./fault-endpoint.ts";
import type { Where } from "./homes.ts";
import { namedProcess } from "./named-process.ts";

/** One MCP request where there are several processes: served here where this is its link's home, else carried there. */
export class CarriedMcp extends McpRequest implements Leaver, Waiter {
  readonly #bus: Bus;
  #body: Uint8Array = noBody;
  #held: HeldBody | undefined;
  #sink: CallerSink | undefined;
  #outgoing: Outgoing | undefined;
  #tries = 0;
  #isNamed = false;
  #started = false;
  #isGone = false;
  /** Pieces that wait for the client to read. */
  #waiting = 0;

  constructor(parts: Parts, bus: Bus, request: IncomingMessage, response: ServerResponse, visit: Visit, link: Link) {
    super(parts, request, response, visit, link);
    this.#bus = bus;
  }

  hand(body: Uint8Array, held?: HeldBody): void {
    this.#body = body;
    this.#held = held;
    this.visit.holds = this;
    this.link.exchanges++;
    const named = namedProcess(bufferOf(body));
    if (named === undefined || named === this.#bus.process) return named === undefined ? this.#locate() : this.#serve();
    this.#isNamed = true;
    this.#carry(named);
  }

  /** The answer is out, or its reader is gone. */
  left(): void {
    if (this.#isGone) return;
    this.#letGo();
    this.#held?.release();
    this.#sink?.closed();
    this.#outgoing?.leave();
  }

  // --- what the home says ---

  answer(status: number, headers: readonly string[], parts: readonly Uint8Array[]): void {
    this.#output().answer(status, headers, parts);
  }

  start(status: number, headers: readonly string[]): void {
    this.#started = true;
    const sink = this.#output();
    sink.onDrain = this;
    sink.open(status, headers);
  }

  data(bytes: Uint8Array): boolean {
    const sink = this.#output();
    sink.write(bytes);
    if (!sink.blocked) return true;
    this.#waiting++;
    return false;
  }

  end(): void {
    this.#output().end();
  }

  /** The client reads again. */
  drained(): void {
    const waiting = this.#waiting;
    this.#waiting = 0;
    for (let taken = 0; taken < waiting; taken++) this.#outgoing?.took();
  }

  failed(why: CarryFailure): void {
    if (this.#isGone) return;
    switch (why) {
      case "elsewhere":
        // Nothing was run. What names a process that is gone is for the link's home, which says that it is unknown.
        if (!this.#isNamed) this.#bus.homes.forget(this.link);
        this.#isNamed = false;
        return ++this.#tries < triesMost ? this.#locate() : this.#fail(new Fault("bus_down"));
      case "full":
        return this.#fail(new Fault("full", "The process that has this link has no room", { data: { retryAfter: 2 } }));
      case "lost":
      case "aborted":
        this.#bus.homes.forget(this.link);
        return this.#fail(new Fault("bus_lost"));
    }
  }

  #locate(): void {
    this.#bus.homes.locate(this.link, (where) => {
      if (!this.#isGone) this.#found(where);
    });
  }

  #found(where: Where): void {
    switch (where.is) {
      case "here":
        return this.#serve();
      case "nobody":
        if (this.parts.isClosing()) return this.#fail(new Fault("closing", undefined, { data: { retryAfter: 5 } }));
        if (this.#isStream) this.#bus.homes.watch(this.link);
        return this.#serve();
      case "at":
        return this.#carry(where.process);
      case "unknown":
        return this.#fail(where.fault);
    }
  }

  #serve(): void {
    const fault = countMcp(this.parts, this.link, this.parts.now());
    this.#letGo();
    if (fault !== undefined) {
      this.#held?.release();
      return refuseClient(this.response, fault);
    }
    new McpExchange(this.parts, this.request, this.response, this.visit, this.link).hand(this.#body, this.#held);
  }

  #carry(process: string): void {
    const headers: Record<string, string> = {};
    for (const name of Object.keys(this.request.headers))
      if (carried.has(name) || name.startsWith("mcp-")) headers[name] = headerOf(this.request, name) ?? "";
    const { token } = this.link;
    const head = { op: "mcp", token, method: this.method, headers, isNamed: this.#isNamed, bytes: this.#body.length } as const;
    this.#outgoing = this.#bus.carrier.carry(process, head, this.#body, this);
  }

  #fail(fault: Fault): void {
    if (this.#started) return this.#output().abort();
    // A stream would be opened and stay silent; everything else gets its answer by id.
    if (this.#isStream) return refuseClient(this.response, fault);
    const { core, fixed, unknown } = this.parts;
    const endpoint = new FaultEndpoint(this.link.token, this.#bus.store, fixed ?? unknown, fault);
    core.http(this, this.#body, endpoint, endpoint, this.#output());
  }

  get #isStream(): boolean {
    return this.method !== "POST" || bufferOf(this.#body).includes('"subscriptions/listen"');
  }

  #output(): CallerSink {
    return (this.#sink ??= new CallerSink(this.response, this.parts, this.visit.peer));
  }

  #letGo(): void {
    this.#isGone = true;
    this.link.exchanges--;
    this.link.seen = this.parts.now();
  }
}

/** The same bytes: a body may be megabytes. */
function bufferOf(body: Uint8Array): Buffer {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

const noBody = new Uint8Array(0);
/** Headers that the protocol core reads, beside those that begin with `mcp-`. */
const carried: ReadonlySet<string> = new Set(["accept", "content-type", "last-event-id"]);
/** A link may move while its home is looked for, not again and again. */
const triesMost = 3;
