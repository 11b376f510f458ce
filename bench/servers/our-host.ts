import type { Host, Toolset } from "@jackfield/contract";
import { jsonSchema } from "@jackfield/contract/schema";
import { createHost, openToolsets } from "@jackfield/gate";
import { nodePorts } from "@jackfield/gate/node";
import { type EchoArguments, echoTool, echoValue } from "./payload.ts";

/** The echo tool behind every guard of the gate, with the in-flight caps raised through their own options. */
export async function echoHost(): Promise<Host> {
  const { name, title, description, inputSchema } = echoTool;
  const toolset: Toolset = {
    name: "bench",
    title: "Bench",
    version: "1.0.0",
    open: () =>
      Promise.resolve({
        tools: [
          {
            name,
            title,
            description,
            effect: "read",
            input: jsonSchema(inputSchema),
            run: (input: unknown) => ({ is: "raw", result: result(input as EchoArguments) }),
          },
        ],
        [Symbol.asyncDispose]: () => Promise.resolve(),
      }),
  };
  return createHost(await openToolsets([toolset]), {
    ports: nodePorts,
    policy: { ask: "none" },
    limits: { callsPerMark: 64, callsPerScope: 128, calls: 4096 },
  });
}

const made = new Map<string, unknown>();

/** Results of asked sizes are values that are there already: making them is not what is measured. */
function result(args: EchoArguments): never {
  if (typeof args.text === "string") return echoValue(args) as never;
  const key = `${args.shape} ${args.size}`;
  if (!made.has(key)) made.set(key, echoValue(args));
  return made.get(key) as never;
}
