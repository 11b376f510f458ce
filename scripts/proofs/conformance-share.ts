import { fileURLToPath } from "node:url";
import { startRelay } from "@jackfield/relay";
import { Jackfield } from "../../test/cli/jackfield.ts";
import type { Proof, ProofOut } from "../proof.ts";
import { type Suite, installSuite } from "./conformance/install.ts";
import { type Exceptions, judge } from "./conformance/judge.ts";

/** The fixture servers, each on an official SDK. */
const servers = {
  "SDK 1.32": "conformance-sdk1.ts",
  "SDK 2.4": "conformance-sdk2.ts",
} as const;

/** MCP 2025-11-25 has no words for these, so a server of that revision cannot be made to say them. */
const sessionsOnly: Readonly<Record<string, Exceptions>> = {
  "2026-07-28": {
    scenarios: {
      "input-required-result-basic-elicitation":
        "the suite wants the question's key to be user_name; 2025-11-25 (Elicitation, Creating Elicitation Requests) sends a question as a request with an id and has no keys",
      "input-required-result-multiple-input-requests":
        "the suite wants three questions in one result; in 2025-11-25 each is a request of its own, and no call says which belong together",
      "server-stateless":
        'two of its checks want error -32021 for a capability that the client lacks; 2025-11-25 (Lifecycle, Capability Negotiation) knows capabilities "negotiated during initialization" of a session only, and no such code',
    },
    checks: 154,
  },
};

const ways = {
  serve: async (server: readonly string[]) => {
    const served = new Jackfield(["serve", "--json", "--port", "0", "--no-token", "--roots", "--", ...server]);
    const { url } = await served.event("listening");
    return { url: String(url), [Symbol.asyncDispose]: () => ended(served) };
  },
  "share and a relay": async (server: readonly string[]) => {
    // The suite sends in seconds what an agent sends in an hour: rates are raised, nothing is skipped.
    const relay = await startRelay({
      port: 0,
      limits: { mcpPerMinute: 100_000, mcpBurst: 10_000, requestsPerMinute: 100_000, holderPerMinute: 100_000 },
    });
    const shared = new Jackfield(["share", "--json", "--relay", relay.url, "--roots", "--", ...server]);
    const { url } = await shared.event("sharing");
    return {
      url: String(url),
      [Symbol.asyncDispose]: async () => {
        await ended(shared);
        await relay.close();
      },
    };
  },
} as const;

/** `sdk1`, `sdk2`, `serve`, `share` run only those. */
export const proof: Proof = {
  name: "conformance-share",
  title: "Fixture servers on both official SDKs pass the MCP conformance suite through jackfield serve, and through share and a relay",
  async run(out) {
    const suite = await installSuite(out);
    const figures: string[] = [];
    let ok = true;
    for (const [sdk, file] of Object.entries(servers))
      for (const [way, open] of Object.entries(ways)) {
        if (!asked(out, [file.includes("sdk1") ? "sdk1" : "sdk2", way.split(" ", 1)[0] ?? ""])) continue;
        const result = await one(suite, `${sdk} through ${way}`, open, file, out);
        ok &&= result.ok;
        figures.push(result.figure);
      }
    return { ok: ok && figures.length > 0, figure: figures.join("; ") };
  },
};

/** Words of the command line of one kind narrow that kind. */
function asked(out: ProofOut, words: readonly string[]): boolean {
  const kinds = [
    ["sdk1", "sdk2"],
    ["serve", "share"],
  ];
  return kinds.every((kind) => {
    const given = kind.filter((word) => out.args.includes(word));
    return given.length === 0 || given.some((word) => words.includes(word));
  });
}

async function one(
  suite: Suite,
  title: string,
  open: (server: readonly string[]) => Promise<AsyncDisposable & { readonly url: string }>,
  file: string,
  out: ProofOut,
): Promise<{ ok: boolean; figure: string }> {
  out.line(`\n== ${title}`);
  const path = fileURLToPath(new URL(`../../test/upstream/servers/${file}`, import.meta.url));
  await using place = await open([process.execPath, "--conditions=@jackfield/source", "--import", "tsx", path]);
  const exceptions = file.includes("sdk1") ? { exceptions: sessionsOnly } : {};
  const { ok, figure } = await judge(suite, place.url, out, { resumes: false, ...exceptions });
  return { ok, figure: `${title}: ${figure}` };
}

async function ended(jackfield: Jackfield): Promise<void> {
  jackfield.child.kill("SIGTERM");
  await jackfield.end();
}
