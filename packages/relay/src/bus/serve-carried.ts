import { Fault } from "@jackfield/contract";
import type { Exchange, Head } from "@jackfield/mcp";
import { countOf, parseBody } from "../holder-body.ts";
import { answerEmpty, answerHolder, refuseClient, refuseHolder } from "../http-answer.ts";
import type { Link } from "../link.ts";
import { countMcp } from "../mcp-exchange.ts";
import type { Parts } from "../parts.ts";
import { type ResultAnswer, takeResult } from "../result-taker.ts";
import { takeFrames } from "../take-frames.ts";
import { takeHello } from "../take-hello.ts";
import type { Bus } from "./bus.ts";
import { CarriedAnswer } from "./carried-answer.ts";
import type { Incoming, Worker } from "./exchanges.ts";
import { FarSink } from "./far-sink.ts";
import { FarStream } from "./far-stream.ts";
import type { Op } from "./message.ts";

type Serve = (parts: Parts, bus: Bus, incoming: Incoming, body: Buffer, link: Link) => void;

/**
 * A request that another process carried here: its address was counted and its secret checked there, everything else is counted and checked
 * here. What is for the link's home is refused where this is not it, before anything runs.
 */
export function serveCarried(parts: Parts, bus: Bus, incoming: Incoming, body: Buffer): void {
  const { op, token, isNamed = false } = incoming.head;
  const link = isNamed || bus.homes.isHere(token) ? parts.links.find(token) : undefined;
  if (link === undefined) return incoming.refuse("elsewhere");
  link.seen = parts.now();
  serves[op](parts, bus, incoming, body, link);
}

const serves: Readonly<Record<Op, Serve>> = {
  mcp(parts, _bus, incoming, body, link) {
    const fault = countMcp(parts, link, parts.now());
    if (fault !== undefined) return refuseClient(new CarriedAnswer(incoming), fault);
    new CarriedExchange(parts, incoming, link).begin(body);
  },

  hello: counted("holder", (parts, bus, incoming, body, link) => {
    const to = new CarriedAnswer(incoming);
    const value = parseBody(body);
    if (Fault.is(value)) return refuseHolder(to, value);
    takeHello(parts, link, value, to, []);
    bus.homes.announce(link);
  }),

  events: counted("reconnects", (parts, _bus, incoming, _body, link) => {
    const stream = new FarStream(incoming, (over, why) => parts.holders.streamOver(over, why));
    parts.holders.attach(link, incoming.head.holder ?? "", stream);
  }),

  result: counted("holder", (parts, _bus, incoming, body, link) => {
    takeResult(parts, link.token, body, new CarriedResultAnswer(incoming));
  }),

  frames: counted("holder", (parts, _bus, incoming, body, link) => {
    const to = new CarriedAnswer(incoming);
    const value = parseBody(body);
    if (Fault.is(value)) return refuseHolder(to, value);
    answerHolder(to, takeFrames(parts, link, value));
  }),
};

function counted(what: "holder" | "reconnects", serve: Serve): Serve {
  return (parts, bus, incoming, body, link) => {
    const fault = countOf(parts, link, what);
    if (fault === undefined) serve(parts, bus, incoming, body, link);
    else refuseHolder(new CarriedAnswer(incoming), fault);
  };
}

class CarriedResultAnswer implements ResultAnswer {
  readonly #to: CarriedAnswer;

  constructor(incoming: Incoming) {
    this.#to = new CarriedAnswer(incoming);
  }

  accepted(): void {
    answerEmpty(this.#to, []);
  }

  turnedDown(fault: Fault): void {
    refuseHolder(this.#to, fault);
  }

  condemned(fault: Fault): void {
    refuseHolder(this.#to, fault);
  }
}

/** One MCP request that was carried here. */
class CarriedExchange implements Head, Worker {
  readonly #parts: Parts;
  readonly #incoming: Incoming;
  readonly #link: Link;
  #exchange: Exchange | undefined;

  constructor(parts: Parts, incoming: Incoming, link: Link) {
    this.#parts = parts;
    this.#incoming = incoming;
    this.#link = link;
  }

  get method(): string {
    return this.#incoming.head.method ?? "";
  }

  header(name: string): string | undefined {
    const { headers = {} } = this.#incoming.head;
    return Object.hasOwn(headers, name) ? headers[name] : undefined;
  }

  begin(body: Buffer): void {
    const { endpoint, sessions } = this.#link;
    endpoint.prepaid = true;
    const exchange = this.#parts.core.http(this, body, endpoint, sessions, new FarSink(this.#incoming));
    endpoint.prepaid = false;
    if (exchange === undefined) return;
    this.#exchange = exchange;
    this.#link.exchanges++;
    if (this.#incoming.isOver) this.left();
    else this.#incoming.worker = this;
  }

  drained(): void {
    this.#exchange?.drained();
  }

  left(): void {
    this.#link.exchanges--;
    this.#link.seen = this.#parts.now();
    this.#exchange?.dropped();
  }
}
