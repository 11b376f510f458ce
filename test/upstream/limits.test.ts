import { Ender, Fault, type Json } from "@jackfield/contract";
import { upstreamCeilings } from "@jackfield/upstream";
import { expect, test } from "vitest";
import { isAlive } from "./held.ts";
import { type Setting, eventually, local, naughty, open } from "./rig.ts";
import { startNaughtyHttp } from "./servers/naughty-http.ts";

/** A hostile server hits the limit, lowered by option; what it says proves that it was this limit, and others are served after it. */
type Proof = () => Promise<void>;

const never = (): Promise<never> => new Promise(() => undefined);
const ceilingOf = async (setting: Setting, ...call: Parameters<Setting["outcome"]>): Promise<Json | undefined> => {
  const outcome = await setting.outcome(...call);
  return outcome.is === "fault" ? outcome.fault.data?.["ceiling"] : undefined;
};
const serves = async (setting: Setting, mark = "one"): Promise<void> =>
  expect(await setting.call("echo", { mark }, { mark })).toBe(JSON.stringify({ mark }));
const tookMs = async (work: () => PromiseLike<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

// A ceiling without its proof does not compile.
const proofs: Readonly<Record<keyof typeof upstreamCeilings, Proof>> = {
  messageBytes: async () => {
    await using setting = await open(naughty("long-line", 200_000), { limits: { messageBytes: 100_000 } });
    expect(await ceilingOf(setting, "act", { order: "id last" })).toBe("messageBytes");
    await serves(setting);
  },
  unsentBytes: async () => {
    await using setting = await open(naughty("never-reads"), { callMs: 500, limits: { unsentBytes: 100_000, goodbyeMs: 200 } });
    await setting.call("act");
    const large = { text: "z".repeat(300_000) };
    const ceilings = await Promise.all([1, 2, 3].map(() => ceilingOf(setting, "echo", large)));
    expect(ceilings).toContain("unsentBytes");
  },
  openRequests: async () => {
    await using setting = await open(naughty("hangs"), { limits: { openRequests: 2 } });
    const ending = new Ender();
    const open_ = [1, 2].map(() => setting.call("act", {}, { ending }));
    expect(await ceilingOf(setting, "echo")).toBe("openRequests");
    ending.end(new Fault("cancelled"));
    await Promise.all(open_);
    await serves(setting);
  },
  startMs: async () => {
    const fault: unknown = await open(naughty("slow-legacy", 60_000), { limits: { startMs: 400, probeMs: 100, goodbyeMs: 100 } }).catch(
      (thrown: unknown) => thrown,
    );
    expect(fault).toMatchObject({ code: "timeout", message: expect.stringMatching(/initialize/) as string });
  },
  probeMs: async () => {
    const ms = await tookMs(async () => {
      await using setting = await open(naughty("mute-probe"), { limits: { probeMs: 300 } });
      await serves(setting);
    });
    expect(ms).toBeGreaterThan(300);
    expect(ms).toBeLessThan(upstreamCeilings.probeMs.value);
  },
  listMs: async () => {
    const fault: unknown = await open(naughty("mute-list"), { limits: { listMs: 300 } }).catch((thrown: unknown) => thrown);
    expect(fault).toMatchObject({ code: "timeout", message: expect.stringMatching(/tools\/list/) as string });
  },
  listPages: async () => {
    await using setting = await open(naughty("endless-cursor"), { limits: { listPages: 3 } });
    expect(setting.host.tools(local)).toHaveLength(4);
    await serves(setting);
  },
  listItems: async () => {
    await using setting = await open(naughty("many-tools", 100), { limits: { listItems: 10 } });
    expect(setting.host.tools(local)).toHaveLength(10);
    await serves(setting);
  },
  stderrBytes: async () => {
    await using setting = await open(naughty("chatty-death"), { limits: { stderrBytes: 100 } });
    expect(await setting.call("act")).toBe("far_end_gone: The server ended with code 1: the very last words");
    const ended = setting.events.find((event) => event.is === "ended");
    expect(ended).toMatchObject({ lastWords: expect.stringMatching(/^s+\nthe very last words\n$/) as string });
    expect(JSON.stringify(ended).length).toBeLessThan(300);
    await serves(setting);
  },
  goodbyeMs: async () => {
    const setting = await open(naughty("stubborn"), { limits: { goodbyeMs: 200 } });
    const pids = (await setting.call("act")).split(" ").map(Number);
    // Its input ended, and SIGTERM: each has this long.
    const ms = await tookMs(() => setting[Symbol.asyncDispose]());
    expect(ms).toBeGreaterThan(350);
    expect(ms).toBeLessThan(upstreamCeilings.goodbyeMs.value);
    expect(await Promise.all(pids.map(isAlive))).toEqual([false, false]);
  },
  restartMs: async () => {
    await using setting = await open(naughty("dies-mid-call"), { limits: { restartMs: 600 } });
    const said: string[] = [];
    for (let at = 0; at < 4; at++) said.push(await setting.call("act"));
    expect(said.at(-1)).toMatch(/^far_end_gone: The server ended again and again: it is started anew in 1 s$/);
    await new Promise((resolve) => setTimeout(resolve, 650));
    await serves(setting);
  },
  children: async () => {
    await using setting = await open(naughty("asks-forever"), { limits: { children: 1, goodbyeMs: 200 } });
    const ending = new Ender();
    const ask = (mark: string): Promise<string> => setting.call("act", {}, { mark, ending, ask: never });
    const pid = (mark: string): Promise<string> => setting.call("pid", {}, { mark });
    const asked = [ask("a")];
    await eventually(async () => (await pid("a")) !== (await pid("b")));
    asked.push(ask("b"));
    await eventually(async () => (await ceilingOf(setting, "echo", {}, { mark: "c" })) === "children");
    await serves(setting, "a");
    ending.end(new Fault("cancelled"));
    await Promise.all(asked);
    await serves(setting, "c");
  },
  idleChildMs: async () => {
    await using setting = await open(naughty("asks-forever"), { limits: { idleChildMs: 300, goodbyeMs: 200 } });
    const ending = new Ender();
    const asked = setting.call("act", {}, { mark: "a", ending, ask: never });
    let [first, own] = [0, 0];
    await eventually(async () => {
      [first, own] = [Number(await setting.call("pid", {}, { mark: "a" })), Number(await setting.call("pid", {}, { mark: "b" }))];
      return first !== own;
    });
    await eventually(async () => !(await isAlive(own)));
    expect(await isAlive(first)).toBe(true);
    ending.end(new Fault("cancelled"));
    await asked;
    await serves(setting, "b");
  },
  visitMs: async () => {
    await using setting = await open(naughty("visits"), { limits: { visitMs: 400 } });
    const ask = (): Promise<Record<string, { action: string }>> => Promise.resolve({ visit0: { action: "accept" } });
    const said: string[] = [];
    const ms = await tookMs(async () => said.push(await setting.call("act", {}, { ask }), await setting.call("act", {}, { ask })));
    expect(said).toEqual(["signed in", "signed in"]);
    expect(ms).toBeGreaterThan(390);
    expect(ms).toBeLessThan(5_000);
  },
  sessions: async () => {
    await using server = await startNaughtyHttp("hangs");
    await using setting = await open({ url: server.url, headers: {} }, { limits: { sessions: 1 } });
    const ending = new Ender();
    const busy = setting.call("act", {}, { mark: "a", ending });
    await eventually(() => server.acts() === 1);
    expect(await ceilingOf(setting, "echo", {}, { mark: "b" })).toBe("sessions");
    ending.end(new Fault("cancelled"));
    await busy;
    await serves(setting, "b");
  },
  listPaceMs: async () => {
    await using setting = await open(naughty("storm", 100), { limits: { listPaceMs: 400 } });
    expect(await setting.call("act")).toBe("over");
    await new Promise((resolve) => setTimeout(resolve, 900));
    const read = Number(await setting.call("lists"));
    expect(read).toBeGreaterThanOrEqual(2);
    expect(read).toBeLessThanOrEqual(8);
  },
  strangePerMinute: async () => {
    await using setting = await open(naughty("garbage"), { limits: { strangePerMinute: 3 } });
    expect(await setting.call("act")).toBe("between garbage");
    expect(setting.strange()).toHaveLength(3);
    await serves(setting);
  },
  textChars: async () => {
    await using setting = await open(naughty("naughty-tools"), { limits: { textChars: 100 } });
    expect(setting.host.tool("long", local)?.description).toMatch(/^d{99}…$/);
    await serves(setting);
  },
};

test.each(Object.entries(proofs))("%s", async (_name, proof) => {
  expect.hasAssertions();
  await proof();
});

test("every ceiling of upstream has its proof, and no proof is of a ceiling that is gone", () => {
  expect(Object.keys(proofs).sort()).toEqual(Object.keys(upstreamCeilings).sort());
});
