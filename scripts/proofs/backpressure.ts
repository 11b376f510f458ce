import { relayCeilings } from "@jackfield/relay";
import { pinSelf } from "../../bench/src/target.ts";
import { raisedLimits } from "../../bench/src/targets.ts";
import { short } from "../../bench/src/statistics.ts";
import type { Proof, ProofOut } from "../proof.ts";
import { slowCallers } from "./support/backpressure/slow-callers.ts";
import { manyTabs, tabThatNeverReads } from "./support/backpressure/tab-never-reads.ts";
import { type Watched, watch } from "./support/backpressure/watch.ts";
import { RelayProcess } from "./support/relay-process.ts";

const mib = 1024 * 1024;

/** Rates and calls in flight are raised through their options, so that the rules for unread bytes are what fires; those stand at their defaults. */
const { messageBytes: _message, heldBytes: _held, unreadBytes: _unread, unreadBytesAll: _all, ...raised } = raisedLimits;
/** The deadline of readers that take nothing is lowered from a minute, to be quicker here; the caps on bytes stand at their defaults. */
const defaults = { unread: relayCeilings.unreadBytes.value, unreadAll: relayCeilings.unreadBytesAll.value, stuckMs: 20_000 };
/** What a busy machine may add to a deadline, ms. */
const late = 15_000;

interface Shown {
  readonly ok: boolean;
  readonly figure: string;
}

const scenes: Readonly<Record<string, (out: ProofOut) => Promise<Shown>>> = { tab, tabs, caller, pipeline, byte };

/** Names of scenes run only those: tab, tabs, caller, pipeline, byte. */
export const proof: Proof = {
  name: "backpressure",
  title: "A peer that does not read is cut off, what the relay holds for it stays under its caps, and others notice nothing",
  async run(out) {
    // Before whatever else runs on this machine: pauses are measured.
    pinSelf("1");
    const chosen = Object.entries(scenes).filter(([name]) => out.args.length === 0 || out.args.includes(name));
    const shown: Shown[] = [];
    for (const [, scene] of chosen) {
      out.signal.throwIfAborted();
      const one = await scene(out);
      out.line(`${one.ok ? "ok  " : "FAIL"} ${one.figure}`);
      shown.push(one);
    }
    return { ok: shown.length > 0 && shown.every((one) => one.ok), figure: shown.map((one) => one.figure).join("; ") };
  },
};

/** A tab that never reads: 10,000 calls of 60 KB. */
async function tab(out: ProofOut): Promise<Shown> {
  await using relay = await RelayProcess.start({ cores: "0", options: { limits: raised } });
  const seen = await watch(relay, () => tabThatNeverReads(relay, out.signal));
  const { value } = seen;
  tell(out, seen);
  const cut = value.cutMs !== undefined && seen.cuts === 1;
  const ok = cut && value.told === value.calls && value.failMs < 5000 && seen.unread <= defaults.unread + 128 * 1024 && quiet(seen);
  const figure = `a tab that never reads: cut ${value.cutMs === undefined ? "never" : `after ${short(value.cutMs)} ms`} with ${value.calls} of 10,000 × 60 KB sent and ${short(seen.unread / mib)} MiB held; its ${value.told} calls failed within ${short(value.failMs)} ms`;
  return { ok, figure };
}

/** 32 such tabs at once: the cap over all streams. */
async function tabs(out: ProofOut): Promise<Shown> {
  await using relay = await RelayProcess.start({ cores: "0", options: { limits: { ...raised, heldBytes: 1024 * mib } } });
  const seen = await watch(
    relay,
    () => manyTabs(relay, 32, false),
    () => manyTabs(relay, 32, true),
  );
  tell(out, seen);
  const ok = seen.value > 0 && seen.cuts >= seen.value && seen.unread <= defaults.unreadAll + mib && quiet(seen);
  return { ok, figure: `32 tabs that never read: ${seen.value} cut, at most ${short(seen.unread / mib)} MiB held for all` };
}

/**
 * Callers that never read a 15 MB answer (the kernel's own buffers take some 10 on loopback): it is passed on as they read, so next to nothing is
 * held; a deadline cuts them.
 */
async function caller(out: ProofOut): Promise<Shown> {
  const ten = { callers: 10, size: 15 * mib, calls: 1, patienceMs: defaults.stuckMs + late };
  await using relay = await RelayProcess.start({
    cores: "0",
    options: { limits: { ...raised, messageBytes: 16 * mib, heldBytes: 1024 * mib, stuckMs: defaults.stuckMs } },
  });
  const seen = await watch(
    relay,
    () => slowCallers(relay, { ...ten, perSecond: 0 }, out.signal),
    () => slowCallers(relay, { ...ten, perSecond: "all" }, out.signal),
  );
  tell(out, seen);
  const { value } = seen;
  const ok =
    value.cut === value.callers &&
    seen.cuts === value.cut &&
    value.cutMs < defaults.stuckMs + late &&
    seen.unread <= value.callers * 2 * mib &&
    quiet(seen);
  return {
    ok,
    figure: `10 callers that never read 15 MB: ${value.cut} cut within ${short(value.cutMs / 1000)} s, at most ${short(seen.unread / mib)} MiB held for all`,
  };
}

/** One caller that sends 10,000 calls with 60 KB answers down one connection and never reads: cut for its unread bytes, or for asking so much before. */
async function pipeline(out: ProofOut): Promise<Shown> {
  await using relay = await RelayProcess.start({ cores: "0", options: { limits: raised } });
  const seen = await watch(relay, () =>
    slowCallers(relay, { callers: 1, size: 60_000, calls: 10_000, perSecond: 0, patienceMs: defaults.stuckMs + late }, out.signal),
  );
  tell(out, seen);
  const { value } = seen;
  const ok = value.cut === 1 && seen.unread <= defaults.unreadAll + mib && quiet(seen);
  return {
    ok,
    figure: `10,000 × 60 KB asked down one connection and never read: ${value.cut === 1 ? `cut after ${short(value.cutMs / 1000)} s` : "never cut"} with ${short(seen.unread / mib)} MiB held`,
  };
}

/** Callers that read one byte a second. */
async function byte(out: ProofOut): Promise<Shown> {
  await using relay = await RelayProcess.start({
    cores: "0",
    options: { limits: { ...raised, messageBytes: 16 * mib, heldBytes: 1024 * mib, stuckMs: defaults.stuckMs } },
  });
  const five = { callers: 5, size: 15 * mib, calls: 1, patienceMs: defaults.stuckMs + late };
  const seen = await watch(
    relay,
    () => slowCallers(relay, { ...five, perSecond: 1 }, out.signal),
    () => slowCallers(relay, { ...five, perSecond: "all" }, out.signal),
  );
  tell(out, seen);
  const { value } = seen;
  const ok = value.cut === value.callers && seen.cuts === value.cut && value.cutMs < defaults.stuckMs + late && quiet(seen);
  return {
    ok,
    figure: `5 callers that read a byte a second: ${value.cut} cut within ${short(value.cutMs / 1000)} s, at most ${short(seen.unread / mib)} MiB held for all`,
  };
}

/** Others were served all along: enough calls to say so, and none slow, or not slower than three times this machine's own pauses. */
function quiet(seen: Watched): boolean {
  return seen.others >= 10 && seen.slowest <= Math.max(slowestMs, 3 * seen.slowestQuiet);
}

/** A pause that nobody minds, ms. */
const slowestMs = 200;

function tell(out: ProofOut, seen: Watched): void {
  out.line(
    `     held unread at most ${short(seen.unread / mib)} MiB, resident memory grew by ${short(seen.grew / mib)} MiB, ${seen.cuts} cuts; another's ${seen.others} calls, the slowest ${short(seen.slowest)} ms (${short(seen.slowestQuiet)} before)`,
  );
}
