/**
 * What an agent CLI is made to do without a model: a script of tool calls. The prompt names the script; the model stand-in looks it up and
 * asks for one call after another, so that the client does its real MCP work between the answers.
 */
export type Step =
  /** Ask for this tool by its MCP name. Clients prefix names (`mcp__jackfield__echo`): the stand-in finds the one that ends with it. */
  | { readonly call: string; readonly args: Readonly<Record<string, unknown>> }
  /** Something happens to the scene before the next call: a killed session, a restarted relay. */
  | { readonly fault: string; readonly make: () => Promise<void> };

/** What the client handed the model as a call's result. */
export interface Shown {
  /** All text the model would see. */
  readonly text: string;
  /** An image came with it, as an image. */
  readonly image: boolean;
  /** The client marked it as an error. */
  readonly isError: boolean;
}

/** One running script. */
export interface Run {
  readonly id: string;
  readonly steps: readonly Step[];
  /** Results so far, in order of the calls. */
  shown: readonly Shown[];
  /** Names of the tools the client offered the model last, prefixed as it does. */
  offered: readonly string[];
  /** Settles when the stand-in has said that it is done. */
  readonly done: Promise<void>;
  readonly finish: () => void;
}

/** Scripts by id. A prompt carries one as `RUN <id>`. */
export class Scripts {
  readonly #runs = new Map<string, Run>();
  #next = 1;

  add(steps: readonly Step[]): Run {
    let finish = (): void => undefined;
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const run: Run = { id: `script-${this.#next++}`, steps, shown: [], offered: [], done, finish };
    this.#runs.set(run.id, run);
    return run;
  }

  /** The last script that any of the texts names. */
  named(texts: readonly string[]): Run | undefined {
    const ids = texts.flatMap((text) => [...text.matchAll(/RUN (script-\d+)/g)].map((found) => found[1] ?? ""));
    return this.#runs.get(ids.at(-1) ?? "");
  }
}

/** What the stand-in says next: a tool call, or that it has finished. */
export type Turn = { readonly say: string } | { readonly tool: string; readonly args: object };

/**
 * Moves a run on: `shown` are the results of this script's calls so far. Makes the faults that stand before the next call. `offered` are the
 * tool names to choose from: without any, the client is asking for something else (a title, a summary), and gets words.
 */
export async function nextTurn(run: Run | undefined, shown: readonly Shown[], offered: readonly string[]): Promise<Turn> {
  if (run === undefined || offered.length === 0) return { say: "Nothing to do" };
  run.shown = shown;
  run.offered = offered;
  let calls = 0;
  for (const step of run.steps) {
    if ("fault" in step) {
      if (calls === shown.length) await once(step);
    } else if (calls++ === shown.length) {
      return { tool: offered.find((name) => isCalled(name, step.call)) ?? step.call, args: step.args };
    }
  }
  run.finish();
  return { say: "The script is done" };
}

/** Clients prefix names (`mcp__jackfield__echo`), and one of them offers its model `get_sum` for `get-sum`. */
function isCalled(offered: string, name: string): boolean {
  return [name, name.replaceAll("-", "_")].some((each) => offered === each || offered.endsWith(`__${each}`));
}

const made = new WeakMap<Step, Promise<void>>();

/** Clients repeat a request that failed: a fault is made once all the same. */
function once(step: Extract<Step, { fault: string }>): Promise<void> {
  const known = made.get(step);
  if (known !== undefined) return known;
  const making = step.make();
  made.set(step, making);
  return making;
}
