import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Called, type Connect, type VisitParams, answers } from "./driver.ts";

/** The official TypeScript SDK 2.x, in one of its two eras. */
export function connectSdk2(era: "legacy" | "modern"): Connect {
  return async (way) => {
    const client = new Client(
      { name: "sdk2", version: "1" },
      {
        capabilities: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
        versionNegotiation: { mode: era === "legacy" ? "legacy" : { pin: "2026-07-28" } },
      },
    );
    const updates: string[] = [];
    const logs: string[] = [];
    const visits: VisitParams[] = [];
    let toolChanges = 0;
    client.setRequestHandler("elicitation/create", ({ params }) => {
      if (params.mode === "url") visits.push(params as VisitParams);
      return answers.elicit(params as Parameters<typeof answers.elicit>[0]);
    });
    client.setRequestHandler("sampling/createMessage", answers.sample);
    client.setRequestHandler("roots/list", answers.roots);
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => void updates.push(params.uri));
    client.setNotificationHandler("notifications/tools/list_changed", () => void toolChanges++);
    client.setNotificationHandler("notifications/message", ({ params }) => void logs.push(String(params.data)));
    const transport =
      way.is === "http"
        ? new StreamableHTTPClientTransport(way.url)
        : new StdioClientTransport({ command: way.command, args: [...way.args], stderr: "inherit" });
    await client.connect(transport);
    return {
      revision: client.getNegotiatedProtocolVersion() ?? "",
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
          onProgress === undefined ? {} : { onprogress: ({ progress }) => onProgress(progress) },
        )) as Called,
      resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
      templates: async () => (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      read: async (uri) => JSON.stringify((await client.readResource({ uri })).contents),
      prompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
      prompt: async (name, args) => JSON.stringify((await client.getPrompt({ name, arguments: args })).messages),
      complete: async (prompt, argument, value) =>
        (await client.complete({ ref: { type: "ref/prompt", name: prompt }, argument: { name: argument, value } })).completion.values,
      watch: async (uri) => {
        if (era === "legacy") await client.subscribeResource({ uri });
        else await client.listen({ toolsListChanged: true, resourceSubscriptions: [uri] });
      },
      setLevel: async (level) => void (await client.setLoggingLevel(level)),
      async [Symbol.asyncDispose]() {
        if (transport instanceof StreamableHTTPClientTransport && era === "legacy") await transport.terminateSession();
        await client.close();
      },
    };
  };
}
