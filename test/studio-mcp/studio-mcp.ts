import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Json, JsonObject } from "@jackfield/contract";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Progress } from "@modelcontextprotocol/sdk/types.js";

const main = fileURLToPath(new URL("../../packages/cli/src/main.ts", import.meta.url));
/** By its path: the process works in another folder, where no module is found. */
const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;

export interface ToolAnswer {
  readonly isError: boolean;
  /** The last text: the value, where it is JSON. */
  readonly value: JsonObject;
  /** Every text before it: the content mark. */
  readonly lead: string;
}

/** `jackfield studio mcp` as a client starts it, over real pipes, by the official SDK. */
export class StudioMcp implements AsyncDisposable {
  readonly client: Client;
  readonly #transport: StdioClientTransport;
  error = "";

  private constructor(args: readonly string[], folder: string, env: Readonly<Record<string, string>>) {
    this.#transport = new StdioClientTransport({
      command: process.execPath,
      args: ["--conditions=@jackfield/source", "--import", tsx, main, "studio", "mcp", ...args],
      cwd: folder,
      env: { PATH: process.env["PATH"] ?? "", ...env },
      stderr: "pipe",
    });
    this.#transport.stderr?.on("data", (bytes: Buffer) => void (this.error += bytes.toString("utf8")));
    this.client = new Client({ name: "studio-proof", version: "1" }, { capabilities: {} });
  }

  /** Rejects where it does not start: what it said stands in the error. */
  static async start(args: readonly string[], folder: string, env: Readonly<Record<string, string>> = {}): Promise<StudioMcp> {
    const studio = new StudioMcp(args, folder, env);
    try {
      await studio.client.connect(studio.#transport);
    } catch (error) {
      await studio[Symbol.asyncDispose]();
      throw new Error(`It did not start: ${studio.error}`, { cause: error });
    }
    return studio;
  }

  async tool(
    name: string,
    args: JsonObject = {},
    options: { readonly signal?: AbortSignal; readonly onprogress?: (progress: Progress) => void } = {},
  ): Promise<ToolAnswer> {
    const result = await this.client.callTool({ name, arguments: args }, undefined, {
      timeout: 180_000,
      resetTimeoutOnProgress: true,
      ...options,
    });
    const texts = (result.content as readonly { readonly type: string; readonly text?: string }[]).flatMap(({ text }) => text ?? []);
    return { isError: result.isError === true, value: valueOf(texts.at(-1) ?? ""), lead: texts.slice(0, -1).join("\n") };
  }

  /** One command, by `execute`. */
  async run(
    command: string,
    params: JsonObject = {},
  ): Promise<{ readonly result: Json } | { readonly error: string; readonly message: string }> {
    const { isError, value } = await this.tool("execute", { command, params });
    if (!isError) return { result: value["result"] ?? null };
    const text = (name: string): string | undefined => (typeof value[name] === "string" ? value[name] : undefined);
    return { error: text("error") ?? "fault", message: text("message") ?? text("text") ?? "" };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}

/** A fault is a sentence, and no JSON. */
function valueOf(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return { text };
  }
}
