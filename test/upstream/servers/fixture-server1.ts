import { randomUUID } from "node:crypto";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  CreateMessageResultSchema,
  ElicitResultSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListResourcesRequestSchema,
  ListRootsResultSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { JsonObject, OpenToolset, Question } from "@jackfield/contract";
import { Fault, isPassthrough } from "@jackfield/contract";
import { callFixture, fixtureCapabilities, listed, listedPrompt, listedResource, runOf } from "./fixture-run.ts";

/** One session's server, and how its client is told of a change. */
export interface FixtureServer1 {
  readonly server: Server;
  changed(kind: string, uri?: string): void;
}

/** The conformance suite's fixtures, and ours, on the official SDK 1.32: a server for one session of the revisions that have them. */
export function fixtureServer1(fixtures: OpenToolset): FixtureServer1 {
  const server = new Server({ name: "conformance-sdk1", version: "1.0.0" }, { capabilities: fixtureCapabilities });
  const watched = new Set<string>();

  function meansOf(extra: Extra): Parameters<typeof runOf>[0] {
    const token = extra._meta?.progressToken;
    const capabilities = server.getClientCapabilities() ?? {};
    return {
      signal: extra.signal,
      can: {
        sampling: capabilities.sampling !== undefined,
        elicitForm: capabilities.elicitation !== undefined,
        elicitUrl: capabilities.elicitation?.url !== undefined,
        roots: capabilities.roots !== undefined,
      },
      progress: (progress) => {
        if (token !== undefined)
          void extra.sendNotification({ method: "notifications/progress", params: { progressToken: token, ...progress } } as never);
      },
      // Not by the server's own method: over HTTP that goes to the session's other stream.
      log: (level, data) => void extra.sendNotification({ method: "notifications/message", params: { level, data } } as never),
      ask: async (questions) => {
        const answers = await Promise.all(
          Object.entries(questions).map(
            async ([key, { method, params }]: [string, Question]) =>
              [
                key,
                (await extra.sendRequest({ method, params: withId(params) } as never, results[method] as never)) as JsonObject,
              ] as const,
          ),
        );
        return Object.fromEntries(answers);
      },
    };
  }

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: fixtures.tools.map(listed) }) as never);
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = fixtures.tools.find(({ name }) => name === params.name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    try {
      return (await callFixture(tool, params.arguments ?? {}, runOf(meansOf(extra as Extra)))) as never;
    } catch (error) {
      const text = Fault.is(error) ? error.message : String(error);
      return { content: [{ type: "text", text }], isError: true };
    }
  });
  server.setRequestHandler(
    ListResourcesRequestSchema,
    () => ({ resources: (fixtures.resources?.list ?? []).map(listedResource) }) as never,
  );
  server.setRequestHandler(
    ListResourceTemplatesRequestSchema,
    () => ({ resourceTemplates: [...(fixtures.resources?.templates ?? [])] }) as never,
  );
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }, extra) => {
    const contents = await fixtures.resources?.read(params.uri, runOf(meansOf(extra as Extra)));
    if (contents === undefined || isPassthrough(contents))
      throw new McpError(-32002, `Resource not found: ${params.uri}`, { uri: params.uri });
    return { contents: [...contents] } as never;
  });
  server.setRequestHandler(SubscribeRequestSchema, ({ params }) => {
    watched.add(params.uri);
    return {};
  });
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
    watched.delete(params.uri);
    return {};
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: (fixtures.prompts ?? []).map(listedPrompt) }) as never);
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }, extra) => {
    const prompt = fixtures.prompts?.find(({ name }) => name === params.name);
    if (prompt === undefined) throw new McpError(ErrorCode.InvalidParams, `Unknown prompt: ${params.name}`);
    return (await prompt.get(params.arguments ?? {}, runOf(meansOf(extra as Extra)))) as never;
  });
  server.setRequestHandler(CompleteRequestSchema, async ({ params }) => {
    const completion = await fixtures.complete?.(params.ref as never, params.argument, {});
    return { completion: { ...completion, values: [...(completion?.values ?? [])] } };
  });
  server.setRequestHandler(SetLevelRequestSchema, () => ({}));
  return {
    server,
    changed(kind, uri) {
      if (kind === "tools") void server.sendToolListChanged();
      if (kind === "prompts") void server.sendPromptListChanged();
      if (kind === "resources") void server.sendResourceListChanged();
      if (kind === "updated" && uri !== undefined && watched.has(uri)) void server.sendResourceUpdated({ uri });
    },
  };
}

/** MCP 2025-11-25: an address to open has an id. */
function withId(params: JsonObject): JsonObject {
  return params["mode"] === "url" ? { ...params, elicitationId: randomUUID() } : params;
}

const results = {
  "elicitation/create": ElicitResultSchema,
  "sampling/createMessage": CreateMessageResultSchema,
  "roots/list": ListRootsResultSchema,
} as const;

interface Extra {
  readonly signal: AbortSignal;
  readonly _meta?: { readonly progressToken?: string | number };
  sendNotification(notification: never): Promise<void>;
  sendRequest(request: never, schema: never): Promise<unknown>;
}
