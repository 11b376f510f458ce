import { describe, expect, test } from "vitest";
import { Bench, RecordingLine } from "./test-endpoint.ts";

const call = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "echo", arguments: { x: 1 } } } as const;

describe("lines", () => {
  const line = (bench: Bench): { peer: RecordingLine; say: (message: object) => void } => {
    const peer = new RecordingLine(bench.endpoint);
    return { peer, say: (message) => bench.core.line(new TextEncoder().encode(JSON.stringify(message)), peer) };
  };
  const initialize = {
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: { roots: {} }, clientInfo: { name: "c", version: "1" } },
  };

  test("a session works over a line: call, progress, question, cancel without an answer", () => {
    const bench = new Bench();
    const { peer, say } = line(bench);
    say(call);
    expect(peer.sent[0]).toMatchObject({ id: 7, error: {} });
    say(initialize);
    say({ ...call, params: { ...call.params, _meta: { progressToken: 1 } } });
    const { reply } = bench.endpoint.last;
    reply.progress({ progress: 1 });
    let answers: unknown;
    reply.ask({ questions: { r: { method: "roots/list", params: {} } }, done: (given) => (answers = given) });
    say({ jsonrpc: "2.0", id: peer.sent.at(-1)?.["id"], result: { roots: [] } });
    expect(answers).toEqual({ r: { roots: [] } });
    reply.result(new TextEncoder().encode('{\n"content":[]}'));
    expect(peer.sent.at(-1)).toEqual({ jsonrpc: "2.0", id: 7, result: { content: [] } });
    const count = peer.sent.length;
    say({ ...call, id: "x" });
    say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "x" } });
    expect(bench.endpoint.gones.map((gone) => gone.why)).toEqual(["cancel"]);
    expect(peer.sent).toHaveLength(count);
    bench.core.closeLine(peer);
  });

  test("a session on a line hears changes without asking for a stream, and of the resources it watches", () => {
    const bench = new Bench();
    const { peer, say } = line(bench);
    bench.core.publish("scope", { kind: "tools" });
    expect(peer.sent).toHaveLength(0);
    say(initialize);
    bench.core.publish("scope", { kind: "tools" });
    expect(peer.sent.at(-1)).toEqual({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
    bench.core.publish("scope", { kind: "updated", uri: "a://b" });
    expect(peer.sent).toHaveLength(2);
    say({ jsonrpc: "2.0", id: 1, method: "resources/subscribe", params: { uri: "a://b" } });
    bench.core.publish("scope", { kind: "updated", uri: "a://b" });
    expect(peer.sent.at(-1)).toMatchObject({ method: "notifications/resources/updated", params: { uri: "a://b" } });
    const count = peer.sent.length;
    bench.core.closeLine(peer);
    bench.core.publish("scope", { kind: "tools" });
    expect([peer.sent.length, bench.core.counts().streams]).toEqual([count, 0]);
  });

  test("stateless requests, cancels and listens work over a line", () => {
    const bench = new Bench();
    const { peer, say } = line(bench);
    const meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} };
    say({ jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta: meta } });
    expect(peer.sent[0]).toMatchObject({ result: { supportedVersions: ["2026-07-28"] } });
    say({ jsonrpc: "2.0", id: 2, method: "subscriptions/listen", params: { _meta: meta, notifications: { toolsListChanged: true } } });
    bench.core.publish("scope", { kind: "tools" });
    expect(peer.sent.at(-1)).toMatchObject({ method: "notifications/tools/list_changed" });
    say({ jsonrpc: "2.0", id: 3, method: "tools/call", params: { _meta: meta, name: "echo" } });
    say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3 } });
    expect(bench.endpoint.gones.map((gone) => gone.why)).toEqual(["cancel"]);
    say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } });
    expect(bench.core.counts()).toEqual({ waiting: 0, streams: 0, parked: 0 });
  });

  test("a request that is too deep is refused with its own id", () => {
    const bench = new Bench();
    const { peer, say } = line(bench);
    say(initialize);
    for (const [levels, id] of [
      [70, "deep"],
      [10_000, 9],
    ] as const) {
      const params = `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
      bench.core.line(new TextEncoder().encode(`{"jsonrpc":"2.0","params":${params},"id":${JSON.stringify(id)},"method":"ping"}`), peer);
      expect(peer.sent.at(-1)).toMatchObject({ id, error: { code: -32600, data: { ceiling: "jsonDepth" } } });
    }
  });
});
