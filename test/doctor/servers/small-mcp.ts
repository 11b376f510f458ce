import type { Message } from "./small-server.ts";

export interface SmallOptions {
  /** The tools, over those that a good server has. */
  readonly tools?: readonly Message[];
  readonly resources?: readonly Message[];
  readonly prompts?: readonly Message[];
  readonly capabilities?: Message;
  /** Changes a result before it is sent. */
  result?(result: Message, message: Message, isModern: boolean): Message;
  /** Answers a call in place of the tools. */
  call?(params: Message, message: Message): Message;
  /** Replies in place of the server; undefined: as usual. */
  reply?(message: Message, isModern: boolean): Message;
}

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Tools that nobody can find fault with. */
export const goodTools: readonly Message[] = [
  {
    name: "read_note",
    title: "Read the note",
    description: "Returns the note as text",
    inputSchema: { type: "object", properties: {} },
    annotations: reads,
  },
  {
    name: "find_note",
    title: "Find a note",
    description: "Returns the notes that hold a text",
    inputSchema: {
      type: "object",
      properties: { text: { type: "string", description: "What to look for" }, tags: { type: "array", items: { type: "string" } } },
      required: ["text"],
    },
    annotations: reads,
  },
  {
    name: "write_note",
    title: "Write the note",
    description: "Replaces the note, and returns its length",
    inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
];

const cached = new Set(["server/discover", "tools/list", "resources/list", "resources/templates/list", "prompts/list", "resources/read"]);

/** What the small server says: messages in, messages out. */
export class Small {
  readonly versions: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
  readonly #options: SmallOptions;

  constructor(options: SmallOptions) {
    this.#options = options;
  }

  reply(message: Message, isModern: boolean): Message {
    const own = this.#options.reply?.(message, isModern);
    if (own !== undefined) return own;
    const result = this.#result(message, isModern);
    return result instanceof Promise
      ? result.then((value) => this.#framed(value, message, isModern))
      : this.#framed(result, message, isModern);
  }

  #framed(result: Message, message: Message, isModern: boolean): Message {
    if (typeof result?.code === "number")
      return { jsonrpc: "2.0", id: message.id, error: { code: result.code, message: result.message ?? "no" } };
    const { before, ...bare } = result;
    const whole = isModern
      ? {
          ...bare,
          resultType: "complete",
          ...(cached.has(message.method) ? { ttlMs: 0, cacheScope: "private" } : {}),
          _meta: { "io.modelcontextprotocol/serverInfo": info },
        }
      : bare;
    return {
      jsonrpc: "2.0",
      id: message.id,
      result: this.#options.result?.(whole, message, isModern) ?? whole,
      ...(before === undefined ? {} : { before }),
    };
  }

  #result(message: Message, isModern: boolean): Message {
    const { method, params } = message;
    const options = this.#options;
    const capabilities = options.capabilities ?? { tools: {}, resources: {}, prompts: {} };
    switch (method) {
      case "initialize":
        return {
          protocolVersion: this.versions.includes(params.protocolVersion) ? params.protocolVersion : this.versions[0],
          capabilities,
          serverInfo: info,
          instructions: "Notes of one person",
        };
      case "server/discover":
        return isModern ? { supportedVersions: ["2026-07-28"], capabilities } : { code: -32601 };
      case "ping":
        return isModern ? { code: -32601 } : {};
      case "tools/list":
        return params?.cursor === undefined ? { tools: options.tools ?? goodTools } : { code: -32602 };
      case "resources/list":
        return { resources: options.resources ?? [{ uri: "note://one", name: "one" }] };
      case "resources/templates/list":
        return { resourceTemplates: [] };
      case "resources/read":
        return params.uri === "note://one" ? { contents: [{ uri: "note://one", text: "one" }] } : { code: isModern ? -32602 : -32002 };
      case "prompts/list":
        return { prompts: options.prompts ?? [{ name: "sum_up", description: "Sums the notes up" }] };
      case "tools/call":
        return this.#call(params, message);
      default:
        return { code: -32601 };
    }
  }

  #call(params: Message, message: Message): Message {
    const tool = (this.#options.tools ?? goodTools).find((each) => each.name === params?.name);
    if (tool === undefined) return { code: -32602, message: "no such tool" };
    if (this.#options.call !== undefined) return this.#options.call(params, message);
    const wrong = (tool.inputSchema.required ?? []).find((name: string) => typeof params.arguments?.[name] !== "string");
    if (wrong !== undefined) return { content: [{ type: "text", text: `${String(wrong)} must be a text` }], isError: true };
    return { content: [{ type: "text", text: "a note" }] };
  }
}

const info = { name: "small", version: "1.0.0" };
