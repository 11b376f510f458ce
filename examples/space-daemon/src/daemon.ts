import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { greet, welcome } from "./greet.ts";
import { type Params, Wrong, parse, problemOf } from "./message.ts";
import { type Guest, wordMethods } from "./word-methods.ts";

/** Serves a list of words on this computer, to whoever has the token: the core of docs/space-protocol.md. Port 0 takes any. */
export async function serveWords(port: number, token: string): Promise<{ readonly url: string; close(): void }> {
  const guests = new Map<WebSocket, Guest>();
  const methods = wordMethods({
    tell(method, params) {
      for (const socket of guests.keys()) socket.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
    },
    dismiss(id, code) {
      const theirs = [...guests].filter(([, guest]) => guest.id === id);
      for (const [socket] of theirs) socket.close(code);
      return theirs.length;
    },
  });
  const answer = (socket: WebSocket, method: string, params: Params): object => {
    const guest = guests.get(socket);
    if (guest === undefined) {
      const you = greet(method, params, token);
      guests.set(socket, you);
      return welcome(you);
    }
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (run === undefined) throw new Wrong(-32_601, "There is no such method");
    return run(guest, params);
  };
  const hear = (socket: WebSocket, text: string): void => {
    const say = (message: object): void => socket.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
    let id: string | number | null = null;
    try {
      const { id: asked = null, method, params = {} } = parse(text);
      id = asked;
      say({ id, result: answer(socket, method, params) });
    } catch (error) {
      const { close, ...problem } = problemOf(error);
      say({ id, error: problem });
      if (close !== undefined) socket.close(close);
    }
  };

  const hosts = (): readonly string[] => ["localhost", "127.0.0.1"].map((name) => `${name}:${(server.address() as AddressInfo).port}`);
  // No page, and nobody by another name: what a browser is tricked into says an origin, or another host.
  const verifyClient = ({ req, origin }: { req: IncomingMessage; origin?: string }): boolean =>
    origin === undefined && hosts().includes(req.headers.host ?? "");
  const server = new WebSocketServer({ host: "127.0.0.1", port, path: "/space", maxPayload: 1_000_000, verifyClient });
  server.on("connection", (socket) => {
    const patience = setTimeout(() => void (guests.has(socket) || socket.close(4401)), 5_000);
    socket.on("message", (data: Buffer, isBinary) => (isBinary ? socket.close(1003) : hear(socket, data.toString())));
    socket.on("error", () => undefined).on("close", () => void (clearTimeout(patience), guests.delete(socket)));
  });
  await new Promise((resolve) => server.once("listening", resolve));
  return { url: `ws://${hosts()[0]}/space`, close: () => server.close() };
}
