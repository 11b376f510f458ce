import { createRequire } from "node:module";
import { cliCeilings } from "./ceilings.ts";
import { commands } from "./commands.ts";
import { fromCheckout } from "./program-name.ts";
import { run } from "./run.ts";
import { createScreen } from "./screen.ts";
import { stopSignal } from "./stop.ts";

const { version } = createRequire(import.meta.url)("../package.json") as { version: string };

// `jackfield --help | head` closes our standard output: that is not a failure.
process.stdout.on("error", () => process.exit(0));

process.exitCode = await run(commands, {
  args: process.argv.slice(2),
  environment: process.env,
  folder: process.cwd(),
  stop: stopSignal(process, {
    graceMs: cliCeilings.graceMs.value,
    samePressMs: cliCeilings.samePressMs.value,
    force: () => process.exit(130),
  }),
  version,
  // The source runs from a checkout only; a build is called by its name.
  program: import.meta.url.endsWith(".ts") ? fromCheckout : "jackfield",
  screen: createScreen(process.stdout, process.stderr, process.env),
  streams: {
    input: process.stdin,
    output: process.stdout,
    error: process.stderr,
    isTerminal: process.stdin.isTTY && process.stderr.isTTY,
  },
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
});
