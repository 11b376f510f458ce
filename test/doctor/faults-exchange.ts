import { type SmallFault, pause, row, when } from "./fault-row.ts";
import { goodTools } from "./servers/small-mcp.ts";
import { type Exchange, type Message, failure } from "./servers/small-server.ts";

/** Messages, streams and those who leave: spoiled in one way each. */
export const exchangeFaults: readonly SmallFault[] = [
  row("ids", "error", "numbers become texts", () => ({
    reply: rewritten((message) => (typeof message.id === "number" ? String(message.id) : message.id)),
  })),
  row("ids", "error", "large numbers lose their last digits", () => ({
    reply: rewritten((message) => (typeof message.id === "number" ? Math.fround(message.id) : message.id)),
  })),
  row("id-reused", "error", "answers go by id", () => {
    const waiting = new Map<string, Exchange>();
    return {
      before: async (x) => {
        if (x.isModern || !["tools/list", "jackfield/none"].includes(x.message?.method)) return false;
        const key = `${x.session ?? ""} ${JSON.stringify(x.message.id)}`;
        waiting.set(key, x);
        await pause(30);
        // Whoever came last with this id gets what the first asked for.
        const last = waiting.get(key);
        if (last === undefined) return (x.answer(500), true);
        waiting.delete(key);
        const result = x.message.method === "tools/list" ? { result: { tools: goodTools } } : { error: { code: -32601, message: "no" } };
        last.answer(200, { jsonrpc: "2.0", id: x.message.id, ...result });
        return true;
      },
    };
  }),
  row("id-null", "warning", "null is taken for a notification", () => ({
    before: when(
      (x) => x.message?.id === null,
      (x) => x.answer(202),
    ),
  })),
  row("unknown-method", "error", "an unknown method is 202", () => ({
    before: when(
      (x) => x.message?.method === "jackfield/none",
      (x) => x.answer(202),
    ),
  })),
  row("ping", "error", "no ping", () => ({
    reply: (message) => (message.method === "ping" ? failure(message.id, -32601, "no") : undefined),
  })),
  row("malformed", "error", "rubbish is 500", () => ({
    before: when(
      (x) => x.request.method === "POST" && x.message === undefined,
      (x) => x.answer(500),
    ),
  })),
  row("malformed", "error", "rubbish spoils what comes later", () => {
    let isSpoiled = false;
    return {
      before: (x) => {
        isSpoiled ||= x.request.method === "POST" && x.message?.method === 7;
        if (isSpoiled) x.answer(500, { error: "spoiled" });
        return isSpoiled;
      },
    };
  }),
  row("nesting", "error", "deep JSON is 500", () => ({
    before: when(
      (x) => x.body.includes("[".repeat(1_000)),
      (x) => x.answer(500),
    ),
  })),
  row("batch", "error", "a list is taken and not answered", () => ({
    before: when(
      (x) => Array.isArray(x.message) && x.message.length > 0,
      (x) => x.answer(202),
    ),
  })),
  row("progress-token", "error", "tokens must be numbers", () => ({
    reply: (message) =>
      typeof message.params?._meta?.progressToken === "string" ? failure(message.id, -32602, "progressToken") : undefined,
  })),
  row("late-cancel", "error", "a late cancellation is 400", () => ({
    before: when(
      (x) => x.message?.method === "notifications/cancelled",
      (x) => x.answer(400, failure(null, -32602, "no such request")),
    ),
  })),
  row("unknown-notification", "error", "an unknown notification is 500", () => ({
    before: when(
      (x) => x.message?.method === "notifications/jackfield/none",
      (x) => x.answer(500),
    ),
  })),
  row("extra-members", "error", "unknown members are refused", () => ({
    reply: (message) => (message.params?.jackfield === true ? failure(message.id, -32602, "unrecognized key") : undefined),
  })),
  row("parallel", "error", "one at a time", () => {
    let running = 0;
    return {
      before: async (x) => {
        if (x.message?.method !== "tools/call") return false;
        if (running > 0) return (x.answer(503, { error: "busy" }), true);
        running += 1;
        await pause(30);
        running -= 1;
        return false;
      },
    };
  }),
  row("stream-headers", "note", "nothing keeps proxies off the stream", () => ({ streamHeaders: {} })),
  row("stream-headers", "warning", "the stream is compressed", () => ({ streamHeaders: { "content-encoding": "gzip" } })),
  row("stream-starts", "warning", "the head of the stream comes late", () => ({
    before: async (x) => {
      if (x.request.method === "GET") await pause(1_300);
      return false;
    },
  })),
  row("stream-ends", "warning", "the stream of an answer stays open", () => ({
    before: when(
      (x) => x.message?.method === "initialize",
      (x) => {
        x.response.writeHead(200, { "content-type": "text/event-stream", "mcp-session-id": "0123456789abcdef0123456789abcdef" });
        x.response.write(
          `data: ${JSON.stringify({ jsonrpc: "2.0", id: x.message.id, result: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "open", version: "1" } } })}\n\n`,
        );
      },
    ),
  })),
  row("buffering-proxy", "warning", "a silent stream behind a proxy", () => ({ streamHeaders: {} })),
  row(
    "keep-alive",
    "warning",
    "a slow call says nothing for 27 s",
    () => ({
      before: async (x) => {
        if (x.message?.method === "tools/call") await pause(27_000);
        return false;
      },
    }),
    { name: "read_note", arguments: {} },
  ),
  row("slow-reader", "error", "who does not read holds all others up", () => {
    let isHeld = false;
    const large = "x".repeat(30_000_000);
    return {
      before: async (x) => {
        if (x.message?.method !== "tools/list" || x.isModern) return false;
        if (isHeld) return pause(30_000).then(() => true);
        if (x.request.headers["user-agent"] !== undefined) return false;
        isHeld = true;
        x.response.on("close", () => (isHeld = false));
        x.answer(200, { jsonrpc: "2.0", id: x.message.id, result: { tools: goodTools, large } });
        return true;
      },
    };
  }),
  row("disconnect", "error", "a client that leaves ends the process", () => {
    let isDead = false;
    return {
      before: async (x) => {
        if (isDead) return (x.request.socket.destroy(), true);
        if (x.message?.method !== "tools/list") return false;
        x.response.on("close", () => (isDead ||= !x.response.writableFinished));
        await pause(15);
        return false;
      },
    };
  }),
  row(
    "cancel",
    "error",
    "a cancellation is 500",
    () => ({
      before: when(
        (x) => x.message?.method === "notifications/cancelled",
        (x) => x.answer(500),
      ),
    }),
    { name: "read_note", arguments: {} },
  ),
];

/** Answers tools/list with another id than the request's. */
function rewritten(id: (message: Message) => unknown): (message: Message, isModern: boolean) => Message {
  return (message) => (message.method === "tools/list" ? { jsonrpc: "2.0", id: id(message), result: { tools: goodTools } } : undefined);
}
