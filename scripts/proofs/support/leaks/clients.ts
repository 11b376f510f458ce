import net from "node:net";

/** A client that speaks raw HTTP to a local door, so that it can go in any way. */
export interface Door {
  readonly port: number;
  readonly token?: string;
}

/** The ways in which clients go without saying so. Each resolves when the client is gone. */
export const leavings: Readonly<Record<string, (door: Door) => Promise<unknown>>> = {
  "reset in a call, with a session": async (door) => {
    const session = await begin(door);
    await leave(door, post(door, callOf("act"), session), "reset", 0);
  },
  "reset in a call, without a session": (door) => leave(door, stateless(door), "reset", 0),
  "half of a request, then gone": (door) => leave(door, stateless(door).slice(0, -40), "end", 0),
  "a session that is left behind": async (door) => {
    const session = await begin(door);
    await leave(door, post(door, callOf("echo"), session), "end", 1);
  },
  "a stream that is dropped": async (door) => {
    const session = await begin(door);
    const get = `GET /mcp HTTP/1.1\r\nhost: localhost:${door.port}\r\naccept: text/event-stream\r\nmcp-session-id: ${session}\r\nmcp-protocol-version: 2025-11-25\r\n\r\n`;
    await leave(door, get, "reset", 1);
  },
};

/** A question is open, and whoever is asked is gone: each such client has its own process. */
export async function leaveAsked(door: Door): Promise<void> {
  const session = await begin(door);
  await leave(door, post(door, callOf("act"), session), "reset", 1);
}

async function begin(door: Door): Promise<string> {
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: { elicitation: {} },
    clientInfo: { name: "leaver", version: "1" },
  };
  const head = await leave(door, post(door, { jsonrpc: "2.0", id: 1, method: "initialize", params }), "end", 1);
  const session = /^mcp-session-id: (\S+)/im.exec(head)?.[1];
  if (session === undefined) throw new Error(`no session: ${head.slice(0, 200)}`);
  return session;
}

function callOf(name: string): object {
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } };
}

function stateless(door: Door): string {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "leaver", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "act", arguments: {}, _meta } };
  return post(door, message, undefined, "mcp-method: tools/call\r\nmcp-name: act\r\nmcp-protocol-version: 2026-07-28\r\n");
}

function post(door: Door, message: object, session?: string, more = ""): string {
  const body = JSON.stringify(message);
  const own = session === undefined ? "" : `mcp-session-id: ${session}\r\nmcp-protocol-version: 2025-11-25\r\n`;
  const head = `POST /mcp HTTP/1.1\r\nhost: localhost:${door.port}\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\n`;
  return `${head}${own}${more}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Sends it, waits until so many pieces came back (none: a moment), and goes. Returns what came. */
function leave({ port }: Door, bytes: string, how: "reset" | "end", pieces: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = "";
    const socket = net.connect(port, "127.0.0.1", () => socket.write(bytes));
    const go = (): void => {
      if (how === "reset") socket.resetAndDestroy();
      else socket.destroy();
    };
    const timer = setTimeout(go, pieces === 0 ? 5 : 5_000);
    socket.on("data", (chunk) => {
      heard += chunk.toString("latin1");
      if (pieces > 0 && heard.split("\r\n\r\n").length > pieces) go();
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ECONNRESET" && error.code !== "EPIPE") reject(error);
    });
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(heard);
    });
  });
}
