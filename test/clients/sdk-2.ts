import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Conversation, Driver } from "./driver.ts";
import { shownOf } from "./mcp-result.ts";
import { patient, stepByStep } from "./step-by-step.ts";

/** The official SDK's client, 2.4.0, in one of its eras. Its own default is `legacy`. */
export function sdk2(era: "legacy" | "auto" | "modern"): Driver {
  return {
    name: `SDK 2.4.0 ${era}`,
    heavy: false,
    install: () => Promise.resolve(),
    async open(place) {
      const mode = era === "modern" ? { pin: "2026-07-28" } : era;
      const client = new Client(
        { name: "jackfield-sdk2", version: "1.0.0" },
        { capabilities: {}, versionNegotiation: { mode }, listChanged: { tools: { onChanged: () => undefined } } },
      );
      await client.connect(new StreamableHTTPClientTransport(new URL(place.url)));
      return conversation(client);
    },
  };
}

function conversation(client: Client): Conversation {
  return {
    list: async () => (await client.listTools()).tools.map((tool) => tool.name),
    run: (steps) => stepByStep(steps, async (name, args) => shownOf(await client.callTool({ name, arguments: args }, patient))),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
