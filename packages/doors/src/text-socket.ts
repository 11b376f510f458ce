import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { applyCeilings } from "@jackfield/contract";
import type { WebSocket } from "ws";
import { type SocketLimits, socketCeilings } from "./ceilings.ts";
import type { Target } from "./head-check.ts";

/** This side of an open connection: an ordered channel of texts. */
export interface TextPort {
  send(text: string): void;
  /** Bytes that were sent and that the system has not taken. */
  readonly waiting: number;
  /** Closes with a code as WebSockets have them. Twice does no harm. */
  close(code: number, reason: string): void;
}

/** What hears of a connection. */
export interface TextPeer {
  receive(text: string): void;
  /** It is gone, whoever ended it. Called once. */
  closed(): void;
}

export interface TextSocketsOptions {
  /** The only path that is served: `/space`. */
  readonly path: string;
  readonly limits?: Partial<SocketLimits>;
  /** Who has come shows in what they say: nothing is known of them here but that they are on this computer and no web page of another origin. */
  attach(port: TextPort): TextPeer;
}

/** WebSockets on a listener of this computer. */
export interface TextSockets {
  /** For `openLoopback`, which has checked Host and Origin. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer, target: Target): void;
  /** Open connections. */
  connections(): number;
  /** Ends those that are open. Twice does no harm. */
  close(): void;
}

/** Takes WebSockets at a path, for a protocol of text messages. */
export async function textSockets(options: TextSocketsOptions): Promise<TextSockets> {
  const { path } = options;
  const { limits } = applyCeilings(socketCeilings, options.limits);
  // Loaded with the first of this kind: nobody else pays for it.
  const { WebSocketServer } = await import("ws");
  const serverOptions = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.socketMessageBytes,
    // Each costs some hundred bytes beside its own: a message in pieces of one byte would take megabytes.
    maxFragments: 256,
    maxBufferedChunks: 1_024,
    closeTimeout: limits.socketHandshakeMs,
  };
  const server = new WebSocketServer(serverOptions);
  const open = new Map<WebSocket, { answered: boolean }>();
  const beat = setInterval(() => {
    for (const [socket, { answered }] of open) {
      if (!answered) {
        socket.terminate();
        continue;
      }
      open.set(socket, { answered: false });
      socket.ping();
    }
  }, limits.socketPingMs);
  beat.unref();
  return {
    upgrade(request, raw, head, target) {
      if (target.path !== path) return void raw.end("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
      server.handleUpgrade(request, raw, head, (socket) => {
        open.set(socket, { answered: true });
        serve(socket, options, () => open.delete(socket));
        socket.on("pong", () => open.set(socket, { answered: true }));
      });
    },
    connections: () => open.size,
    close() {
      clearInterval(beat);
      for (const socket of open.keys()) socket.close(goingAway, "the door closes");
      server.close();
    },
  };
}

function serve(socket: WebSocket, options: TextSocketsOptions, gone: () => void): void {
  // A broken connection is told by its close; what breaks the protocol of WebSockets closes it by itself.
  socket.on("error", () => undefined);
  const peer = options.attach({
    send: (text) => {
      if (socket.readyState === socket.OPEN) socket.send(text);
    },
    get waiting() {
      return socket.bufferedAmount;
    },
    close: (code, reason) => socket.close(code, reason),
  });
  socket.on("message", (data: Buffer, isBinary: boolean) => {
    if (isBinary) return socket.close(notText, "text messages only");
    peer.receive(data.toString("utf8"));
  });
  socket.once("close", () => {
    gone();
    peer.closed();
  });
}

/** RFC 6455 §7.4.1. */
const goingAway = 1001;
const notText = 1003;
