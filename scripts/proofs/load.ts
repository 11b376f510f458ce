import { pinSelf } from "../../bench/src/target.ts";
import { short } from "../../bench/src/statistics.ts";
import type { Proof, ProofOut } from "../proof.ts";
import { besideFlood } from "./support/load/beside-flood.ts";
import { caps } from "./support/load/caps.ts";
import { fillLinks, fillSessions } from "./support/load/fill.ts";
import { callThroughAll, refusedWhenFull } from "./support/load/full.ts";
import { type Fired, firedLine, holds } from "./support/load/tally.ts";
import { unfinishedBodies } from "./support/load/unfinished-bodies.ts";
import { memoryCage } from "./support/memory-cage.ts";
import { RelayProcess } from "./support/relay-process.ts";

const mib = 1024 * 1024;
const cageBytes = 320 * mib;

/** `full`, `caps`, `flood` run only that part. */
export const proof: Proof = {
  name: "load",
  title:
    "At its default limits the relay holds 2,000 links, 1,000 streams and 4,000 sessions within 320 MB, and refuses what is more without troubling others",
  async run(out) {
    const asked = (part: string): boolean => out.args.length === 0 || out.args.includes(part);
    const said: string[] = [];
    let ok = true;
    const take = (part: { readonly ok: boolean; readonly figure: string }): void => {
      ok &&= part.ok;
      said.push(part.figure);
    };
    if (asked("full")) take(await full(out));
    if (asked("caps")) take(await everyCap(out));
    if (asked("flood")) take(await flood(out));
    return { ok: ok && said.length > 0, figure: said.join("; ") };
  },
};

async function full(out: ProofOut): Promise<{ ok: boolean; figure: string }> {
  using cage = memoryCage(cageBytes);
  out.line(
    cage === undefined
      ? "Memory cgroups cannot be made here: resident memory is measured instead"
      : `The relay runs in a ${cage.kind} of ${cageBytes / mib} MiB`,
  );
  await using relay = await RelayProcess.start({ options: { trustProxy: true }, cage });
  const links = await fillLinks(relay, 2000, out.signal);
  const sessions = await fillSessions(links, 2, out.signal);
  const counts = await relay.counts();
  const held = { links: counts.of("links"), streams: counts.of("streams"), sessions: counts.of("sessions") };
  out.line(`held: ${held.links} links, ${held.streams} streams, ${held.sessions} sessions`);
  const fired = await refusedWhenFull(relay, links);
  for (const each of fired) out.line(firedLine(each));
  const calls = await callThroughAll(sessions, 4);
  out.line(
    `${calls.calls} calls, each through another link of the full relay: ${calls.wrong} answered by another's holder or not at all; p99 ${short(calls.p99)} ms`,
  );
  const bodies = await unfinishedBodies(
    relay,
    links.slice(0, 60).map((link) => link.keys.token),
  );
  out.line(`on top of that, 60 unfinished bodies of 1 MB: ${short(bodies.held / mib)} MiB held, ${bodies.refused} refused`);
  const most = cage === undefined ? relay.resident : cage.most();
  const kills = cage?.kills() ?? 0;
  out.line(
    `memory: ${short(most / mib)} MiB at most, ${short(relay.resident / mib)} MiB resident now, ${kills} kills; errors of the relay: ${counts.of("errors_total")}`,
  );
  const alive = relay.isAlive;
  for (const { page } of links) page.destroy();
  const whole = held.links === 2000 && held.streams === 1000 && held.sessions === 4000;
  const ok =
    whole &&
    bodies.held > 40 * mib &&
    bodies.refused >= 12 &&
    fired.every(holds) &&
    calls.wrong === 0 &&
    calls.calls === 500 &&
    alive &&
    kills === 0 &&
    most <= cageBytes &&
    counts.of("errors_total") === 0;
  return {
    ok,
    figure: `${held.links} links, ${held.streams} streams and ${held.sessions} sessions in ${short(most / mib)} MiB of ${cageBytes / mib}`,
  };
}

async function everyCap(out: ProofOut): Promise<{ ok: boolean; figure: string }> {
  const fired: Fired[] = [];
  for (const cap of caps) {
    out.signal.throwIfAborted();
    await using relay = await RelayProcess.start({ options: { trustProxy: true } });
    const one = await cap(relay);
    fired.push(one);
    out.line(firedLine(one));
  }
  const good = fired.filter(holds).length;
  return { ok: good === caps.length, figure: `${good} of ${caps.length} further caps fired as often as they must` };
}

async function flood(out: ProofOut): Promise<{ ok: boolean; figure: string }> {
  pinSelf("1");
  await using relay = await RelayProcess.start({ options: { trustProxy: true }, cores: "0" });
  const seen = await besideFlood(relay, 20, out.signal);
  const refused = (seen.statuses["429"] ?? 0) + (seen.statuses["503"] ?? 0);
  const ratio = seen.during.p99 / seen.quiet.p99;
  out.line(`quiet: ${seen.quiet.calls} calls, p50 ${short(seen.quiet.p50)} ms, p99 ${short(seen.quiet.p99)} ms`);
  out.line(`flood: ${seen.sent} requests, answered ${JSON.stringify(seen.statuses)}`);
  out.line(
    `its first seconds: ${seen.first.calls} calls, ${seen.first.failed} failed, p50 ${short(seen.first.p50)} ms, the slowest ${short(seen.first.most)} ms, while each address sends what it may`,
  );
  out.line(
    `beside it: ${seen.during.calls} calls, ${seen.during.failed} failed, p50 ${short(seen.during.p50)} ms, p99 ${short(seen.during.p99)} ms: ×${short(ratio)}`,
  );
  const counts = await relay.counts();
  out.line(
    `the relay counted: ${["rate_address_total", "rate_new_links_total", "rate_mcp_total", "bad_secret_total", "full_links_total", "slowed_refusals_total", "cut_refusals_total"].map((name) => `${name} ${counts.of(name)}`).join(", ")}`,
  );
  const enough = seen.quiet.calls > 500 && refused > seen.sent * 0.8;
  return {
    ok: enough && ratio <= 3 && seen.first.failed + seen.during.failed === 0 && relay.isAlive,
    figure: `${refused} of ${seen.sent} flooding requests got 429 or 503 while others' p99 went from ${short(seen.quiet.p99)} to ${short(seen.during.p99)} ms (×${short(ratio)})`,
  };
}
