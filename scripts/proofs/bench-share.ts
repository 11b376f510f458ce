import { buildServers } from "../../bench/src/build.ts";
import { gateLine, met } from "../../bench/src/gate.ts";
import { installPeers } from "../../bench/src/install-peers.ts";
import { writeReport } from "../../bench/src/report.ts";
import { serveCalls } from "../../bench/src/share-goals.ts";
import { pinSelf } from "../../bench/src/target.ts";
import type { Proof } from "../proof.ts";

/** `--quick` takes fewer and shorter rounds, and keeps no file. */
export const proof: Proof = {
  name: "bench-share",
  title: "A stdio server through serve costs little more than a bare proxy, and less than the proxies of others by the goals' factors",
  async run(out) {
    const { signal, args } = out;
    const quick = args.includes("--quick");
    const line = (text: string): void => out.line(text);
    const peer = await installPeers(line, signal);
    const server = await buildServers();
    pinSelf("1");
    const part = await serveCalls({
      server,
      peer,
      cores: "0",
      rounds: quick ? 2 : 3,
      seconds: quick ? 0.4 : 0.8,
      signal,
      line,
    });
    for (const gate of part.gates) line(gateLine(gate));
    if (!quick) line(`\nWritten to ${await writeReport("share", [part], new Date())}`);
    const missed = part.gates.filter((gate) => !met(gate));
    return {
      ok: part.gates.length > 0 && missed.length === 0,
      figure: `${part.gates.length - missed.length} of ${part.gates.length} figures within their goals${missed.length > 0 ? `; missed: ${missed.map(({ what }) => what).join("; ")}` : ""}`,
    };
  },
};
