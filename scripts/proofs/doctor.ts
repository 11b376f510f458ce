import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Finding, NamedCall, Severity } from "@jackfield/doctor";
import { build } from "esbuild";
import { tableOf } from "../../bench/src/table.ts";
import { Jackfield } from "../../test/cli/jackfield.ts";
import { type Fault, type Running, faults, startSmall, startStdio } from "../../test/doctor/faults.ts";
import { openRelay, realServers, trueFindings } from "../../test/doctor/real-servers.ts";
import { signIn } from "../../test/doctor/servers/sign-in.ts";
import type { Proof, ProofOut } from "../proof.ts";

/** `good` runs only the servers without a fault; other words only the faults whose check or text has one of them. */
export const proof: Proof = {
  name: "doctor",
  title: "`jackfield doctor` finds the fault of each faulty server, by a whole examination, and raises no alarm on good ones",
  async run(out) {
    const command = await bundled();
    const chosen = faults.filter(
      (fault) => out.args.length === 0 || out.args.some((word) => `${fault.check}: ${fault.what}`.includes(word)),
    );
    const missed = await twoAtOnce(chosen, out, async (fault) => {
      await using running = await fault.start();
      const problem = await examineFaulty(command, running, fault);
      out.line(
        `${problem === undefined ? "found " : "MISSED"} ${fault.check}: ${fault.what}${problem === undefined ? "" : `: ${problem}`}`,
      );
      return problem === undefined ? [] : [fault.check];
    });
    const good = out.args.length === 0 || out.args.includes("good") ? Object.entries(goodServers) : [];
    const alarms = await twoAtOnce(good, out, async ([name, start]) => {
      await using running = await start();
      const { raised, looked, code } = await examineGood(command, running, name);
      out.line(
        `${raised.length === 0 ? "quiet " : "ALARM "} ${name}: ${looked} checks, exit ${code}${raised.map((each) => `\n         ${each}`).join("")}`,
      );
      return raised;
    });
    out.line(
      `\n${tableOf(
        ["", "servers", "found", "alarms"],
        [
          ["one fault each", String(chosen.length), String(chosen.length - missed.length), ""],
          ["no fault", String(good.length), "", String(alarms.length)],
        ],
      )}`,
    );
    const enough = out.args.length > 0 ? chosen.length + good.length > 0 : chosen.length >= 100 && good.length >= 9;
    return {
      ok: missed.length === 0 && alarms.length === 0 && enough,
      figure: `${chosen.length - missed.length} of ${chosen.length} planted faults found, ${alarms.length} false alarms on ${good.length} good servers`,
    };
  },
};

const goodServers: Readonly<Record<string, () => Promise<Running>>> = {
  "a small server": () => startSmall({}),
  "a small server behind a sign-in": () => startSmall(signIn),
  "a small command": () => startStdio("none"),
  ...realServers,
  "our relay at its own rate limits": () => openRelay({}),
};

/** A fault that makes each call slow is looked at by its own check: a whole examination calls a dozen times. */
const slow: ReadonlySet<string> = new Set(["keep-alive", "response-time", "slow-reader"]);

async function examineFaulty(command: readonly string[], running: Running, fault: Fault): Promise<string | undefined> {
  const only = slow.has(fault.check) ? ["--only", fault.check] : [];
  const { events, code, error } = await runDoctor(command, running, [...only, "--timeout", "5s", ...callFlags(fault.call)]);
  const found = findingsOf(events).filter(
    (each) => each.check === fault.check && order.indexOf(each.severity) >= order.indexOf(fault.severity),
  );
  if (found.length === 0) return `nothing is said of it (exit ${code}) ${error.slice(0, 200)}`;
  const isError = found.some((each) => each.severity === "error");
  return isError && code !== 1 ? `it is found, and the exit code is ${code}` : undefined;
}

async function examineGood(
  command: readonly string[],
  running: Running,
  name: string,
): Promise<{ raised: readonly string[]; looked: number; code: number | string | null }> {
  const { events, code, error } = await runDoctor(command, running, []);
  const looked = events.filter((each) => each["event"] === "check").length;
  const raised = findingsOf(events)
    .filter((each) => each.severity !== "note")
    .map((each) => `${each.check}: ${each.found}`)
    .filter((each) => !(name.startsWith("SDK 1.x") && trueFindings.some((known) => each.startsWith(known))));
  if (code !== 0) raised.push(`exit code ${String(code)} ${error.slice(0, 200)}`);
  if (looked < 30) raised.push(`only ${looked} checks ran`);
  return { raised, looked, code };
}

const order: readonly Severity[] = ["note", "warning", "error"];

type Event = Readonly<Record<string, unknown>>;

function findingsOf(events: readonly Event[]): (Finding & { readonly check: string })[] {
  return events.flatMap((event) =>
    event["is"] === "found" ? (event["findings"] as readonly Finding[]).map((each) => ({ ...each, check: String(event["name"]) })) : [],
  );
}

async function runDoctor(
  command: readonly string[],
  { target }: Running,
  flags: readonly string[],
): Promise<{ events: readonly Event[]; code: number | string | null; error: string }> {
  const what = target.is === "http" ? [target.url.href] : ["--", target.command, ...target.args];
  await using doctor = new Jackfield(["doctor", "--json", ...flags, ...what], {}, command);
  const code = await doctor.end();
  return { events: doctor.events(), code, error: doctor.error };
}

function callFlags(call: NamedCall | undefined): readonly string[] {
  return call === undefined ? [] : ["--call", call.name, "--arguments", JSON.stringify(call.arguments)];
}

/** `jackfield` as one file, which starts faster than its sources do. */
async function bundled(): Promise<readonly string[]> {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const folder = `${root}/.cache/doctor/dist`;
  await mkdir(folder, { recursive: true });
  await build({
    entryPoints: [`${root}/packages/cli/src/main.ts`],
    outfile: `${folder}/main.mjs`,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    conditions: ["@jackfield/source"],
    external: ["esbuild"],
    logLevel: "error",
  });
  // It reads its version beside its folder.
  await build({
    entryPoints: [`${root}/packages/cli/package.json`],
    outfile: `${root}/.cache/doctor/package.json`,
    loader: { ".json": "copy" },
    logLevel: "error",
  });
  return [process.execPath, `${folder}/main.mjs`];
}

/** Runs `work` on each, two at a time; all that they return. */
async function twoAtOnce<T, R>(items: readonly T[], { signal }: ProofOut, work: (item: T) => Promise<readonly R[]>): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...items];
  const lane = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined && !signal.aborted; item = waiting.shift()) results.push(...(await work(item)));
  };
  await Promise.all([lane(), lane()]);
  return results;
}
