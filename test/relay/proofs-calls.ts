import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { SessionClient, StatelessClient, openStream } from "./client.ts";
import { TestHolder, declaration, echo } from "./holder.ts";
import { type JsonMessage, startTestRelay, textOf, until } from "./rig.ts";

/** Sends calls that are never answered until one is refused; the refusal, and how many ran. */
async function fill(
  clients: readonly { call(name: string): Promise<JsonMessage> }[],
  ran: () => number,
): Promise<{ refusals: JsonMessage[]; ran: number }> {
  const refusals: JsonMessage[] = [];
  for (const client of clients) {
    for (let i = 0; i < 4; i++) {
      const before = ran();
      let isOver = false;
      const pending = client.call("silent").finally(() => (isOver = true));
      // Either it runs or it is refused, however long a busy machine takes over it.
      const first = await Promise.race([pending, until(() => isOver || ran() > before).then(() => undefined)]);
      if (first === undefined) pending.catch(() => undefined);
      else refusals.push(first);
    }
  }
  return { refusals, ran: ran() };
}

function expectBusy(refusals: readonly JsonMessage[], count: number, limit: number): void {
  expect(refusals).toHaveLength(count);
  for (const refusal of refusals)
    expect([refusal.result?.isError, textOf(refusal)]).toEqual([
      true,
      `Too many calls are running (at most ${limit}). Wait for one to finish, or retry in 2 s`,
    ]);
}

const question = {
  method: "elicitation/create",
  params: { message: "Sure?", requestedSchema: { type: "object", properties: { yes: { type: "boolean" } } } },
};

/** Limits on calls and how long they take. */
export const callProofs = {
  async callsPerSession() {
    await using relay = await startTestRelay({ limits: { callsPerSession: 2 } });
    await using holder = await TestHolder.start({ relay: relay.url });
    const clients = [await SessionClient.open(holder.mcpUrl), await SessionClient.open(holder.mcpUrl), new StatelessClient(holder.mcpUrl)];
    const { refusals, ran } = await fill(clients, () => relay.counts().now.calls);
    expectBusy(refusals, 6, 2);
    expect([ran, relay.counts().total.busy, holder.of("request").length]).toEqual([6, 6, 6]);
    // One that ends makes room.
    await holder.result(holder.of("request")[0]?.id ?? "", { content: [] });
    const pending = clients[0]?.call("silent");
    await until(() => holder.of("request").length === 7);
    void pending?.catch(() => undefined);
  },

  async callsPerLink() {
    await using relay = await startTestRelay({ limits: { callsPerLink: 3 } });
    await using holder = await TestHolder.start({ relay: relay.url });
    const clients = [await SessionClient.open(holder.mcpUrl), await SessionClient.open(holder.mcpUrl)];
    const { refusals, ran } = await fill(clients, () => relay.counts().now.calls);
    expectBusy(refusals, 5, 3);
    expect([ran, relay.counts().total.busy]).toEqual([3, 5]);
    await using other = await TestHolder.start({ relay: relay.url, onRequest: echo });
    expect(textOf(await (await SessionClient.open(other.mcpUrl)).call("echo", { n: 1 }))).toBe('{"n":1}');
  },

  async calls() {
    await using relay = await startTestRelay({ limits: { calls: 5 } });
    await using first = await TestHolder.start({ relay: relay.url });
    await using second = await TestHolder.start({ relay: relay.url });
    const clients = [await SessionClient.open(first.mcpUrl), await SessionClient.open(second.mcpUrl)];
    const { refusals, ran } = await fill(clients, () => relay.counts().now.calls);
    expectBusy(refusals, 3, 5);
    expect(ran).toBe(5);
  },

  async parkedPerLink() {
    await using relay = await startTestRelay({ limits: { parkedPerLink: 2, callsPerSession: 1, callsPerLink: 1, calls: 1 } });
    await using holder = await TestHolder.start({ relay: relay.url });
    const client = new StatelessClient(holder.mcpUrl, { capabilities: { elicitation: {} } });
    const ask = async (count: number): Promise<string> => {
      await until(() => holder.of("request").length === count);
      const id = holder.of("request")[count - 1]?.id ?? "";
      await holder.post("frames", { type: "ask", id, ask: "a", questions: { q: question } });
      return id;
    };
    // A client that never comes back to its questions takes no place of those that run, however many it leaves behind.
    const states: unknown[] = [];
    for (let i = 1; i <= 2; i++) {
      const pending = client.call("silent");
      await ask(i);
      states.push((await pending).result?.["requestState"]);
    }
    const third = client.call("silent");
    const id = await ask(3);
    await until(() => holder.of("answer").length === 1);
    expect(holder.of("answer")[0]).toMatchObject({ id, ask: "a", error: { code: "busy", data: { ceiling: "parkedPerLink", limit: 2 } } });
    expect([relay.counts().total.busy_asks, relay.counts().now.parked, relay.counts().now.calls]).toEqual([1, 2, 3]);
    // It runs, so there is no place for a fourth; one that is answered goes on all the same.
    expect((await client.call("silent")).result?.isError).toBe(true);
    const retry = client.call("silent", {}, { requestState: states[0], inputResponses: { q: { action: "decline" } } });
    await until(() => holder.of("answer").length === 2);
    expect(relay.counts().now).toMatchObject({ parked: 1, calls: 3 });
    await holder.result(id, { content: [{ type: "text", text: "without" }] });
    await holder.result(holder.of("request")[0]?.id ?? "", { content: [{ type: "text", text: "went on" }] });
    expect([textOf(await third), textOf(await retry)]).toEqual(["without", "went on"]);
    // Others are served meanwhile, and may ask; the limit is the link's.
    await using other = await TestHolder.start({ relay: relay.url, onRequest: echo });
    expect(textOf(await (await SessionClient.open(other.mcpUrl)).call("echo", { n: 1 }))).toBe('{"n":1}');
    expect(relay.counts().now).toMatchObject({ parked: 1, calls: 1 });
  },

  async parked() {
    await using relay = await startTestRelay({ limits: { parked: 3 } });
    let refused = 0;
    for (let link = 0; link < 2; link++) {
      const holder = await TestHolder.start({
        relay: relay.url,
        onRequest: async (frame, by) => {
          await by.post("frames", { type: "ask", id: frame.id, ask: "a", questions: { q: question } });
          return undefined;
        },
      });
      const client = new StatelessClient(holder.mcpUrl, { capabilities: { elicitation: {} } });
      for (let i = 0; i < 2; i++) void client.call("silent").catch(() => undefined);
      await until(() => holder.of("request").length === 2 && relay.counts().now.parked === Math.min(3, 2 * (link + 1)));
      if (link === 0) continue;
      await until(() => holder.of("answer").length === 1);
      expect(holder.of("answer")[0]).toMatchObject({ error: { code: "busy", data: { ceiling: "parked", limit: 3 } } });
      refused++;
    }
    expect([refused, relay.counts().total.busy_asks, relay.counts().now.parked]).toEqual([1, 1, 3]);
  },

  async callMs() {
    await using relay = await startTestRelay({ limits: { callMs: 200 } });
    await using holder = await TestHolder.start({ relay: relay.url, declare: { ...declaration, timeouts: { slow: 1_000 } } });
    const client = await SessionClient.open(holder.mcpUrl);
    const start = performance.now();
    const answer = await client.call("silent");
    expect([answer.result?.isError, textOf(answer)]).toEqual([true, "Nothing came back for 0 s. Ask for less, or call again"]);
    expect(performance.now() - start).toBeGreaterThanOrEqual(195);
    await until(() => holder.of("cancel").length === 1);
    expect(holder.of("cancel")[0]).toMatchObject({ id: holder.of("request")[0]?.id, reason: "timeout" });
    expect((await holder.result(holder.of("request")[0]?.id ?? "", { content: [] })).status).toBe(404);
    // Progress starts the wait anew; a tool may name its own.
    const pending = client.call("silent");
    await until(() => holder.of("request").length === 2);
    const id = holder.of("request")[1]?.id ?? "";
    for (let i = 1; i <= 5; i++) {
      await pause(120);
      await holder.post("frames", { type: "progress", id, progress: i });
    }
    await holder.result(id, { content: [{ type: "text", text: "after 600 ms" }] });
    expect(textOf(await pending)).toBe("after 600 ms");
    const named = client.call("slow");
    await pause(400);
    await holder.result(holder.of("request")[2]?.id ?? "", { content: [{ type: "text", text: "patient" }] });
    expect(textOf(await named)).toBe("patient");
    expect(holder.of("request").map((frame) => frame["timeoutMs"])).toEqual([200, 200, 1_000]);
    expect(relay.counts().total.timeouts).toBe(1);
  },

  async waitMs() {
    await using relay = await startTestRelay({ catalog: { ...declaration, waits: ["slow"] }, limits: { callMs: 100, waitMs: 400 } });
    await using holder = await TestHolder.start({ relay: relay.url });
    const client = await SessionClient.open(holder.mcpUrl);
    const start = performance.now();
    expect((await client.call("slow")).result?.isError).toBe(true);
    expect(performance.now() - start).toBeGreaterThanOrEqual(395);
    expect(holder.of("request")[0]?.["timeoutMs"]).toBe(400);
    expect(relay.counts().total.timeouts).toBe(1);
  },

  async maxCallMs() {
    await using relay = await startTestRelay({ limits: { callMs: 200, maxCallMs: 700 } });
    await using holder = await TestHolder.start({ relay: relay.url });
    const client = await SessionClient.open(holder.mcpUrl);
    const start = performance.now();
    const pending = client.call("silent");
    await until(() => holder.of("request").length === 1);
    const timer = setInterval(
      () => void holder.post("frames", { type: "progress", id: holder.of("request")[0]?.id, progress: performance.now() }),
      50,
    );
    const answer = await pending.finally(() => clearInterval(timer));
    expect(answer.result?.isError).toBe(true);
    const took = performance.now() - start;
    expect([took >= 690, took < 1_500]).toEqual([true, true]);
    expect(relay.counts().total.timeouts).toBe(1);
  },

  async askMs() {
    await using relay = await startTestRelay({ limits: { askMs: 1_500, callMs: 1_000 } });
    const questions = {
      q: { method: "elicitation/create", params: { message: "Sure?", requestedSchema: { type: "object", properties: {} } } },
    };
    await using holder = await TestHolder.start({ relay: relay.url });
    const client = await SessionClient.open(holder.mcpUrl, { capabilities: { elicitation: {} } });
    const pending = client.call("silent");
    await until(() => holder.of("request").length === 1);
    const id = holder.of("request")[0]?.id ?? "";
    await holder.post("frames", { type: "ask", id, ask: "a", questions });
    const start = performance.now();
    await until(() => holder.of("answer").length === 1);
    expect(performance.now() - start).toBeGreaterThan(1_000);
    expect(holder.of("answer")[0]).toMatchObject({ id, ask: "a", error: { code: "ask_expired" } });
    // The call's own time stood still meanwhile.
    await holder.result(id, { content: [{ type: "text", text: "went on" }] });
    expect(textOf(await pending)).toBe("went on");
    expect(relay.counts().total.timeouts).toBe(0);
  },

  async streamAfterMs() {
    await using relay = await startTestRelay({ limits: { streamAfterMs: 300 } });
    await using holder = await TestHolder.start({ relay: relay.url, onRequest: echo });
    const client = await SessionClient.open(holder.mcpUrl);
    const answers = await Promise.all(
      [50, 1_000].map((ms) => client.post({ jsonrpc: "2.0", id: ms, method: "tools/call", params: { name: "slow", arguments: { ms } } })),
    );
    expect(answers.map((answer) => answer.headers["content-type"])).toEqual(["application/json", "text/event-stream"]);
    expect(answers[1]?.headMs).toBeGreaterThanOrEqual(295);
    expect(answers[1]?.headMs).toBeLessThan(900);
  },

  async keepAliveMs() {
    await using relay = await startTestRelay({ limits: { keepAliveMs: 300 } });
    await using holder = await TestHolder.start({ relay: relay.url });
    const client = await SessionClient.open(holder.mcpUrl);
    using stream = await client.listen();
    const modern = new StatelessClient(holder.mcpUrl);
    using listen = await openStream(holder.mcpUrl, {
      method: "POST",
      ...modern.message("subscriptions/listen", { notifications: { toolsListChanged: true } }),
    });
    await pause(1_400);
    const comments = (text: string): number => text.match(/^: /gm)?.length ?? 0;
    for (const count of [holder.pings, comments(stream.text()), comments(listen.text())]) {
      expect(count).toBeGreaterThanOrEqual(2);
      expect(count).toBeLessThanOrEqual(6);
    }
  },
};
