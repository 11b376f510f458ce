import { httpDoor } from "@jackfield/doors";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fileURLToPath } from "node:url";
import type { Connect, Driver } from "../doors/driver.ts";
import { connectSdk1 } from "../doors/sdk1.ts";
import { connectSdk2 } from "../doors/sdk2.ts";
import { eventually, open } from "./rig.ts";

/** Fixtures on the official SDKs' servers, and the era in which each is spoken to. */
const servers = {
  "SDK 1.32": { program: "conformance-sdk1.ts", era: "session", revision: "2025-11-25" },
  "SDK 2.4": { program: "conformance-sdk2.ts", era: "stateless", revision: "2026-07-28" },
} as const;

const clients: Readonly<Record<string, { readonly connect: Connect; readonly era: "session" | "stateless" }>> = {
  "SDK 1.32": { connect: connectSdk1, era: "session" },
  "SDK 2.4, sessions": { connect: connectSdk2("legacy"), era: "session" },
  "SDK 2.4, stateless": { connect: connectSdk2("modern"), era: "stateless" },
};

interface Cell {
  readonly driver: Driver;
  readonly era: "session" | "stateless";
}

const textOf = async (called: ReturnType<Driver["call"]>): Promise<string> => (await called).content.map(({ text }) => text ?? "").join("");
const codeOf = (failing: Promise<unknown>): Promise<unknown> =>
  failing.then(
    () => "no error",
    (error: unknown) => (error as { readonly code?: number }).code,
  );

/** What each feature comes to, whatever the eras at both ends; a pair where they differ for the client's: `[session, stateless]`. */
const features: Readonly<Record<string, { readonly run: (cell: Cell) => Promise<unknown>; readonly gives: unknown }>> = {
  tools: { run: async ({ driver }) => (await driver.tools()).some(({ name }) => name === "test_elicitation"), gives: true },
  text: { run: ({ driver }) => textOf(driver.call("test_simple_text")), gives: "This is a simple text response for testing." },
  blocks: {
    run: async ({ driver }) => (await driver.call("test_multiple_content_types")).content.map(({ type }) => type),
    gives: ["text", "image", "resource"],
  },
  "tool error": { run: async ({ driver }) => (await driver.call("test_error_handling")).isError, gives: true },
  "unknown tool": { run: ({ driver }) => codeOf(driver.call("no_such_tool")), gives: -32602 },
  // -32002 in revisions with sessions, which the SDK 2.x hands to its user as the -32602 of today.
  "unknown resource": {
    run: async ({ driver }) => [-32002, -32602].includes(Number(await codeOf(driver.read("test://none")))),
    gives: true,
  },
  "unknown prompt": { run: ({ driver }) => codeOf(driver.prompt("none", {})), gives: -32602 },
  resource: { run: async ({ driver }) => (await driver.read("test://template/7/data")).includes("Data for ID: 7"), gives: true },
  lists: {
    run: async ({ driver }) => [(await driver.resources()).length, (await driver.templates()).length, (await driver.prompts()).length],
    gives: [3, 1, 5],
  },
  prompt: {
    run: async ({ driver }) => (await driver.prompt("test_prompt_with_arguments", { arg1: "a", arg2: "b" })).includes("arg1='a', arg2='b'"),
    gives: true,
  },
  completion: {
    run: ({ driver }) => driver.complete("test_prompt_with_arguments", "arg1", "par"),
    gives: ["paris", "park", "party"],
  },
  progress: {
    run: async ({ driver }) => {
      const heard: number[] = [];
      await driver.call("test_tool_with_progress", {}, (progress) => heard.push(progress));
      return heard;
    },
    gives: [0, 50, 100],
  },
  elicitation: {
    run: async ({ driver }) => (await textOf(driver.call("test_elicitation", { message: "Who?" }))).includes('"username":"my username"'),
    gives: true,
  },
  sampling: { run: ({ driver }) => textOf(driver.call("test_sampling", { prompt: "Say" })), gives: "LLM response: a sampled line" },
  "several rounds, with the server's own state": {
    run: ({ driver }) => textOf(driver.call("test_input_required_result_multi_round")),
    gives: "my name likes my color",
  },
  "a prompt that asks": {
    run: async ({ driver }) => (await driver.prompt("test_input_required_result_prompt", {})).includes("my context"),
    gives: true,
  },
  "roots are withheld": {
    run: async ({ driver }) =>
      (await textOf(driver.call("test_input_required_result_list_roots")).catch(() => "refused")).includes("file:///home/test"),
    gives: false,
  },
  "changes of tools": {
    run: async ({ driver }) => {
      await driver.watch("test://watched-resource");
      const before = driver.toolChanges();
      await eventually(async () => {
        await driver.call("test_trigger_tool_change");
        return driver.toolChanges() > before;
      });
      return true;
    },
    gives: true,
  },
  "changes of a resource": {
    run: async ({ driver }) => {
      await eventually(async () => {
        await driver.call("test_touch_watched_resource");
        return driver.updates.includes("test://watched-resource");
      });
      return [...new Set(driver.updates)];
    },
    gives: ["test://watched-resource"],
  },
  "log lines": {
    run: async ({ driver, era }) => {
      if (era === "session") await driver.setLevel("debug");
      await driver.call("test_tool_with_logging");
      if (era === "session") await eventually(() => driver.logs.length >= 3);
      return driver.logs;
    },
    gives: [["Tool execution started", "Tool processing data", "Tool execution completed"], []],
  },
};
const byEra = new Set(["log lines"]);
let cells = 0;

describe.each(Object.entries(servers))("a server on the %s behind the gate and the HTTP door", (_server, { program, revision }) => {
  describe.each(Object.entries(clients))("for a client on the %s", (_client, { connect, era }) => {
    const opened: AsyncDisposable[] = [];
    let driver: Driver;
    let spoken: string | undefined;
    beforeAll(async () => {
      const path = fileURLToPath(new URL(`servers/${program}`, import.meta.url));
      const args = ["--conditions=@jackfield/source", "--import", "tsx", path];
      const setting = await open({ command: process.execPath, args, env: process.env });
      opened.push(setting);
      spoken = setting.events.flatMap((event) => (event.is === "opened" ? [event.revision] : []))[0];
      const door = await httpDoor(setting.host, { port: 0 });
      opened.push(door);
      driver = await connect({ is: "http", url: new URL(door.url) });
      opened.push(driver);
    });
    afterAll(async () => {
      for (const one of opened.toReversed()) await one[Symbol.asyncDispose]();
    });

    test.each(Object.entries(features))("%s", async (name, { run, gives }) => {
      const expected = byEra.has(name) && Array.isArray(gives) ? (gives as unknown[])[era === "session" ? 0 : 1] : gives;
      expect(spoken).toBe(revision);
      expect(await run({ driver, era })).toEqual(expected);
      cells++;
    });
  });
});

test("every cell was run", () =>
  expect(cells).toBe(Object.keys(servers).length * Object.keys(clients).length * Object.keys(features).length));
