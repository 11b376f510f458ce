import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type JsonReader, readText } from "../../../test/clients/json-reader.ts";
import { runProgram } from "../../../test/clients/program.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

export interface TestsAsked {
  readonly project: "system" | "unit";
  /** Files or folders. */
  readonly files: readonly string[];
  /** Only tests whose name holds this. */
  readonly named?: string;
  readonly signal: AbortSignal;
}

/** A test that was run. */
export interface RanTest {
  /** The titles around it, outermost first. */
  readonly around: readonly string[];
  readonly title: string;
  /** Undefined: it passed. */
  readonly problem: string | undefined;
}

/** Runs tests, each once, and says how each ended. Throws where vitest itself failed. */
export async function runTests(options: TestsAsked): Promise<readonly RanTest[]> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "jackfield-cases-"));
  const file = path.join(folder, "report.json");
  try {
    const args = [
      path.join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--project",
      options.project,
      ...options.files,
      // A proof counts first tries.
      "--retry=0",
      "--reporter=json",
      `--outputFile=${file}`,
    ];
    const named = options.named === undefined ? [] : ["-t", options.named];
    const ended = await runProgram(process.execPath, [...args, ...named], { cwd: root, signal: options.signal, timeoutMs: 15 * 60_000 });
    const report = readText(await fs.readFile(file, "utf8").catch(() => "")); // absent: vitest itself failed
    if (report.is.absent) throw new Error(`The tests did not run: ${ended.stderr.slice(-600)}`);
    return report.get("testResults").items.flatMap((tests) => tests.get("assertionResults").items.flatMap(ranTest));
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

function ranTest(test: JsonReader): readonly RanTest[] {
  const status = test.get("status").text;
  // `-t` leaves the others behind as skipped.
  if (status !== "passed" && status !== "failed") return [];
  const said = (test.get("failureMessages").items[0]?.text ?? "failed").split("\n")[0];
  // What vitest reports of a test that ran out of time.
  const problem = status === "passed" ? undefined : said?.replace("STACK_TRACE_ERROR", "it took longer than its timeout");
  return [{ around: test.get("ancestorTitles").items.map(({ text }) => text), title: test.get("title").text, problem }];
}
