import { setTimeout as delay } from "node:timers/promises";
import type { AnyTool, Toolset } from "@jackfield/contract";
import { jsonSchema } from "@jackfield/contract/schema";

/** Tools whose runs can be counted. */
export interface CountedToolset {
  readonly toolset: Toolset;
  runs(): number;
}

/** The tools that the cases call: echo, sleep, and one that takes anything. */
export function countedToolset(): CountedToolset {
  let runs = 0;
  const tools: readonly AnyTool[] = [
    {
      name: "echo",
      title: "Echo",
      description: "Returns its text",
      effect: "read",
      input: jsonSchema<{ text: string }>({ type: "object", properties: { text: { type: "string" } }, required: ["text"] }),
      run(input: { text: string }) {
        runs++;
        return { is: "done", text: input.text };
      },
    },
    {
      name: "sleep",
      title: "Sleep",
      description: "Returns its text after a while",
      effect: "read",
      input: jsonSchema<{ ms: number; text: string }>({
        type: "object",
        properties: { ms: { type: "number" }, text: { type: "string" } },
        required: ["ms", "text"],
      }),
      async run(input: { ms: number; text: string }, run) {
        runs++;
        await delay(input.ms, undefined, { signal: run.signal });
        return { is: "done", text: input.text };
      },
    },
    {
      name: "take",
      title: "Take",
      description: "Takes any arguments and returns how many members they have",
      effect: "read",
      input: jsonSchema<object>({ type: "object" }),
      run(input: object) {
        runs++;
        return { is: "done", data: { members: Object.keys(input).length } };
      },
    },
  ];
  return {
    toolset: {
      name: "cases",
      title: "Cases",
      version: "1.0.0",
      open: async () => ({ tools, [Symbol.asyncDispose]: async () => undefined }),
    },
    runs: () => runs,
  };
}
