import { appendFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { type Receipt, SseParser, parseReceipt, writeGreeting, writeParcel } from "@jackfield/wire";
import { WebSocket } from "ws";
import type { Answer, Keys } from "./rig.ts";

/** How a test holder talks to the relay: docs/protocol.md §2 alone, or with §8. */
export const transports = ["post", "up", "websocket"] as const;
export type Transport = (typeof transports)[number];

/** The transport that the whole suite is run over; undefined where nobody said: the product's own default then. */
export function namedTransport(): Transport | undefined {
  const named = process.env["JACKFIELD_TEST_TRANSPORT"];
  const transport = transports.find((known) => known === named);
  if (named !== undefined && transport === undefined) throw new Error(`JACKFIELD_TEST_TRANSPORT is none of ${transports.join(", ")}`);
  return transport;
}

/** Parcels on their way, and what became of each. Counts what it carried: a suite that went by POST after all must not look like one. */
export class ParcelLane {
  readonly #send: (parcel: Uint8Array) => void;
  readonly #waiting = new Map<number, (answer: Answer | undefined) => void>();
  #count = 0;
  isOpen = true;

  /** `send` takes a digit and a body. */
  constructor(send: (parcel: Uint8Array) => void) {
    this.#send = send;
  }

  get carried(): number {
    return this.#count;
  }

  /** What a POST would have been answered; undefined: the lane closed before that was known. */
  carry(body: Uint8Array): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      if (!this.isOpen) return resolve(undefined);
      this.#waiting.set(++this.#count, resolve);
      this.#send(body);
    });
  }

  receipt(receipt: Receipt): void {
    if (receipt.type === "took") {
      for (const [n, resolve] of this.#waiting) if (n <= receipt.n) this.#settle(n, resolve, answerOf(204, ""));
      return;
    }
    const resolve = this.#waiting.get(receipt.n);
    const text = JSON.stringify({ error: { message: receipt.why } });
    const wait = receipt.retryAfterMs === undefined ? {} : { "retry-after": String(receipt.retryAfterMs / 1_000) };
    if (resolve !== undefined) this.#settle(receipt.n, resolve, { ...answerOf(receipt.status, text), headers: wait });
  }

  closed(): void {
    this.isOpen = false;
    for (const [n, resolve] of this.#waiting) this.#settle(n, resolve, undefined);
  }

  #settle(n: number, resolve: (answer: Answer | undefined) => void, answer: Answer | undefined): void {
    this.#waiting.delete(n);
    resolve(answer);
  }
}

/** Writes down what a lane carried, for the proof that runs the suite. */
export function noteCarried(lane: ParcelLane | undefined): void {
  const file = process.env["JACKFIELD_TEST_CARRIED"];
  if (file !== undefined && lane !== undefined) appendFileSync(file, `${lane.carried}\n`);
}

/** An up stream beside an event stream. Resolves with the status, and the lane where that is 200. */
export function openUpStream(
  url: string,
  keys: readonly Keys[],
): Promise<{ readonly status: number; readonly lane?: ParcelLane; readonly request: http.ClientRequest }> {
  return new Promise((resolve, reject) => {
    const secrets = keys.map(({ secret }) => secret).join(" ");
    const { request: open } = url.startsWith("https:") ? https : http;
    const request = open(url, { method: "POST", headers: { "x-jackfield-link-secret": secrets }, agent: false }, (response) => {
      const status = response.statusCode ?? 0;
      if (status !== 200) {
        response.resume();
        request.destroy();
        return resolve({ status, request });
      }
      const lane = new ParcelLane((body) => void request.write(writeParcel(0, body)));
      const parser = new SseParser(({ data }) => {
        const receipt = parseReceipt(data);
        if (receipt !== undefined) lane.receipt(receipt);
      });
      response.on("data", (chunk: Buffer) => parser.feed(chunk));
      response.on("error", () => undefined);
      response.on("close", () => lane.closed());
      resolve({ status, lane, request });
    });
    request.on("error", reject);
    request.flushHeaders();
  });
}

export interface SocketLane {
  /** That of an answer without an upgrade, or the close code less 4000; 200 where it stands. */
  readonly status: number;
  readonly lane: ParcelLane;
  readonly socket: WebSocket;
}

/** A WebSocket that greets. Resolves once the first frame has come, or it has been refused. */
export function openWebSocket(
  url: string,
  holder: string,
  keys: readonly Keys[],
  onFrame: (text: string) => void,
  headers: http.OutgoingHttpHeaders = {},
): Promise<SocketLane> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url.replace(/^http/, "ws"), { headers: headers as Record<string, string>, perMessageDeflate: false });
    const lane = new ParcelLane((body) => socket.send(Buffer.concat([digit, body]), { binary: false }));
    const settle = (status: number): void => resolve({ status, lane, socket });
    socket.on("open", () => socket.send(writeGreeting({ holder, secrets: keys.map(({ secret }) => secret).join(" ") })));
    socket.on("unexpected-response", (request, response) => {
      response.resume();
      request.destroy();
      settle(response.statusCode ?? 0);
    });
    socket.on("message", (data: Buffer) => {
      settle(200);
      const text = data.toString();
      const receipt = parseReceipt(text);
      if (receipt === undefined) onFrame(text);
      else lane.receipt(receipt);
    });
    socket.on("close", (code) => {
      lane.closed();
      settle(code >= 4_000 ? code - 4_000 : 0);
    });
    socket.on("error", () => undefined);
  });
}

function answerOf(status: number, text: string): Answer {
  return { status, headers: {}, text, headMs: 0 };
}

const digit = Buffer.from("0");
