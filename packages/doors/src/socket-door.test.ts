import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type SocketDoor, socketDoor } from "./socket-door.ts";

const open: (SocketDoor | WebSocket)[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await (each instanceof WebSocket ? each.terminate() : each.close());
});

interface Seen {
  readonly heard: string[];
  closed: number;
}

async function doorOf(limits: object = {}): Promise<{ readonly door: SocketDoor; readonly seen: Seen }> {
  const seen: Seen = { heard: [], closed: 0 };
  const door = await socketDoor({
    port: 0,
    path: "/space",
    limits,
    attach: (port) => ({
      receive: (text) => {
        seen.heard.push(text);
        port.send(`heard ${text.length}`);
        if (text === "end") port.close(4_403, "gone");
      },
      closed: () => void (seen.closed += 1),
    }),
  });
  open.push(door);
  return { door, seen };
}

async function reach(url: string, headers: Record<string, string> = {}): Promise<WebSocket> {
  const socket = new WebSocket(url, { headers });
  open.push(socket);
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  return socket;
}

const closeOf = (socket: WebSocket): Promise<number> => new Promise((resolve) => socket.once("close", resolve));
const next = (socket: WebSocket): Promise<string> =>
  new Promise((resolve) => socket.once("message", (data: Buffer) => resolve(String(data))));

async function raw(port: number, text: string): Promise<string> {
  return await new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (data) => (answer += String(data)));
    socket.once("close", () => resolve(answer)).on("error", () => undefined);
  });
}

const head = (path: string, host: string, more = ""): string =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n${more}\r\n`;

describe("socketDoor", () => {
  it("carries texts both ways, and tells each end once", async () => {
    const { door, seen } = await doorOf();
    const socket = await reach(door.url);
    const answer = next(socket);
    socket.send("é".repeat(1_000));
    expect([await answer, door.connections()]).toEqual(["heard 1000", 1]);
    socket.send("end");
    expect(await closeOf(socket)).toBe(4_403);
    const other = await reach(door.url);
    const ended = closeOf(other);
    await Promise.all([door.close(), door.close()]);
    expect([await ended, seen.closed, door.connections()]).toEqual([1_001, 2, 0]);
    await expect(reach(door.url)).rejects.toThrow();
  });

  it("takes nobody by another name, from a page of another origin, or by another path; plain requests get nothing", async () => {
    const { door, seen } = await doorOf();
    await expect(reach(door.url, { origin: "https://evil.example" })).rejects.toThrow("403");
    await expect(reach(door.url, { origin: `http://localhost:${door.port}` })).resolves.toBeInstanceOf(WebSocket);
    expect(await raw(door.port, head("/space", "evil.example"))).toMatch(/^HTTP\/1\.1 403 /);
    expect(await raw(door.port, head("/other", `localhost:${door.port}`))).toMatch(/^HTTP\/1\.1 404 /);
    expect(await raw(door.port, head("/space", `localhost:${door.port}`, "Host: localhost\r\n"))).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect((await fetch(`http://localhost:${door.port}/space`)).status).toBe(404);
    expect(seen.heard).toEqual([]);
  });

  it("a message may come in any pieces; bytes, too much, and what is no frame end the connection", async () => {
    const { door, seen } = await doorOf({ socketMessageBytes: 2_000 });
    const socket = await reach(door.url);
    for (const piece of ["a", "b", "c"]) socket.send(piece, { fin: piece === "c" });
    expect(await next(socket)).toBe("heard 3");
    socket.send(Buffer.from("x"), { binary: true });
    expect(await closeOf(socket)).toBe(1_003);
    const large = await reach(door.url);
    large.send("x".repeat(2_001));
    expect(await closeOf(large)).toBe(1_009);
    const broken = connect(door.port, "127.0.0.1");
    broken.on("error", () => undefined).write(head("/space", `localhost:${door.port}`));
    await new Promise((resolve) => broken.once("data", resolve));
    broken.write(Buffer.alloc(64, 0xff));
    await new Promise((resolve) => broken.once("close", resolve));
    expect(seen.heard).toEqual(["abc"]);
    // And whoever comes next is served.
    const again = await reach(door.url);
    again.send("hi");
    expect(await next(again)).toBe("heard 2");
  });

  it("whoever does not answer a ping is cut", async () => {
    const { door, seen } = await doorOf({ socketPingMs: 50 });
    const silent = new WebSocket(door.url, { autoPong: false });
    open.push(silent);
    await new Promise((resolve) => silent.once("open", resolve));
    const living = await reach(door.url);
    expect(await closeOf(silent)).toBe(1_006);
    await expect.poll(() => seen.closed).toBe(1);
    expect([living.readyState, door.connections(), seen.closed]).toEqual([WebSocket.OPEN, 1, 1]);
  });
});
