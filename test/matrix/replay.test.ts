import type { JsonObject } from "@jackfield/contract";
import { createHost, type GateHost, openToolsets } from "@jackfield/gate";
import { nodePorts } from "@jackfield/gate/node";
import { describe, expect, test } from "vitest";
import { addresses } from "./doorways.ts";
import { type Fixture, fixture, toolOf } from "./fixture.ts";

/** What a client may try with the state and the answers of an approval, message by message (MCP 2026-07-28: input_required). */
describe.each(Object.entries(addresses))("approval through %s, replayed", (_name, address) => {
  const yes = { approve: { action: "accept", content: { approve: true } } };
  const song = { track: "lead" };

  test("a yes runs it once; the same retry again is asked anew, and its old answer is not used", async () => {
    await using at = await place(address);
    const state = stateOf(await at.call(song));
    expect(at.ran).toEqual([]);
    expect(isDone(await at.call(song, { requestState: state, inputResponses: yes }))).toBe(true);
    expect(at.ran).toHaveLength(1);
    for (let again = 0; again < 3; again += 1)
      expect(isDone(await at.call(song, { requestState: state, inputResponses: yes }))).toBe(false);
    expect(at.ran).toHaveLength(1);
  });

  test("the same retry ten times at once runs it once", async () => {
    await using at = await place(address);
    const state = stateOf(await at.call(song));
    const answers = await Promise.all(Array.from({ length: 10 }, () => at.call(song, { requestState: state, inputResponses: yes })));
    expect(answers.filter(isDone)).toHaveLength(1);
    expect(at.ran).toHaveLength(1);
  });

  const tries: readonly [string, (state: string) => readonly [JsonObject, JsonObject]][] = [
    ["an answer that nobody was asked for", () => [song, { inputResponses: yes }]],
    ["a state for other arguments", (state) => [{ track: "bass" }, { requestState: state, inputResponses: yes }]],
    [
      "a state with one character changed",
      (state) => [song, { requestState: state.replace(/^./, (first) => (first === "A" ? "B" : "A")), inputResponses: yes }],
    ],
    ["a state that is none", () => [song, { requestState: "yes", inputResponses: yes }]],
    ["a state without an answer", (state) => [song, { requestState: state }]],
    ["a state with an answer to another question", (state) => [song, { requestState: state, inputResponses: { other: yes.approve } }]],
    ["an answer that is no object", (state) => [song, { requestState: state, inputResponses: { approve: true } }]],
    ["answers that are a list", (state) => [song, { requestState: state, inputResponses: [yes.approve] }]],
  ];
  test.each(tries)("%s runs nothing", async (_what, attempt) => {
    await using at = await place(address);
    const [args, members] = attempt(stateOf(await at.call(song)));
    expect(isDone(await at.call(args, members))).toBe(false);
    expect(at.ran).toEqual([]);
  });

  test("a state of one host is good for nothing at another", async () => {
    await using one = await place(address);
    await using other = await place(address);
    const state = stateOf(await one.call(song));
    expect(isDone(await other.call(song, { requestState: state, inputResponses: yes }))).toBe(false);
    expect([one.ran, other.ran]).toEqual([[], []]);
  });
});

interface Place extends AsyncDisposable, Fixture {
  readonly host: GateHost;
  /** A stateless tools/call of a destructive tool, and the JSON-RPC message that answers it. */
  readonly call: (args: JsonObject, members?: JsonObject) => Promise<Message>;
}

interface Message {
  readonly result?: { readonly resultType?: string; readonly requestState?: string; readonly isError?: boolean };
  readonly error?: { readonly code: number };
}

async function place(address: (typeof addresses)[keyof typeof addresses]): Promise<Place> {
  const made = fixture();
  const host = createHost(await openToolsets([made.toolset]), {
    ports: nodePorts,
    policy: { ask: "destructive" },
    limits: { callsPerMark: 64, callsPerScope: 64 },
  });
  const { url, close } = await address(host);
  return {
    ...made,
    host,
    call: (args, members = {}) => post(url, toolOf("destructive-write"), args, members),
    async [Symbol.asyncDispose]() {
      await close();
      await host[Symbol.asyncDispose]();
    },
  };
}

async function post(url: string, name: string, args: JsonObject, members: JsonObject): Promise<Message> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": name,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name,
        arguments: args,
        ...members,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "replay", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
        },
      },
    }),
  });
  const text = await response.text();
  const data = response.headers.get("content-type")?.startsWith("text/event-stream") === true ? /^data: (.+)$/m.exec(text)?.[1] : text;
  return JSON.parse(data ?? "") as Message;
}

function stateOf(message: Message): string {
  const state = message.result?.requestState;
  if (message.result?.resultType !== "input_required" || state === undefined)
    throw new Error(`It was not asked: ${JSON.stringify(message)}`);
  return state;
}

/** The tool ran and this is what it returned. */
function isDone({ result }: Message): boolean {
  return result !== undefined && result.resultType !== "input_required" && result.isError !== true;
}
