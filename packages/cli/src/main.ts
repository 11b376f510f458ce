import { createRequire } from "node:module";
import { cliCeilings } from "./ceilings.ts";
import { commands } from "./commands.ts";
import { fromCheckout } from "./program-name.ts";
import { run } from "./run.ts";
import { stopSignal } from "./stop.ts";
import { createTerminal } from "./terminal.ts";

const { version } = createRequire(import.meta.url)("../package.json") as { version: string };

// `jackfield --help | head` closes our standard output: that is not a failure.
process.stdout.on("error", () => process.exit(0));

const terminal = createTerminal(process.stdout, process.stderr, process.env);
// However it ends, a line that a person still has to read is said, and nothing of ours stays below the prompt.
process.on("exit", () => terminal.close());
process.on("uncaughtExceptionMonitor", () => terminal.close());
// Ctrl-Z: the shell writes there until we go on.
process.on("SIGTSTP", () => {
  terminal.leave();
  process.kill(process.pid, "SIGSTOP");
});
process.on("SIGCONT", () => terminal.redraw());

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
  screen: terminal.screen,
  streams: {
    input: process.stdin,
    output: process.stdout,
    error: process.stderr,
    isTerminal: process.stdin.isTTY && process.stderr.isTTY,
  },
  out: (text) => terminal.out(text),
  error: (text) => terminal.error(text),
});
