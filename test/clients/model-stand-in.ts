import http from "node:http";
import { anthropicMessages } from "./anthropic-messages.ts";
import { readText } from "./json-reader.ts";
import type { ModelApi } from "./model-api.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import { Scripts, nextTurn } from "./script.ts";

const apis: readonly ModelApi[] = [anthropicMessages, openaiResponses, openaiChat];

/** Requests larger than this are no agent's: 64 MiB. */
const mostBytes = 64 * 1024 * 1024;

/**
 * Stands in for a model behind the APIs that agent CLIs speak, so that they make real MCP calls offline. It says what the prompt's script
 * says, and records what each client showed it.
 */
export class ModelStandIn implements AsyncDisposable {
  readonly scripts = new Scripts();
  readonly #server: http.Server;
  #answers = 0;

  private constructor() {
    this.#server = http.createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
    });
  }

  /** Listens on a free loopback port. */
  static async start(): Promise<ModelStandIn> {
    const standIn = new ModelStandIn();
    await new Promise<void>((resolve) => standIn.#server.listen(0, "127.0.0.1", resolve));
    return standIn;
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const path = (request.url ?? "").split("?")[0] ?? "";
    const body = readText(await textOf(request));
    const api = apis.find((each) => each.serves(path));
    if (path.endsWith("/count_tokens")) return json(response, 200, { input_tokens: 10 });
    if (path.endsWith("/models")) return json(response, 200, { object: "list", data: [{ id: "stand-in", object: "model" }] });
    if (api === undefined)
      return json(response, 404, { error: { type: "not_found_error", message: `The stand-in does not serve ${path}` } });
    const asked = api.read(body);
    const turn = await nextTurn(this.scripts.named(asked.texts), asked.results, asked.offered);
    const number = (this.#answers += 1);
    if (!asked.stream) return json(response, 200, api.whole(turn, number, body, asked));
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
    for (const event of api.events(turn, number, body, asked)) {
      if (typeof event === "object" && "type" in event && typeof event.type === "string") response.write(`event: ${event.type}\n`);
      response.write(`data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
    }
    response.end();
  }
}

function json(response: http.ServerResponse, status: number, value: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

async function textOf(request: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) continue;
    parts.push(part);
    length += part.length;
    if (length > mostBytes) throw new Error("The request is too large for the stand-in");
  }
  return Buffer.concat(parts).toString();
}
