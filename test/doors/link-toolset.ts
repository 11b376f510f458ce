import type { AnyTool, Change, JsonObject, Run, Toolset } from "@jackfield/contract";
import { jsonSchema } from "@jackfield/contract/schema";

/** A toolset whose insides a test can see and change. */
export interface LinkToolset {
  readonly toolset: Toolset;
  /** Inputs that the tool `take` got. */
  readonly taken: JsonObject[];
  /** What became of calls of `hold`. */
  readonly held: string[];
  /** Adds or takes away a tool, and says so. */
  toggle(): void;
  changed(change: Change): void;
}

export function linkToolset(): LinkToolset {
  const taken: JsonObject[] = [];
  const held: string[] = [];
  let extra = false;
  let tell: (change: Change) => void = () => undefined;
  const anything = jsonSchema<JsonObject>({ type: "object", properties: { wait_seconds: { type: "number" } } });
  const tools: readonly AnyTool[] = [
    {
      name: "take",
      title: "Take",
      description: "Returns what it was given",
      effect: "read",
      input: anything,
      run(input: JsonObject) {
        taken.push(input);
        return { is: "done", data: input };
      },
    },
    {
      name: "hold",
      title: "Hold",
      description: "Returns when it is told to stop",
      effect: "read",
      timeoutMs: 60_000,
      input: anything,
      async run(_input: JsonObject, run: Run) {
        await new Promise((resolve) => run.signal.addEventListener("abort", resolve));
        held.push("stopped");
        return { is: "done", text: "stopped" };
      },
    },
    {
      name: "talk",
      title: "Talk",
      description: "Reports progress and logs, then returns",
      effect: "read",
      input: anything,
      run(_input: JsonObject, run: Run) {
        for (let i = 1; i <= 5; i++) {
          run.progress({ progress: i, message: `step ${i}\u202e` });
          run.log("info", `line ${i}`);
        }
        return { is: "done", text: "talked" };
      },
    },
    {
      name: "ask",
      title: "Ask",
      description: "Asks for a name and returns it",
      effect: "read",
      input: anything,
      async run(_input: JsonObject, run: Run) {
        const { name } = await run.ask({
          name: {
            method: "elicitation/create",
            params: { message: "Who?\u202e", requestedSchema: { type: "object", properties: { name: { type: "string" } } } },
          },
        });
        return { is: "done", data: name ?? null };
      },
    },
    {
      name: "large",
      title: "Large",
      description: "Returns a text of the given length",
      effect: "read",
      input: jsonSchema<{ length: number }>({ type: "object", properties: { length: { type: "number" } }, required: ["length"] }),
      run: (input: { length: number }) => ({ is: "done", text: "x".repeat(input.length) }),
    },
  ];
  const extraTool: AnyTool = {
    name: "extra",
    title: "Extra",
    description: "Comes and goes",
    effect: "read",
    input: anything,
    run: () => ({ is: "done", text: "here" }),
  };
  return {
    taken,
    held,
    toggle() {
      extra = !extra;
      tell({ kind: "tools" });
    },
    changed: (change) => tell(change),
    toolset: {
      name: "link",
      title: "Link tools",
      version: "1.0.0",
      async open(context) {
        tell = (change) => context.changed(change);
        return {
          get tools() {
            return extra ? [...tools, extraTool] : tools;
          },
          resources: {
            list: [{ uri: "a://b", name: "One" }],
            read: async (uri) => (uri === "a://b" ? [{ uri, text: "contents" }] : undefined),
          },
          [Symbol.asyncDispose]: async () => undefined,
        };
      },
    },
  };
}
