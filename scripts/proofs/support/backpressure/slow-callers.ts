import net from "node:net";
import { pause } from "../../../../bench/src/load.ts";
import { toolCalls } from "../../../../bench/src/messages.ts";
import { Session } from "../../../../bench/src/session.ts";
import { portsHeld } from "../../../../bench/src/peer-holds.ts";
import type { RelayProcess } from "../relay-process.ts";
import { echoHolder } from "./watch.ts";

export interface CallersCut {
  readonly callers: number;
  readonly cut: number;
  /** Milliseconds until the last of them was cut. */
  readonly cutMs: number;
}

export interface SlowCallersOptions {
  readonly callers: number;
  /** Bytes of each answer. */
  readonly size: number;
  /** Calls that each caller sends on its one connection without waiting. */
  readonly calls: number;
  /** Bytes read a second, one at a time; 0: never. `all`: as fast as they come, for comparison. */
  readonly perSecond: 0 | 1 | "all";
  readonly patienceMs: number;
}

/** Callers that ask and do not read, or read one byte a second. */
export async function slowCallers(relay: RelayProcess, options: SlowCallersOptions, signal: AbortSignal): Promise<CallersCut> {
  const holder = await echoHolder(relay, options.size).start();
  const body = toolCalls("echo", {});
  const from = performance.now();
  const readers = await Promise.all(
    Array.from({ length: options.callers }, async () => {
      const session = await Session.open({ url: holder.mcpUrl, era: "sessions" }, "echo");
      const reader = options.perSecond === "all" ? readingSocket(relay.origin, options.size) : slowSocket(relay.origin, options.perSecond);
      await new Promise((resolve) => reader.socket.once("connect", resolve));
      for (let call = 0; call < options.calls; call += 1) {
        const bytes = body(100 + call);
        reader.socket.write(`${session.head("POST")}\r\ncontent-length: ${bytes.length}\r\n\r\n`);
        reader.socket.write(bytes);
      }
      return reader;
    }),
  );
  let cut = 0;
  let cutMs = 0;
  while (cut < readers.length && performance.now() - from < options.patienceMs && !signal.aborted) {
    await pause(250);
    const now = readers.length - portsHeld(readers.map(({ port }) => port())).size;
    if (now > cut) cutMs = performance.now() - from;
    cut = now;
  }
  for (const reader of readers) reader.end();
  holder.destroy();
  return { callers: readers.length, cut, cutMs };
}

/** A socket that reads, and closes when it has had so many bytes. */
function readingSocket(origin: string, size: number): ReturnType<typeof slowSocket> {
  const url = new URL(origin);
  const socket = net.connect(Number(url.port), url.hostname);
  let left = size;
  let port = 0;
  socket.on("error", () => undefined); // closed while more comes
  socket.on("data", (bytes: Buffer) => {
    left -= bytes.length;
    if (left <= 0) socket.destroy();
  });
  socket.once("connect", () => {
    port = socket.localPort ?? 0;
  });
  return { socket, port: () => port, end: () => socket.destroy() };
}

/** A socket that takes one byte from the kernel at a time, once a second or never. */
function slowSocket(
  origin: string,
  perSecond: 0 | 1,
): { readonly socket: net.Socket; readonly port: () => number; readonly end: () => void } {
  const url = new URL(origin);
  const onread = { buffer: Buffer.alloc(1), callback: () => false };
  const socket = net.connect({ port: Number(url.port), host: url.hostname, onread });
  socket.on("error", () => undefined); // cut off: that is what is measured
  let port = 0;
  socket.once("connect", () => {
    port = socket.localPort ?? 0;
    socket.pause();
  });
  const timer = perSecond === 0 ? undefined : setInterval(() => socket.resume(), 1000 / perSecond);
  return {
    socket,
    port: () => port,
    end() {
      clearInterval(timer);
      socket.destroy();
    },
  };
}
