import type { Proof, ProofOut } from "../proof.ts";
import { type Scene, scenes } from "./support/bus/scenes.ts";
import { BusWorld } from "./support/bus/world.ts";

/** `--only TEXT`: scenes whose name holds it. */
export const proof: Proof = {
  name: "bus",
  title:
    "Several relay processes on one nats-server: whoever is killed, stopped, cut off or restarted, no call runs twice or gets another's result",
  async run(out) {
    const at = out.args.indexOf("--only");
    const only = at < 0 ? "" : (out.args[at + 1] ?? "");
    let good = 0;
    let all = 0;
    let calls = 0;
    for (const scene of scenes.filter(({ name }) => name.includes(only))) {
      out.signal.throwIfAborted();
      const one = await play(scene, out);
      all += 1;
      good += one.ok ? 1 : 0;
      calls += one.calls;
    }
    return {
      ok: good === all && all > 0,
      figure: `${good} of ${all} scenes within their bounds, ${calls} calls, none run twice or misdelivered`,
    };
  },
};

async function play(scene: Scene, out: ProofOut): Promise<{ readonly ok: boolean; readonly calls: number }> {
  await using world = await BusWorld.open();
  const { what, problems } = await scene.run(world);
  const ok = problems.length === 0;
  out.line(`${ok ? "ok  " : "FAIL"} ${scene.name}: ${what}${ok ? "" : `: ${problems.join("; ")}`}`);
  return { ok, calls: world.ledger.endings.length };
}
