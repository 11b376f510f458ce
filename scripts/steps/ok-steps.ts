import { bin, command, script } from "./command.ts";
import type { Step } from "./step.ts";
import { vitest, type VitestOptions } from "./vitest.ts";

/** What `npm run ok` holds, longest first so that two cores end together. */
export function okSteps(options: VitestOptions = {}): readonly Step[] {
  return [
    vitest("unit tests", "unit", options),
    command("lint", bin("oxlint"), ["--type-aware"], lastLine),
    command("types (node)", bin("tsc"), ["-p", "tsconfig.node.json"]),
    command("types (browser)", bin("tsc"), ["-p", "tsconfig.browser.json"]),
    command("types (browser tests)", bin("tsc"), ["-p", "tsconfig.tests.json"]),
    command("unused and unlisted", bin("knip"), ["--no-progress"]),
    script("generated files", "generate.ts", ["--check"], lastLine),
    script("import directions", "check-imports.ts", [], lastLine),
    command("lock file", "npm", ["ci", "--dry-run", "--ignore-scripts"]),
    command("format", bin("oxfmt"), ["--check", "."]),
  ];
}

/** The last line of what a program wrote, cut to what fits beside a step's name. */
export function lastLine(output: string): string {
  const line = output.trim().split("\n").at(-1) ?? "";
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
