import { expect, test } from "vitest";
import { Bench, type RecordingSink } from "./test-endpoint.ts";

const call = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "echo", _meta: { progressToken: "t" } } } as const;
const limits = { resumeMs: 10_000, hangUpMs: 5_000, retryMs: 1_000 } as const;

function ids(sink: RecordingSink): string[] {
  return sink.text.split("\n").flatMap((line) => (line.startsWith("id: ") ? [line.slice(4)] : []));
}

function back(bench: Bench, headers: Record<string, string>, lastEventId: string): ReturnType<Bench["raw"]> {
  return bench.raw("", { ...headers, accept: "text/event-stream", "last-event-id": lastEventId }, "GET");
}

test("an answer begins with an empty event and can be taken up after a drop, without a word lost or told twice", () => {
  const bench = new Bench(limits);
  const headers = bench.initialize();
  const { sink, exchange } = bench.send(call, headers);
  expect(sink.text).toMatch(/^id: \S+\.0\nretry: 1000\ndata: \n\n/);
  const { reply } = bench.endpoint.last;
  reply.progress({ progress: 1 });
  exchange?.dropped();
  reply.progress({ progress: 2 });
  expect(bench.endpoint.gones).toHaveLength(0);
  const second = back(bench, headers, ids(sink).at(-1) ?? "");
  reply.progress({ progress: 3 });
  reply.value({ content: [] });
  expect(second.sink.events.map((event) => (event["params"] as { progress?: number })?.progress ?? event["result"])).toEqual([
    2,
    3,
    { content: [] },
  ]);
  expect(second.sink.ended).toBe(true);
  expect(bench.core.counts().waiting).toBe(0);
});

test("an answer that was finished while nobody listened waits for its client, once", () => {
  const bench = new Bench(limits);
  const headers = bench.initialize();
  const { sink, exchange } = bench.send(call, headers);
  exchange?.dropped();
  bench.endpoint.last.reply.value({ content: [] });
  const second = back(bench, headers, ids(sink)[0] ?? "");
  expect(second.exchange).toBeUndefined();
  expect(second.sink.events).toEqual([{ jsonrpc: "2.0", id: 7, result: { content: [] } }]);
  expect(back(bench, headers, ids(sink)[0] ?? "").sink.status).toBe(404);
});

test("a silent connection is let go; a client that does not come back in time has cancelled", () => {
  const bench = new Bench(limits);
  const { sink } = bench.send(call, bench.initialize());
  bench.now += 5_000;
  bench.core.tick();
  expect(sink.ended).toBe(true);
  expect(bench.endpoint.gones).toHaveLength(0);
  bench.now += 10_000;
  bench.core.tick();
  expect(bench.endpoint.gones.map((gone) => gone.why)).toEqual(["disconnect"]);
  expect(bench.core.counts().waiting).toBe(0);
});

test("another session cannot take a stream up, whatever id it names", () => {
  const bench = new Bench(limits);
  const { sink, exchange } = bench.send(call, bench.initialize());
  exchange?.dropped();
  const other = bench.initialize();
  for (const id of [...ids(sink), "x.0", "x", "", "..", "9".repeat(200)]) expect(back(bench, other, id).sink.status).toBe(404);
  expect(ids(sink)).toHaveLength(1);
});

test("what is kept is bounded: past it the call of a client that left ends", () => {
  const bench = new Bench({ ...limits, resumeBytes: 2_000 });
  const { exchange } = bench.send(call, bench.initialize());
  exchange?.dropped();
  for (let progress = 1; progress <= 20; progress++) bench.endpoint.last.reply.progress({ progress, message: "x".repeat(200) });
  expect(bench.endpoint.gones.map((gone) => gone.why)).toEqual(["disconnect"]);
});

test("past the number that may be kept, answers are ordinary ones; older revisions and JSON clients never see an empty event", () => {
  const bench = new Bench({ ...limits, resumable: 1 });
  const headers = bench.initialize();
  bench.send(call, headers);
  for (const sent of [
    bench.send(call, headers),
    bench.send(call, bench.initialize("2025-06-18")),
    bench.send(call, { ...headers, accept: "application/json" }),
  ]) {
    expect(sent.sink.status).toBe(0);
    sent.exchange?.dropped();
  }
  expect(bench.endpoint.gones).toHaveLength(3);
});
