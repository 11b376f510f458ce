import { pinSelf } from "../../bench/src/target.ts";
import { short } from "../../bench/src/statistics.ts";
import type { Proof, ProofOut } from "../proof.ts";
import { badInput } from "./support/chaos/bad-input.ts";
import { type ChaosFault, chaosFaults } from "./support/chaos/faults.ts";
import { ChaosScene } from "./support/chaos/scene.ts";
import { RelayProcess } from "./support/relay-process.ts";

/** A bystander's slowest call while somebody else is struck: a busy machine's own pauses are below it, ms. */
const bystanderMs = 1000;

/** `--rounds N` (default 3): each fault so often, at another point of the call each time. `input`: only the bad input. `--only TEXT`: faults whose name holds it. */
export const proof: Proof = {
  name: "chaos-relay",
  title:
    "Whoever is killed or stopped, the others go on within stated bounds; bad input is refused by name, creates nothing and comes back nowhere",
  async run(out) {
    const input = await refusals(out);
    if (out.args.includes("input")) return input;
    const strikes = await struck(out);
    return { ok: input.ok && strikes.ok, figure: `${strikes.figure}; ${input.figure}` };
  },
};

async function struck(out: ProofOut): Promise<{ ok: boolean; figure: string }> {
  const rounds = Number(option(out.args, "--rounds") ?? 3);
  const only = option(out.args, "--only") ?? "";
  const faults = chaosFaults.filter((fault) => fault.name.includes(only));
  // Before whatever else runs on this machine: pauses are measured.
  pinSelf("1");
  await using scene = await ChaosScene.open();
  let good = 0;
  let worst = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const fault of faults) {
      out.signal.throwIfAborted();
      const one = await strike(scene, fault, round);
      out.line(one.line);
      if (one.ok) good += 1;
      worst = Math.max(worst, one.slowest);
    }
  }
  const all = rounds * faults.length;
  return {
    ok: good === all && all > 0,
    figure: `${good} of ${all} strikes within their bounds, a bystander's slowest call ${short(worst)} ms`,
  };
}

async function strike(scene: ChaosScene, fault: ChaosFault, round: number): Promise<{ ok: boolean; line: string; slowest: number }> {
  // Within the call of 600 ms, at another point each round: random, but said, so that it can be had again.
  const after = Math.round((round * 197 + Math.random() * 150) % 550);
  const beside = await scene.beside(() => fault.run(scene, after));
  const problems = [...beside.value.problems];
  const slowest = fault.hitsRelay === true ? 0 : beside.slowest;
  if (fault.hitsRelay !== true && (beside.failed > 0 || beside.calls < 3))
    problems.push(`${beside.failed} of the bystander's ${beside.calls} calls failed`);
  if (slowest > bystanderMs) problems.push(`a bystander's call took ${Math.round(slowest)} ms`);
  const ok = problems.length === 0;
  const bystander = fault.hitsRelay === true ? "" : `; bystander: ${beside.calls} calls, slowest ${Math.round(beside.slowest)} ms`;
  return {
    ok,
    slowest,
    line: `${ok ? "ok  " : "FAIL"} ${fault.name}, ${after} ms into a call: ${beside.value.what}${bystander}${ok ? "" : `: ${problems.join("; ")}`}`,
  };
}

async function refusals(out: ProofOut): Promise<{ ok: boolean; figure: string }> {
  await using relay = await RelayProcess.start({ options: { limits: { mcpPerMinute: 6000, mcpBurst: 1000 } } });
  const refused = await badInput(relay);
  for (const one of refused)
    out.line(`${one.problem === undefined ? "ok  " : "FAIL"} ${one.name}${one.problem === undefined ? "" : `: ${one.problem}`}`);
  const good = refused.filter((one) => one.problem === undefined).length;
  return {
    ok: good === refused.length && relay.isAlive,
    figure: `${good} of ${refused.length} kinds of bad input refused by name, creating and echoing nothing`,
  };
}

function option(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}
