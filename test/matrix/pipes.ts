import { PassThrough } from "node:stream";
import type { Transport } from "@modelcontextprotocol/client";

/** Both ends of a pair of pipes: the door's streams, and a client's transport that speaks lines over them. */
export interface Pipes {
  readonly input: PassThrough;
  readonly output: PassThrough;
  readonly transport: Transport;
}

/** Pipes within one process, so that a test has its hands on the host behind the door. A real child is tried by test/doors. */
export function pipes(): Pipes {
  const input = new PassThrough();
  const output = new PassThrough();
  let rest = "";
  const transport: Transport = {
    start: async () => {
      output.setEncoding("utf8");
      output.on("data", (chunk: string) => {
        const lines = (rest + chunk).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) if (line !== "") transport.onmessage?.(JSON.parse(line));
      });
      output.once("end", () => transport.onclose?.());
    },
    send: async (message) => {
      input.write(`${JSON.stringify(message)}\n`);
    },
    close: async () => {
      input.end();
    },
  };
  return { input, output, transport };
}
