import type { Transport } from "../../test/relay/parcel-lane.ts";
import type { Proof } from "../proof.ts";
import { type SuiteRun, runSuite } from "./support/transports/run-suite.ts";

interface Suite {
  readonly name: string;
  readonly files: readonly string[];
  readonly transports: readonly Transport[];
  /** Parcels can be counted only where the holder is the test's own. */
  readonly countsParcels: boolean;
}

/** The relay's own suite over all three, with a holder that does what a test says; then the product's own holders over those they have. */
const suites: readonly Suite[] = [
  {
    name: "relay",
    files: ["asks", "holder-answers", "holder-goes", "holder-stream", "mcp-general", "mcp-side", "privacy", "results", "sessions"].map(
      (file) => `test/relay/${file}.test.ts`,
    ),
    transports: ["post", "up", "websocket"],
    countsParcels: true,
  },
  { name: "Node holder", files: ["test/doors/link-relay.test.ts"], transports: ["post", "up"], countsParcels: false },
  {
    name: "tab SDK in Chromium",
    files: ["test/tab/link.test.ts", "test/tab/many.test.ts"],
    transports: ["post", "websocket"],
    countsParcels: false,
  },
];

export const proof: Proof = {
  name: "transports",
  title: "One suite over event stream and POSTs, up stream, and WebSocket: the same tests pass on each, and as many",
  async run(out) {
    const problems: string[] = [];
    const said: string[] = [];
    for (const suite of suites) {
      const runs: SuiteRun[] = [];
      for (const transport of suite.transports) {
        const run = await runSuite(suite.files, transport, out.signal);
        runs.push(run);
        const parcels = suite.countsParcels ? `, ${run.parcels} bodies in parcels` : "";
        out.line(`${suite.name.padEnd(20)} ${transport.padEnd(10)} ${run.passed} passed, ${run.failed.length} failed${parcels}`);
        for (const name of run.failed) out.line(`  FAIL ${name}`);
      }
      problems.push(...problemsOf(suite, runs));
      said.push(`${suite.name}: ${runs.map(({ transport, passed }) => `${transport} ${passed}`).join(", ")}`);
    }
    return { ok: problems.length === 0, figure: [...said, ...problems].join("; ") };
  },
};

function problemsOf(suite: Suite, runs: readonly SuiteRun[]): readonly string[] {
  const problems = runs.flatMap(({ transport, failed, skipped }) => [
    ...(failed.length > 0 ? [`${suite.name} over ${transport}: ${failed.length} failed`] : []),
    ...(skipped > 0 ? [`${suite.name} over ${transport}: ${skipped} did not run`] : []),
  ]);
  const counts = new Set(runs.map(({ passed }) => passed));
  if (counts.size !== 1 || counts.has(0)) problems.push(`${suite.name}: the counts differ`);
  // A holder that quietly posted everything would pass as well.
  for (const { transport, parcels } of suite.countsParcels ? runs : [])
    if (transport === "post" ? parcels > 0 : parcels < 100) problems.push(`${suite.name} over ${transport}: ${parcels} bodies in parcels`);
  return problems;
}
