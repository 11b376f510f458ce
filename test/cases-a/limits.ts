import { expect, test } from "vitest";
import { callBody, messageOf, openSession, send, stateless, textOf } from "./mcp-peer.ts";
import type { CaseTarget } from "./system.ts";

/** What one body can cost: A23, A24. */
export function limitsCases(target: CaseTarget): void {
  test("A23: nesting is bounded before anything is built of it", async () => {
    await using system = await target.start({});
    const session = await openSession(system.url);
    const shapes = { arrays: ["[", "]"], objects: ['{"a":', "}"] } as const;
    let sent = 0;
    for (const depth of [200, 1_000, 5_000, 10_000, 100_000]) {
      for (const [left, right] of Object.values(shapes)) {
        const nest = `${left.repeat(depth)}1${right.repeat(depth)}`;
        const bodies = [
          `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"take","arguments":{"x":${nest}}}}`,
          `{"jsonrpc":"2.0","id":9,"method":"tools/list","params":{"_meta":{"x":${nest}}}}`,
          `{"jsonrpc":"2.0","id":9,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":${nest},"clientInfo":{"name":"x","version":"1"}}}`,
          nest,
        ];
        for (const body of bodies) {
          const began = await system.cpu();
          const answer = await send(system.url, body, { headers: session.headers });
          // Processor time: how long it takes by the clock is the machine's affair.
          const spent = (await system.cpu()) - began;
          expect([depth, answer.status, messageOf(answer).error?.code, spent < 250]).toEqual([depth, 400, -32600, true]);
          sent++;
        }
        const modern = await stateless(system.url, "tools/call", {
          name: "take",
          arguments: { x: JSON.parse(`${"[".repeat(200)}${"]".repeat(200)}`) as unknown },
        });
        expect([modern.status, messageOf(modern).error?.code]).toEqual([400, -32600]);
        expect(textOf(messageOf(await session.call("echo", { text: "healthy" })))).toBe("healthy");
      }
    }
    expect(sent).toBe(40);
    const echoes = await system.runs();
    const flat = await session.call("take", { numbers: Array.from({ length: 500_000 }, (_, index) => index % 10) });
    expect([200, 413]).toContain(flat.status);
    expect((await system.runs()) - echoes).toBe(flat.status === 200 ? 1 : 0);
    expect(textOf(messageOf(await session.call("echo", { text: "healthy" })))).toBe("healthy");
  });

  test("A24: a batch is bounded, each of its messages counts, and only old revisions have them", async () => {
    await using system = await target.start({});
    const old = await openSession(system.url, "2025-03-26");
    const call = (id: number | string): string => callBody("echo", { text: `e${id}` }, id);
    const note = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
    const batch = (messages: readonly string[]): string => `[${messages.join(",")}]`;

    const large = await old.post(batch(Array.from({ length: 931 }, (_, index) => call(index))));
    expect([large.status, messageOf(large).error?.code]).toEqual([400, -32600]);
    const notes = await old.post(batch(Array.from({ length: 10_000 }, () => note)));
    expect([notes.status, messageOf(notes).error?.code]).toEqual([400, -32600]);
    const empty = await old.post("[]");
    expect([empty.status, messageOf(empty).error?.code]).toEqual([400, -32600]);
    const opening = await old.post(batch(['{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}', call(2)]));
    expect([opening.status, messageOf(opening).error?.code]).toEqual([400, -32600]);
    expect(await system.runs()).toBe(0);

    const numbers = await old.post("[1,2]");
    const answers = JSON.parse(numbers.text) as { error?: { code: number } }[];
    expect(answers.map(({ error }) => error?.code)).toEqual([-32600, -32600]);
    const nested = JSON.parse((await old.post(`[[${call(1)}]]`)).text) as { error?: { code: number } }[];
    expect(nested.map(({ error }) => error?.code)).toEqual([-32600]);
    expect(await system.runs()).toBe(0);

    const only = await old.post(batch([note, note]));
    expect([only.status, only.text]).toEqual([202, ""]);
    const responses = await old.post('[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}]');
    expect([responses.status, responses.text]).toEqual([202, ""]);

    const equal = await old.post(batch([call(5), call(5), note]));
    const both = JSON.parse(equal.text) as { id: number }[];
    expect(both.map(({ id }) => id)).toEqual([5, 5]);
    const good = JSON.parse((await old.post(batch(Array.from({ length: 16 }, (_, index) => call(index))))).text) as {
      id: number;
      result: { content: { text: string }[] };
    }[];
    expect(good.map(({ id, result }) => `${id} ${result.content[0]?.text}`).toSorted()).toEqual(
      Array.from({ length: 16 }, (_, index) => `${index} e${index}`).toSorted(),
    );
    expect(await system.runs()).toBe(18);

    for (const revision of ["2025-06-18", "2025-11-25"]) {
      const session = await openSession(system.url, revision);
      const refused = await session.post(batch([call(1), call(2)]));
      expect([revision, refused.status, messageOf(refused).error?.code]).toEqual([revision, 400, -32600]);
    }
    const modern = await send(system.url, batch([call(1)]), {
      headers: { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "echo" },
    });
    expect([modern.status, messageOf(modern).error?.code]).toEqual([400, -32600]);
    expect(await system.runs()).toBe(18);
  });
}
