import { randomBytes } from "node:crypto";
import { Server, createRequestStateCodec, inputRequired } from "@modelcontextprotocol/server";
import type { JsonObject, OpenToolset, Question, Run } from "@jackfield/contract";
import { Fault, isPassthrough } from "@jackfield/contract";
import { callFixture, fixtureCapabilities, listed, listedPrompt, listedResource, runOf } from "./fixture-run.ts";

const codec = createRequestStateCodec<Record<string, JsonObject>>({ key: randomBytes(32) });

/** What ends a run that needs answers. */
class Asks extends Error {
  readonly questions: Readonly<Record<string, Question>>;

  constructor(questions: Readonly<Record<string, Question>>) {
    super("asks");
    this.questions = questions;
  }
}

/**
 * The conformance suite's fixtures, and ours, on the official SDK 2.4, for the era that its client opened with. A tool that asks returns `input_required`
 * and is run again with the answers so far, as the SDK's documentation shows. `opened`: the fixtures; without sessions they are all requests'.
 */
export function fixtureServer2(era: "legacy" | "modern", opened: Promise<OpenToolset>): Server {
  const server = new Server({ name: "conformance-sdk2", version: "1.0.0" }, {
    capabilities: fixtureCapabilities,
    requestState: { verify: (state: string, ctx: never) => codec.verify(state, ctx) },
  } as never);
  /** Runs something that may ask; answers so far come from the state and from this retry. */
  const asking = async (ctx: Context, work: (run: Run) => Promise<JsonObject>): Promise<unknown> => {
    const state = (ctx.mcpReq.requestState() ?? {}) as Record<string, JsonObject>;
    const known: Record<string, JsonObject> = { ...state, ...(ctx.mcpReq.inputResponses as Record<string, JsonObject> | undefined) };
    const declared = (ctx.mcpReq.envelope?.["io.modelcontextprotocol/clientCapabilities"] ??
      server.getClientCapabilities() ??
      {}) as Record<string, unknown>;
    const token = ctx.mcpReq._meta?.progressToken;
    const run = runOf({
      signal: ctx.mcpReq.signal,
      can: {
        sampling: declared["sampling"] !== undefined,
        elicitForm: declared["elicitation"] !== undefined,
        elicitUrl: (declared["elicitation"] as JsonObject | undefined)?.["url"] !== undefined,
        roots: declared["roots"] !== undefined,
      },
      progress: (progress) => {
        if (token !== undefined)
          void ctx.mcpReq.notify({ method: "notifications/progress", params: { progressToken: token, ...progress } } as never);
      },
      log: (level, data) => void ctx.mcpReq.log(level as "info", data),
      ask: async (questions) => {
        if (Object.keys(questions).every((key) => known[key] !== undefined)) return known;
        throw new Asks(questions);
      },
    });
    try {
      return await work(run);
    } catch (thrown) {
      if (!(thrown instanceof Asks)) throw thrown;
      return inputRequired({ inputRequests: thrown.questions as never, requestState: await codec.mint(known) });
    }
  };

  server.setRequestHandler("tools/list", async () => ({ tools: (await opened).tools.map(listed) }) as never);
  server.setRequestHandler("tools/call", async ({ params }, ctx) => {
    const tool = (await opened).tools.find(({ name }) => name === params.name);
    if (tool === undefined) throw Object.assign(new Error(`Unknown tool: ${params.name}`), { code: -32602 });
    return (await asking(ctx as never, async (run) => {
      try {
        return await callFixture(tool, params.arguments ?? {}, run);
      } catch (error) {
        if (error instanceof Asks) throw error;
        if (Fault.is(error) && error.code === "capability_missing")
          throw Object.assign(new Error(error.message), { code: -32021, data: error.data });
        return { content: [{ type: "text", text: Fault.is(error) ? error.message : String(error) }], isError: true };
      }
    })) as never;
  });
  server.setRequestHandler(
    "resources/list",
    async () => ({ resources: ((await opened).resources?.list ?? []).map(listedResource) }) as never,
  );
  server.setRequestHandler(
    "resources/templates/list",
    async () => ({ resourceTemplates: [...((await opened).resources?.templates ?? [])] }) as never,
  );
  server.setRequestHandler("resources/read", async ({ params }, ctx) => {
    const read = await (await opened).resources?.read(params.uri, runOf({ signal: (ctx as never as Context).mcpReq.signal } as never));
    if (read === undefined || isPassthrough(read))
      throw Object.assign(new Error(`Resource not found: ${params.uri}`), { code: -32602, data: { uri: params.uri } });
    return { contents: [...read] } as never;
  });
  if (era === "legacy") {
    server.setRequestHandler("resources/subscribe", () => ({}));
    server.setRequestHandler("resources/unsubscribe", () => ({}));
    server.setRequestHandler("logging/setLevel", () => ({}));
  }
  server.setRequestHandler("prompts/list", async () => ({ prompts: ((await opened).prompts ?? []).map(listedPrompt) }) as never);
  server.setRequestHandler("prompts/get", async ({ params }, ctx) => {
    const prompt = (await opened).prompts?.find(({ name }) => name === params.name);
    if (prompt === undefined) throw Object.assign(new Error(`Unknown prompt: ${params.name}`), { code: -32602 });
    return (await asking(ctx as never, async (run) => (await prompt.get(params.arguments ?? {}, run)) as unknown as JsonObject)) as never;
  });
  server.setRequestHandler("completion/complete", async ({ params }) => {
    const completion = await (await opened).complete?.(params.ref as never, params.argument, {});
    return { completion: { ...completion, values: [...(completion?.values ?? [])] } };
  });
  return server;
}

/** Tells a session's client, or whoever listens on a line, of what has changed. */
export function tellChange(server: Server | undefined, kind: string, uri: string | undefined): void {
  if (kind === "tools") void server?.sendToolListChanged();
  if (kind === "prompts") void server?.sendPromptListChanged();
  if (kind === "resources") void server?.sendResourceListChanged();
  if (kind === "updated" && uri !== undefined) void server?.sendResourceUpdated({ uri });
}

interface Context {
  readonly mcpReq: {
    readonly signal: AbortSignal;
    readonly _meta?: { readonly progressToken?: string | number };
    readonly envelope?: Readonly<Record<string, unknown>>;
    readonly inputResponses?: Readonly<Record<string, unknown>>;
    requestState(): unknown;
    notify(notification: never): Promise<void>;
    log(level: "info", data: unknown): Promise<void>;
  };
}
