import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** What an agent was told by a call. */
export interface Told {
  readonly text: string;
  readonly isError: boolean;
  readonly images: readonly string[];
}

/** An AI client behind a connector URL: the official SDK's. */
export interface Agent extends AsyncDisposable {
  readonly client: Client;
  tools(): Promise<readonly string[]>;
  call(name: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<Told>;
}

export async function connectAgent(url: string, options: ClientOptions = {}, name = "test-agent"): Promise<Agent> {
  const client = new Client({ name, version: "1.0.0" }, options);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return {
    client,
    tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    async call(tool, args = {}, signal) {
      const result = await client.callTool(
        { name: tool, arguments: args },
        { timeout: 60_000, ...(signal === undefined ? {} : { signal }) },
      );
      const content = Array.isArray(result.content) ? result.content : [];
      return {
        text: content
          .map((block) => (block.type === "text" ? block.text : ""))
          .filter(Boolean)
          .join("\n"),
        isError: result.isError === true,
        images: content.map((block) => (block.type === "image" ? block.data : "")).filter((data) => data !== ""),
      };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
