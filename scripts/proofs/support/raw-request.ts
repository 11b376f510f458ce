import net from "node:net";
import { Connection } from "../../../bench/src/connection.ts";

export interface RawAnswer {
  readonly status: number;
  /** Lower case. */
  readonly head: string;
  readonly body: string;
  readonly ms: number;
}

/** One HTTP request on its own connection, headers exactly as given. Rejects when the connection ends without an answer. */
export function rawRequest(origin: string, request: string, body?: Buffer): Promise<RawAnswer> {
  const url = new URL(origin);
  const connection = new Connection(url.hostname, Number(url.port));
  return requestOn(connection, request, body).finally(() => connection.destroy());
}

/** The same on a connection that stays open. */
export function requestOn(connection: Connection, request: string, body?: Buffer): Promise<RawAnswer> {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    let head = "";
    connection.send(request, body, {
      head: (answered) => {
        status = answered.status;
        head = answered.lower;
      },
      data: (bytes) => void chunks.push(bytes),
      end: () => resolve({ status, head, body: Buffer.concat(chunks).toString(), ms: performance.now() - from }),
      error: reject,
    });
  });
}

/** Writes bytes as they are and returns all that comes back until the peer closes or `waitMs` have passed: for requests no client would send. */
export function rawBytes(origin: string, bytes: Buffer | string, waitMs: number): Promise<string> {
  const url = new URL(origin);
  return new Promise((resolve) => {
    const socket = net.connect(Number(url.port), url.hostname);
    let said = "";
    const done = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(said);
    };
    const timer = setTimeout(done, waitMs);
    socket.on("data", (more: Buffer) => {
      said += more.toString("latin1");
    });
    socket.on("error", done);
    socket.on("close", done);
    socket.once("connect", () => socket.write(bytes));
  });
}
