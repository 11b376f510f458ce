import { fileURLToPath } from "node:url";
import { suggest } from "@jackfield/cli";
import { findProofs, type Proof } from "./proof.ts";
import { interrupt } from "./steps/interrupt.ts";

/** What `npm run prove` was asked for. */
export interface Asked {
  readonly json: boolean;
  readonly name: string | undefined;
  readonly rest: string[];
}

/** `--json` counts before the proof's name; all after the name is the proof's own, but a `--json` there counts too. */
export function readArguments(args: readonly string[]): Asked {
  const words = args.filter((word) => word !== "--json");
  return { json: words.length < args.length, name: words[0], rest: words.slice(1) };
}

export interface Terminal {
  /** For people; with `--json` it goes to standard error. */
  line(text: string): void;
  /** The answer: the last line, or the one JSON value. */
  answer(text: string): void;
}

/**
 * Lists the proofs, or runs one. Returns the exit code: 0 where the figure holds, 1 where it falls short, 2 for a name that is not
 * there, 130 where it was stopped.
 */
export async function prove(proofs: readonly Proof[], asked: Asked, signal: AbortSignal, terminal: Terminal): Promise<number> {
  if (asked.name === undefined) {
    list(proofs, asked.json, terminal);
    return 0;
  }
  const proof = proofs.find((each) => each.name === asked.name);
  if (proof === undefined) {
    const near = suggest(
      asked.name,
      proofs.map((each) => each.name),
    );
    terminal.line(
      `There is no proof "${asked.name}"${near === undefined ? "" : `: did you mean "${near}"?`} Run npm run prove for the list`,
    );
    return 2;
  }
  const started = performance.now();
  const ended = await proof.run({ line: (text) => terminal.line(text), signal, args: asked.rest }).catch((error: unknown) => ({
    ok: false,
    figure: `the proof itself broke: ${error instanceof Error ? error.message : String(error)}`,
  }));
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  if (asked.json) terminal.answer(JSON.stringify({ proof: proof.name, title: proof.title, ...ended, stopped: signal.aborted, seconds }));
  else terminal.answer(`${signal.aborted ? "stopped" : ended.ok ? "holds" : "FALLS SHORT"}  ${ended.figure}`);
  if (signal.aborted) return 130;
  return ended.ok ? 0 : 1;
}

function list(proofs: readonly Proof[], json: boolean, terminal: Terminal): void {
  if (json) {
    terminal.answer(JSON.stringify(proofs.map(({ name, title }) => ({ name, title }))));
    return;
  }
  const width = Math.max(0, ...proofs.map((proof) => proof.name.length));
  for (const proof of proofs) terminal.answer(`${proof.name.padEnd(width)}  ${proof.title}`);
  terminal.answer(proofs.length === 0 ? "There are no proofs yet" : `\nnpm run prove NAME runs one; --json prints its result as JSON`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const asked = readArguments(process.argv.slice(2));
  const line = (text: string): void => (asked.json ? console.error(text) : console.log(text));
  const proofs = await findProofs(fileURLToPath(new URL("proofs", import.meta.url)));
  process.exitCode = await prove(proofs, asked, interrupt(), { line, answer: (text) => console.log(text) });
}
