import { Fault, type FaultCode, faults, type Toolset } from "@jackfield/contract";
import { jsonSchema } from "@jackfield/contract/schema";
import { createHost, openToolsets } from "@jackfield/gate";
import { nodePorts } from "@jackfield/gate/node";
import { describe, expect, test } from "vitest";
import type { Connect } from "../doors/driver.ts";
import { connectSdk1 } from "../doors/sdk1.ts";
import { connectSdk2 } from "../doors/sdk2.ts";
import { addresses } from "./doorways.ts";

/** What a call can come to at the far end, or at the server behind it. */
const ends = [
  "invalid_params",
  "busy",
  "result_too_large",
  "result_invalid",
  "far_end_gone",
  "far_end_stuck",
  "upstream_error",
  "timeout",
  "denied",
  "tool_failed",
] as const satisfies readonly FaultCode[];

const clients: Readonly<Record<string, Connect>> = {
  "SDK 1.32": connectSdk1,
  "SDK 2.4, sessions": connectSdk2("legacy"),
  "SDK 2.4, stateless": connectSdk2("modern"),
};

const words = (code: string): string => `The strings of ${code} broke`;
const fault = (code: string): Fault => new Fault(ends.find((each) => each === code) ?? "internal", words(code), { hint: "Tune them" });

/** Whose tool, resource and prompt end with the fault that they are named for. */
const toolset: Toolset = {
  name: "piano",
  title: "Piano",
  version: "1.0.0",
  open: () =>
    Promise.resolve({
      tools: ends.map((code) => ({
        name: code,
        title: code,
        description: "Ends",
        effect: "read" as const,
        input: jsonSchema({ type: "object" }),
        run: () => Promise.reject(fault(code)),
      })),
      resources: {
        list: ends.map((code) => ({ uri: `end:${code}`, name: code })),
        read: (uri: string) => Promise.reject(fault(uri.slice("end:".length))),
      },
      prompts: ends.map((code) => ({ name: code, arguments: [], get: () => Promise.reject(fault(code)) })),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }),
};

describe.each(Object.entries(addresses))("what the far end ends with is said in its own words, through %s", (_door, open) => {
  test.each(Object.entries(clients))("%s", async (_client, connect) => {
    await using host = createHost(await openToolsets([toolset]), { ports: nodePorts, policy: { ask: "none" } });
    const { url, close } = await open(host);
    const client = await connect({ is: "http", url: new URL(url) });
    const said = (work: Promise<unknown>): Promise<string> =>
      work.then(
        (result) => JSON.stringify(result),
        (error: unknown) => String(error),
      );
    let asked = 0;
    for (const code of ends) {
      const called = await said(client.call(code));
      expect(called).toContain(words(code));
      expect([code, called.includes('"isError":true')]).toEqual([code, faults[code].shows === "tool"]);
      expect(await said(client.read(`end:${code}`))).toContain(words(code));
      expect(await said(client.prompt(code, {}))).toContain(words(code));
      asked++;
    }
    expect(asked).toBe(10);
    await client[Symbol.asyncDispose]();
    await close();
  });
});
