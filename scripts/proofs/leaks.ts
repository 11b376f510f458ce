import { type HttpDoor, httpDoor } from "@jackfield/doors";
import { ends, goneAfter, hasTerminals, hold } from "../../test/upstream/held.ts";
import { type Setting, naughty, open } from "../../test/upstream/rig.ts";
import type { Proof, ProofOut } from "../proof.ts";
import { leaveAsked, leavings } from "./support/leaks/clients.ts";
import { type Held, measure } from "./support/leaks/measure.ts";

/** Heap that may have grown over a thousand clients: what is compiled and cached meanwhile. */
const heapGrowthBytes = 4 * 1_048_576;

/** `--clients N` (default 1000) of each unclean kind; `--children N` (default 100) of each kind that starts and loses a child. */
export const proof: Proof = {
  name: "leaks",
  title: "Clients that go without saying so, and servers that die or will not die, leave no process, descriptor or memory behind",
  async run(out) {
    const many = Number(option(out.args, "--clients") ?? 1_000);
    const some = Number(option(out.args, "--children") ?? 100);
    const lines = [...(await goingClients(out, many)), ...(await dyingChildren(out, some)), ...(await orphans(out))];
    const bad = lines.filter(({ ok }) => !ok).map(({ name }) => name);
    const good = lines.length - bad.length;
    return {
      ok: bad.length === 0 && lines.length > 0,
      figure: `${good} of ${lines.length} kinds leave nothing: ${many} clients of each of ${Object.keys(leavings).length} kinds, ${some} children of each of 4, holders ended in ${Object.keys(ends).length} ways${bad.length === 0 ? "" : `; not: ${bad.join("; ")}`}`,
    };
  },
};

interface Line {
  readonly name: string;
  readonly ok: boolean;
}

async function goingClients(out: ProofOut, many: number): Promise<Line[]> {
  await using served = await serve("hangs");
  const pid = await served.setting.call("pid");
  const lines: Line[] = [];
  for (const [name, leave] of Object.entries(leavings)) {
    // First some that are not counted: what is made once is made.
    await inTurn(50, () => leave(served.door));
    const before = await settled(served);
    await inTurn(many, () => leave(served.door), out.signal);
    const after = await settled(served);
    lines.push(report(out, name, many, before, after, served));
  }
  // The one child is the same, and has heard of each call that was given up.
  const cancelled = (JSON.parse(await served.setting.call("told")) as unknown[]).filter(
    (each) => each === "notifications/cancelled",
  ).length;
  const isSame = (await served.setting.call("pid")) === pid;
  const ok = isSame && cancelled >= 2 * many;
  out.line(
    `${ok ? "ok  " : "FAIL"} the shared child is ${isSame ? "the same" : "another"} and was told of ${cancelled} calls that were given up`,
  );
  lines.push({ name: "the shared child", ok });
  return lines;
}

async function dyingChildren(out: ProofOut, some: number): Promise<Line[]> {
  const lines: Line[] = [];
  {
    await using served = await serve("asks-forever");
    await inTurn(20, () => leaveAsked(served.door));
    const before = await settled(served);
    await inTurn(some, () => leaveAsked(served.door), out.signal);
    const after = await settled(served);
    lines.push(report(out, "gone while its own child asks it", some, before, after, served));
  }
  const kinds = {
    "started and closed": (): Promise<void> => startAndClose("hangs"),
    "dies in a call": async (): Promise<void> => {
      await using setting = await open(naughty("dies-mid-call"), { limits: { goodbyeMs: 200 } });
      await setting.call("act");
    },
    "dies at its start": (): Promise<void> => startAndClose("dies-at-start").catch(() => undefined),
  };
  for (const [name, run] of Object.entries(kinds)) {
    for (let at = 0; at < 3; at++) await run();
    const before = await measure();
    for (let at = 0; at < some && !out.signal.aborted; at++) await run();
    lines.push(report(out, name, some, before, await measure()));
  }
  return lines;
}

async function startAndClose(kind: string): Promise<void> {
  const setting = await open(naughty(kind), { limits: { goodbyeMs: 200 } });
  await setting[Symbol.asyncDispose]();
}

async function orphans(out: ProofOut): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [name, { terminal, end }] of Object.entries(ends)) {
    if (terminal && !hasTerminals) {
      out.line(`skip ${name}: it needs script(1)`);
      continue;
    }
    const held = await hold(terminal);
    end(held);
    const ms = await goneAfter([held.holder, ...held.pids], 20_000);
    held.child.kill("SIGKILL");
    const ok = ms <= 5_000;
    out.line(`${ok ? "ok  " : "FAIL"} ${name}: a server that ignores all but SIGKILL, and its grandchild, gone after ${ms} ms`);
    lines.push({ name, ok });
  }
  return lines;
}

interface Served extends AsyncDisposable {
  readonly setting: Setting;
  readonly door: HttpDoor;
}

async function serve(kind: string): Promise<Served> {
  const setting = await open(naughty(kind), { limits: { goodbyeMs: 300 } });
  // Sessions that were left are idle at once, so that a thousand do not fill the door; their number stays bounded all the same.
  const door = await httpDoor(setting.host, { port: 0, limits: { sessions: 100, sessionSpareMs: 0 } });
  return {
    setting,
    door,
    async [Symbol.asyncDispose]() {
      await door.close();
      await setting[Symbol.asyncDispose]();
    },
  };
}

/** Once nothing runs any more, or after ten seconds. */
async function settled({ setting: { host }, door }: Served): Promise<Held> {
  const until = Date.now() + 10_000;
  while (Date.now() < until && (host.counts().running > 0 || door.counts().calls > 0 || door.counts().sockets > 0))
    await new Promise((resolve) => setTimeout(resolve, 50));
  return measure();
}

function report(out: ProofOut, name: string, count: number, before: Held, after: Held, served?: Served): Line {
  const heap = after.heapBytes - before.heapBytes;
  const running =
    served === undefined ? 0 : served.setting.host.counts().running + served.door.counts().calls + served.door.counts().sockets;
  const ok = after.children <= before.children && after.descriptors <= before.descriptors + 2 && heap <= heapGrowthBytes && running === 0;
  const mb = (bytes: number): string => (bytes / 1_048_576).toFixed(1);
  out.line(
    `${ok ? "ok  " : "FAIL"} ${count} × ${name}: children ${before.children} → ${after.children}, descriptors ${before.descriptors} → ${after.descriptors}, heap ${mb(before.heapBytes)} → ${mb(after.heapBytes)} MB, RSS ${mb(before.rssBytes)} → ${mb(after.rssBytes)} MB, running ${running}`,
  );
  return { name, ok };
}

/** Ten at a time. */
async function inTurn(count: number, run: () => Promise<unknown>, signal?: AbortSignal): Promise<void> {
  let left = count;
  const worker = async (): Promise<void> => {
    while (left-- > 0 && signal?.aborted !== true) await run();
  };
  await Promise.all(Array.from({ length: 10 }, worker));
}

function option(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}
