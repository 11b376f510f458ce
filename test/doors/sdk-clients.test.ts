import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connect, Driver } from "./driver.ts";
import { places } from "./place.ts";
import { connectSdk1 } from "./sdk1.ts";
import { connectSdk2 } from "./sdk2.ts";

const clients: Readonly<Record<string, { readonly connect: Connect; readonly era: "session" | "stateless" }>> = {
  "SDK 1.32": { connect: connectSdk1, era: "session" },
  "SDK 2.4, sessions": { connect: connectSdk2("legacy"), era: "session" },
  "SDK 2.4, stateless": { connect: connectSdk2("modern"), era: "stateless" },
};

describe.each(Object.keys(places))("the official clients against the %s door", (placeName) => {
  describe.each(Object.keys(clients))("%s", (clientName) => {
    const { connect, era } = clients[clientName] as (typeof clients)[string];
    const opened: AsyncDisposable[] = [];
    let driver: Driver;
    beforeAll(async () => {
      const place = await (places[placeName] as (typeof places)[string])();
      opened.push(place);
      driver = await connect(place.way);
      opened.push(driver);
    });
    afterAll(async () => {
      for (const one of opened.toReversed()) await one[Symbol.asyncDispose]();
    });
    const textOf = async (...args: Parameters<Driver["call"]>): Promise<string> =>
      (await driver.call(...args)).content.map(({ text }) => text ?? "").join("");

    test("lists what there is, annotated", async () => {
      const tools = await driver.tools();
      expect(tools.length).toBeGreaterThanOrEqual(29);
      expect(tools.every(({ annotations }) => typeof annotations?.readOnlyHint === "boolean")).toBe(true);
      expect((await driver.resources()).toSorted()).toEqual(["test://static-binary", "test://static-text", "test://watched-resource"]);
      expect(await driver.templates()).toEqual(["test://template/{id}/data"]);
      expect((await driver.prompts()).length).toBe(5);
    });

    test("calls, reads, prompts, completes", async () => {
      expect(await textOf("test_simple_text")).toBe("This is a simple text response for testing.");
      expect((await driver.call("test_multiple_content_types")).content.map(({ type }) => type)).toEqual(["text", "image", "resource"]);
      expect((await driver.call("test_error_handling")).isError).toBe(true);
      expect(await driver.read("test://template/7/data")).toContain("Data for ID: 7");
      expect(await driver.prompt("test_prompt_with_arguments", { arg1: "a", arg2: "b" })).toContain("arg1='a', arg2='b'");
      expect(await driver.complete("test_prompt_with_arguments", "arg1", "par")).toEqual(["paris", "park", "party"]);
    });

    test("refuses what there is not", async () => {
      await expect(driver.call("no_such_tool")).rejects.toMatchObject({ code: -32602 });
      await expect(driver.read("test://no-such-resource")).rejects.toSatisfy(({ code }: { code: number }) =>
        [-32002, -32602].includes(code),
      );
      await expect(driver.prompt("no_such_prompt", {})).rejects.toMatchObject({ code: -32602 });
    });

    test("hears progress while the call runs", async () => {
      const heard: number[] = [];
      await driver.call("test_tool_with_progress", {}, (progress) => heard.push(progress));
      expect(heard).toEqual([0, 50, 100]);
    });

    test("is asked: elicitation, sampling, roots, several at once, several rounds, by a prompt", async () => {
      expect(await textOf("test_elicitation", { message: "Who are you?" })).toContain('"username":"my username"');
      expect(await textOf("test_sampling", { prompt: "Say something" })).toBe("LLM response: a sampled line");
      expect(await textOf("test_input_required_result_list_roots")).toContain("file:///home/test");
      expect(await textOf("test_input_required_result_multiple_inputs")).toBe("Received client_roots, greeting, user_name");
      expect(await textOf("test_input_required_result_multi_round")).toBe("my name likes my color");
      expect(await driver.prompt("test_input_required_result_prompt", {})).toContain("my context");
    });

    test("hears that the tools changed and that a resource did", async () => {
      await driver.watch("test://watched-resource");
      const before = driver.toolChanges();
      // A stream of its own carries these in sessions over HTTP; it may open a moment after the client is connected.
      await eventually(async () => {
        await driver.call("test_touch_watched_resource");
        await driver.call("test_trigger_tool_change");
        return driver.toolChanges() > before && driver.updates.includes("test://watched-resource");
      });
      expect(new Set(driver.updates)).toEqual(new Set(["test://watched-resource"]));
      await eventually(async () => {
        await driver.call("test_trigger_tool_change");
        // Behind a relay the list follows a moment later: the holder declares anew.
        await new Promise((resolve) => setTimeout(resolve, 500));
        return (await driver.tools()).some(({ name }) => name === "test_coming_and_going");
      });
      expect(await textOf("test_coming_and_going")).toBe("Here");
    });

    // Stateless clients name a level in each request; the SDK has no way to say one, and says nothing without.
    test("gets log lines from the level it set, and none unasked", async () => {
      if (era === "session") await driver.setLevel("debug");
      await driver.call("test_tool_with_logging");
      const wanted = era === "session" ? ["Tool execution started", "Tool processing data", "Tool execution completed"] : [];
      await eventually(async () => driver.logs.length >= wanted.length);
      expect(driver.logs).toEqual(wanted);
    });
  });
});

async function eventually(check: () => Promise<boolean>, ms = 8_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await check())) {
    if (Date.now() > end) throw new Error("it never came to hold");
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}
