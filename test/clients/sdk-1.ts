import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Conversation, Driver } from "./driver.ts";
import { shownOf } from "./mcp-result.ts";
import { patient, stepByStep } from "./step-by-step.ts";

/** The official SDK's client, 1.32.2: 2025 sessions only. */
export const sdk1: Driver = {
  name: "SDK 1.32.2",
  heavy: false,
  install: () => Promise.resolve(),
  async open(place) {
    const client = new Client({ name: "jackfield-sdk1", version: "1.0.0" });
    // The SDK's transport types clash with exactOptionalPropertyTypes: `sessionId?: string` against `string | undefined`.
    await client.connect(new StreamableHTTPClientTransport(new URL(place.url)) as never);
    return conversation(client);
  },
};

function conversation(client: Client): Conversation {
  return {
    list: async () => (await client.listTools()).tools.map((tool) => tool.name),
    run: (steps) => stepByStep(steps, async (name, args) => shownOf(await client.callTool({ name, arguments: args }, undefined, patient))),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
