import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { type Called, type Connect, type VisitParams, answers } from "./driver.ts";

/** The official TypeScript SDK 1.x: revisions with sessions. */
export const connectSdk1: Connect = async (way) => {
  const client = new Client(
    { name: "sdk1", version: "1" },
    { capabilities: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} } },
  );
  const updates: string[] = [];
  const logs: string[] = [];
  const visits: VisitParams[] = [];
  let toolChanges = 0;
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    if (params.mode === "url") visits.push(params as VisitParams);
    return answers.elicit(params as Parameters<typeof answers.elicit>[0]);
  });
  client.setRequestHandler(CreateMessageRequestSchema, answers.sample);
  client.setRequestHandler(ListRootsRequestSchema, answers.roots);
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void updates.push(params.uri));
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void toolChanges++);
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void logs.push(String(params.data)));
  const transport =
    way.is === "http"
      ? new StreamableHTTPClientTransport(way.url)
      : new StdioClientTransport({ command: way.command, args: [...way.args], stderr: "inherit" });
  // The SDK's own transports do not satisfy its own interface under exactOptionalPropertyTypes.
  await client.connect(transport as Transport);
  return {
    revision: transport instanceof StreamableHTTPClientTransport ? (transport.protocolVersion ?? "") : "",
    updates,
    logs,
    visits,
    toolChanges: () => toolChanges,
    tools: async () => (await client.listTools()).tools,
    entries: async (uri, prompt) => [
      (await client.listResources()).resources.find((each) => each.uri === uri),
      (await client.listPrompts()).prompts.find(({ name }) => name === prompt),
    ],
    call: async (name, args = {}, onProgress) =>
      (await client.callTool(
        { name, arguments: args },
        undefined,
        onProgress === undefined ? {} : { onprogress: ({ progress }) => onProgress(progress) },
      )) as Called,
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    templates: async () => (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    read: async (uri) => JSON.stringify((await client.readResource({ uri })).contents),
    prompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
    prompt: async (name, args) => JSON.stringify((await client.getPrompt({ name, arguments: args })).messages),
    complete: async (prompt, argument, value) =>
      (await client.complete({ ref: { type: "ref/prompt", name: prompt }, argument: { name: argument, value } })).completion.values,
    watch: async (uri) => void (await client.subscribeResource({ uri })),
    setLevel: async (level) => void (await client.setLoggingLevel(level)),
    async [Symbol.asyncDispose]() {
      if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession();
      await client.close();
    },
  };
};
