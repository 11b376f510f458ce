import { createRequire } from "node:module";
import { commands } from "./commands.ts";
import { run } from "./run.ts";
import { stopSignal } from "./stop.ts";

/** Draining may take this long; then the process ends as it stands. Longer than any answer under way needs on a healthy machine. */
const graceMs = 15_000;

const { version } = createRequire(import.meta.url)("../package.json") as { version: string };

// `jackfield --help | head` closes our standard output: that is not a failure.
process.stdout.on("error", () => process.exit(0));

process.exitCode = await run(commands, {
  args: process.argv.slice(2),
  environment: process.env,
  folder: process.cwd(),
  stop: stopSignal(process, { graceMs, samePressMs: 300, force: () => process.exit(130) }),
  version,
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
});
