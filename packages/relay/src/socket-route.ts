import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { Fault, faultWire } from "@jackfield/contract";
import { parcelBytes, parseGreeting } from "@jackfield/wire";
import type { WebSocket, WebSocketServer } from "ws";
import { countOf } from "./holder-body.ts";
import { guardHeaders, headerOf } from "./http-answer.ts";
import type { Link } from "./link.ts";
import { noRoomForStream } from "./no-room.ts";
import type { Parts } from "./parts.ts";
import type { Peer } from "./peers.ts";
import { routeOf } from "./route.ts";
import { provenTokens } from "./secret.ts";
import { SocketStream } from "./socket-stream.ts";
import type { Visitor } from "./visitors.ts";

/** WebSockets of holders: everything a POST or an event stream is checked for, before one is opened; the secret in its first message. */
export class SocketRoute {
  readonly #parts: Parts;
  #server: Promise<WebSocketServer> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Takes an upgrade whose visitor was admitted. */
  serve(request: IncomingMessage, raw: Socket, head: Buffer, peer: Peer, visitor: Visitor): void {
    const { limits, tally } = this.#parts;
    const refuse = (fault: Fault): void => this.#parts.refusals.say(peer, () => refuseUpgrade(raw, fault));
    const route = routeOf(request.url ?? "");
    if (route.is !== "socket") return refuse(new Fault("not_found"));
    const origin = headerOf(request, "origin");
    if (origin !== undefined && !this.#parts.origins.mayHold(origin)) {
      tally.add("bad_origin");
      return refuse(new Fault("forbidden", "This page may not hold links here"));
    }
    if (this.#parts.isClosing()) return refuse(new Fault("closing", undefined, { data: { retryAfter: 5 } }));
    // What its links' homes are is known by HTTP only: the holder uses that.
    if (this.#parts.bus !== undefined) return refuse(new Fault("not_found"));
    // Loaded with the first: a relay of none does not pay for it. Until then what comes waits in the socket, unread.
    this.#server ??= import("ws").then((ws) => new ws.WebSocketServer(serverOptions));
    this.#server
      .then((server) => {
        if (this.#parts.sockets.open >= limits.webSockets) {
          tally.add("full_sockets");
          return refuse(new Fault("full", undefined, { data: { retryAfter: 30 } }));
        }
        server.handleUpgrade(request, raw, head, (socket) => new Greeted(this.#parts, socket, raw, peer, visitor, route.token).begin());
      })
      .catch((error: unknown) => {
        this.#parts.failedParcel(error);
        raw.destroy();
      });
  }
}

const serverOptions = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  // A digit beside the body. Past it the connection is closed.
  maxPayload: parcelBytes,
  // Each costs some hundred bytes beside its own: a message of 64 KiB in pieces of one byte would take megabytes.
  maxFragments: 256,
  maxBufferedChunks: 1_024,
  // A peer that does not answer a close: as long as a body that is not wanted.
  closeTimeout: 2_000,
  // Results are checked with their other bytes, and frames where they are parsed.
  skipUTF8Validation: true,
  // Its answer to a ping is not looked at for whether the peer reads.
  autoPong: false,
};

/** One WebSocket until its first message has shown the secrets. */
class Greeted {
  readonly #parts: Parts;
  readonly #socket: WebSocket;
  readonly #raw: Socket;
  readonly #peer: Peer;
  readonly #visitor: Visitor;
  readonly #token: string;

  constructor(parts: Parts, socket: WebSocket, raw: Socket, peer: Peer, visitor: Visitor, token: string) {
    this.#parts = parts;
    this.#socket = socket;
    this.#raw = raw;
    this.#peer = peer;
    this.#visitor = visitor;
    this.#token = token;
  }

  begin(): void {
    const { wheel, limits, tally, sockets } = this.#parts;
    const wait = wheel.after(limits.headersMs, () => {
      tally.add("too_slow");
      this.#socket.terminate();
    });
    sockets.add(this.#socket);
    this.#socket.on("error", ignore);
    this.#socket.once("close", () => {
      wait.stop();
      sockets.remove(this.#socket);
    });
    this.#socket.once("message", (data: Buffer) => {
      wait.stop();
      const fault = this.#take(data);
      if (fault !== undefined) this.#parts.refusals.say(this.#peer, () => refuseSocket(this.#socket, fault));
    });
  }

  #take(data: Buffer): Fault | undefined {
    const parts = this.#parts;
    const greeting = parseGreeting(data);
    if (greeting === undefined) return new Fault("invalid_request", "The first message is no greeting", { hint: "See docs/protocol.md" });
    const tokens = provenTokens(greeting.secrets, this.#token, parts.limits.linksPerStream);
    if (tokens === undefined) {
      parts.tally.add("bad_secret");
      return new Fault("forbidden", "The link's secret is missing or wrong");
    }
    if (parts.isClosing()) return new Fault("closing", undefined, { data: { retryAfter: 5 } });
    const full = noRoomForStream(parts);
    if (full !== undefined) return full;
    const links: Link[] = [];
    for (const token of tokens) {
      const link = parts.links.open(token, this.#visitor, parts.now());
      if (Fault.is(link)) return link;
      const fault = countOf(parts, link, "reconnects");
      if (fault !== undefined) return fault;
      links.push(link);
    }
    const stream = new SocketStream(parts, this.#socket, this.#raw, this.#peer, tokens);
    for (const link of links) parts.holders.attach(link, greeting.holder, stream);
    return undefined;
  }
}

/** Closes with 4000 and the status that HTTP would have had, and the wait as text: browsers show a page nothing else of it. */
function refuseSocket(socket: WebSocket, fault: Fault): void {
  const { http } = faultWire[fault.code];
  const wait = fault.data?.["retryAfter"];
  socket.close(4_000 + (http === 200 ? 400 : http), typeof wait === "number" ? `retry-after ${wait}` : "");
}

/** Refuses an upgrade in HTTP: there is no response object for it. */
export function refuseUpgrade(socket: Socket, fault: Fault): void {
  const { http } = faultWire[fault.code];
  const wait = fault.data?.["retryAfter"];
  const pairs = guardHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${guardHeaders[index + 1] ?? ""}\r\n`] : []));
  const after = typeof wait === "number" ? `retry-after: ${wait}\r\n` : "";
  // Nobody reads it any more: without this it would stay for as long as the peer likes.
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${http} ${STATUS_CODES[http] ?? ""}\r\n${pairs.join("")}${after}content-length: 0\r\nconnection: close\r\n\r\n`);
}

/** A broken connection is told by its close. */
function ignore(): void {}
