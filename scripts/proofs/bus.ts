import { pinSelf } from "../../bench/src/target.ts";
import type { Proof, ProofOut } from "../proof.ts";
import { measureLatency } from "./support/bus/latency.ts";
import { OtherMachine } from "./support/bus/network.ts";
import { type Scene, scenes } from "./support/bus/scenes.ts";
import { BusWorld, natsName } from "./support/bus/world.ts";

/** What the bus may add to a call, in times of a message over NATS and back. */
const addedMost = 1.3;

/** `--only TEXT`: scenes whose name holds it; `latency` for the figures alone. */
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
    const latency = "latency".includes(only) ? await measure(out) : undefined;
    const figures = [
      ...(all === 0 ? [] : [`${good} of ${all} scenes within their bounds, ${calls} calls, none run twice or misdelivered`]),
      ...(latency === undefined
        ? []
        : [`a call at another process adds ${latency.added.toFixed(2)} NATS round trips (at most ${addedMost})`]),
    ];
    const isFast = latency === undefined || latency.added <= addedMost;
    return { ok: good === all && isFast && figures.length > 0, figure: figures.join("; ") };
  },
};

async function play(scene: Scene, out: ProofOut): Promise<{ readonly ok: boolean; readonly calls: number }> {
  using machine = scene.isApart === true ? new OtherMachine(natsName) : undefined;
  await using world = machine === undefined ? await BusWorld.open() : await BusWorld.apart(machine);
  const { what, problems } = await scene.run(world, machine);
  const ok = problems.length === 0;
  out.line(`${ok ? "ok  " : "FAIL"} ${scene.name}: ${what}${ok ? "" : `: ${problems.join("; ")}`}`);
  return { ok, calls: world.ledger.endings.length };
}

async function measure(out: ProofOut): Promise<{ readonly added: number }> {
  // NATS and the far ends beside us, the relays on the other core: all of it before whatever else runs on this machine.
  pinSelf("1");
  await using world = await BusWorld.open("0");
  const latency = await measureLatency(world, "0");
  const ms = (value: number): string => `${value.toFixed(3)} ms`;
  out.line(
    `${latency.added <= addedMost ? "ok  " : "FAIL"} one call at a time, 100 bytes, p50: at the holder's process ${ms(latency.local)}, at another ${ms(latency.across)}; a message over NATS and back ${ms(latency.floor)}: the bus adds ${latency.added.toFixed(2)} of it (at most ${addedMost})`,
  );
  return latency;
}
