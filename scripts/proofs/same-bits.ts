import { type Plan, checkDevice, compilePlan, demoSong, songRate } from "@jackfield/studio";
import { threadRenderer } from "@jackfield/studio/node";
import { testPlan } from "../../packages/studio/src/kernel/test-plan.ts";
import { hashHere, hashInWorker, hashInWorklet } from "../../test/studio/hashes.ts";
import { type StudioHosts, openStudioHosts } from "../../test/studio/hosts.ts";
import { inexactIn } from "../exact/inexact.ts";
import type { Proof, ProofOut } from "../proof.ts";
import { foreignPlan, planted, plantedRenderer, plantedSource } from "./support/same-bits/planted.ts";

export const proof: Proof = {
  name: "same-bits",
  title:
    "A song sounds the same to the bit in Node, in a thread of it, and in a worker and a worklet of Chromium; a sine of the engine's own is refused",
  async run(out) {
    const all = testPlan({ tracks: 16, seconds: 12 });
    const foreign = foreignPlan(all);
    if (!checkDevice(foreign.tracks[0]?.device?.graph).ok) return { ok: false, figure: "the foreign device is none" };
    const songs: readonly (readonly [string, Plan])[] = [
      ["the demo song", compilePlan(demoSong(), { rate: songRate })],
      ["every device twice", all],
      ["a foreign device", foreign],
    ];
    let same = 0;
    const hashes = new Set<string>();
    await using hosts = await openStudioHosts();
    for (const [name, plan] of songs) {
      out.signal.throwIfAborted();
      const found = await inAllHosts(hosts, plan);
      const equal = new Set(Object.values(found)).size === 1;
      if (equal) same++;
      hashes.add(found.node);
      out.line(`${equal ? "same     " : "DIFFERENT"} ${name}, ${(plan.frames / plan.rate).toFixed(1)} s: ${summary(found)}`);
    }
    const refused = await tellPlanted(out, songs[1]?.[1] ?? all);
    const ok = same === songs.length && hashes.size === songs.length && refused;
    return {
      ok,
      figure: `${same} of ${songs.length} songs have one hash in 4 hosts; the planted Math.sin is ${refused ? "refused by the exact check" : "NOT REFUSED"}`,
    };
  },
};

type Hashes = Readonly<Record<"node" | "thread" | "worker" | "worklet", string>>;

async function inAllHosts(hosts: StudioHosts, plan: Plan): Promise<Hashes> {
  return {
    node: await hashHere(plan),
    thread: await hashHere(plan, threadRenderer),
    worker: await hashInWorker(hosts, plan),
    worklet: await hashInWorklet(hosts, plan),
  };
}

function summary(found: Hashes): string {
  return Object.entries(found)
    .map(([host, hash]) => `${host} ${hash.slice(0, 12)}`)
    .join(", ");
}

/** What a Math.sin in the kernel would do: whether the check of the sources refuses it, and whether the sound would have shown it. */
async function tellPlanted(out: ProofOut, plan: Plan): Promise<boolean> {
  const found = inexactIn(await plantedSource());
  out.line(`planted: the exact check finds ${found.map(({ what, line }) => `${what} at line ${line}`).join(", ") || "nothing"}`);
  await using hosts = await openStudioHosts({ plugins: [planted] });
  const [clean, node, worker] = [await hashHere(plan), await hashHere(plan, await plantedRenderer()), await hashInWorker(hosts, plan)];
  out.line(
    `planted: Node and Chromium ${node === worker ? "happen to agree on this song" : "differ"}, and ${node === clean ? "nothing is heard of it" : "it sounds other than it did"}`,
  );
  return found.length === 1 && found[0]?.what === "Math.sin";
}
