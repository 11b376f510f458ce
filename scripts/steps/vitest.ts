import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bin, run } from "./command.ts";
import type { Step, StepResult } from "./step.ts";

/** The part of vitest's JSON report that is read. */
export interface Report {
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      /** Of tests that passed in the end: why each earlier try failed. */
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

export interface VitestOptions {
  /** Test files to leave out, from the repository's root, with the reason each is skipped by name. */
  readonly skip?: readonly { readonly file: string; readonly why: string }[];
  readonly alone?: boolean;
}

/** A step that runs one vitest project. It fails where no test ran at all, also when everything was skipped. */
export function vitest(name: string, project: string, options: VitestOptions = {}): Step {
  const skip = options.skip ?? [];
  return {
    name,
    alone: options.alone ?? false,
    async run(signal): Promise<StepResult> {
      const folder = await mkdtemp(join(tmpdir(), "jackfield-report-"));
      const file = join(folder, "report.json");
      const excludes = skip.flatMap((each) => ["--exclude", each.file]);
      const args = ["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`, ...excludes];
      const { code, output } = await run(bin("vitest"), args, signal, { NO_COLOR: "1" });
      const report = await readFile(file, "utf8").then(
        (text) => JSON.parse(text) as Report,
        () => undefined,
      );
      await rm(folder, { recursive: true, force: true });
      return count(report, code, output, skip);
    },
  };
}

/** What a report comes to. A file that could not be loaded is a failure; a test that passed only at a later try is named. */
export function count(report: Report | undefined, code: number, output: string, skip: NonNullable<VitestOptions["skip"]>): StepResult {
  if (report === undefined) return { ok: false, passed: 0, failed: 1, skipped: skip.length, note: "no report", output };
  const files = report.testResults;
  const tests = files.flatMap((file) => file.assertionResults);
  const skippedTests = tests.filter((each) => each.status !== "passed" && each.status !== "failed");
  const passed = tests.filter((each) => each.status === "passed").length;
  const broken = files.filter((file) => file.status === "failed" && !file.assertionResults.some((each) => each.status === "failed"));
  const failed = tests.filter((each) => each.status === "failed").length + broken.length;
  const ok = code === 0 && failed === 0 && passed > 0;
  const skipped = skippedTests.length + skip.length;
  const flaky = tests.filter((each) => each.status === "passed" && (each.failureMessages ?? []).length > 0);
  const left = [
    ...flaky.map(
      (each) =>
        `flaky "${each.fullName}": passed at try ${(each.failureMessages ?? []).length + 1}; first ${firstLine(each.failureMessages)}`,
    ),

    ...skip.map((each) => `skipped ${each.file}: ${each.why}`),
    ...skippedTests.map((each) => `skipped test "${each.fullName}"`),
  ];
  const note = `${passed} tests in ${files.length} files${skipped > 0 ? `, ${skipped} skipped` : ""}${flaky.length > 0 ? `, ${flaky.length} flaky` : ""}`;
  return { ok, passed, failed: ok ? 0 : Math.max(failed, 1), skipped, note, left, output };
}

function firstLine(messages: readonly string[] | undefined): string {
  const [line = ""] = (messages?.[0] ?? "").split("\n");
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}
