import type { Json, JsonObject } from "@jackfield/contract";

/** One command of the session, and what must come of it. */
export interface Step {
  readonly command: string;
  readonly params?: JsonObject;
  /** Members that the result must have; others may be there. */
  readonly expect?: JsonObject;
  /** The code of the error that it must end with instead. */
  readonly fails?: string;
  /** What the result's hash is called: the same name, the same hash. */
  readonly sound?: string;
}

/** Where a session runs: in a process, or in a page. Resolves with the command's result, or with the error's code. */
export type RunCommand = (
  command: string,
  params: JsonObject,
) => Promise<{ readonly result: Json } | { readonly error: string; readonly message: string }>;

/** The first thing of `expected` that a value does not have, as a path and both values; undefined: it has all of it. Lists must be as long. */
export function difference(value: unknown, expected: unknown, at = "result"): string | undefined {
  if (Array.isArray(expected)) {
    if (!Array.isArray(value) || value.length !== expected.length) return `${at} is ${shown(value)}, not ${shown(expected)}`;
    return firstOf(expected.map((each, index) => () => difference(value[index], each, `${at}[${index}]`)));
  }
  if (typeof expected !== "object" || expected === null)
    return value === expected ? undefined : `${at} is ${shown(value)}, not ${shown(expected)}`;
  if (typeof value !== "object" || value === null) return `${at} is ${shown(value)}, not ${shown(expected)}`;
  return firstOf(
    Object.entries(expected).map(
      ([name, each]) =>
        () =>
          difference((value as Record<string, unknown>)[name], each, `${at}.${name}`),
    ),
  );
}

/** Runs steps in order. Returns what was wrong, a line each, and the hash of each sound. */
export async function runSteps(
  steps: readonly Step[],
  run: RunCommand,
): Promise<{ readonly wrong: readonly string[]; readonly sounds: ReadonlyMap<string, string> }> {
  const wrong: string[] = [];
  const sounds = new Map<string, string>();
  for (const [index, { command, params = {}, expect = {}, fails, sound }] of steps.entries()) {
    const done = await run(command, params);
    const say = (what: string): void => void wrong.push(`step ${index + 1}, ${command}: ${what}`);
    if ("error" in done) {
      if (done.error !== fails) say(`${done.error}: ${done.message}`);
      continue;
    }
    if (fails !== undefined) say(`it was done, and should have ended with ${fails}`);
    const unlike = difference(done.result, expect);
    if (unlike !== undefined) say(unlike);
    if (sound === undefined) continue;
    const hash = String((done.result as { readonly pcm_sha256?: unknown } | null)?.pcm_sha256);
    const known = sounds.get(sound);
    if (known === undefined) sounds.set(sound, hash);
    else if (known !== hash) say(`${sound} sounds otherwise: ${hash}, not ${known}`);
  }
  return { wrong, sounds };
}

function firstOf(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const found = check();
    if (found !== undefined) return found;
  }
  return undefined;
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "undefined").slice(0, 200);
}
