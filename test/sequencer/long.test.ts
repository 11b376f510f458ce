import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Linked, link } from "./linked.ts";
import { type Stage, openStage } from "./stage.ts";

let stage: Stage;
let linked: Linked;
beforeAll(async () => {
  stage = await openStage();
  linked = await link(stage);
});
afterAll(async () => {
  await linked[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

describe("render_song, thorough", () => {
  it(
    "works for a little over a minute through the relay, reports progress that grows, and returns the spread",
    { timeout: 150_000 },
    async () => {
      const seen: number[] = [];
      const began = performance.now();
      const result = await linked.agent.client.callTool(
        { name: "render_song", arguments: { thorough: true } },
        { timeout: 60_000, resetTimeoutOnProgress: true, maxTotalTimeout: 140_000, onprogress: ({ progress }) => seen.push(progress) },
      );
      const seconds = (performance.now() - began) / 1000;
      expect(result.isError ?? false).toBe(false);
      const text = JSON.stringify(result.content);
      expect(seconds).toBeGreaterThan(60);
      expect(seconds).toBeLessThan(90);
      expect(text).toMatch(/\\"takes\\":\d+/);
      expect(seen.length).toBeGreaterThan(5);
      expect(seen).toEqual(seen.toSorted((one, other) => one - other));
      expect(linked.opened.complaints).toEqual([]);
    },
  );

  it("ends at once when the client cancels, and the page can render again", { timeout: 60_000 }, async () => {
    const controller = new AbortController();
    const call = linked.agent.client.callTool(
      { name: "render_song", arguments: { thorough: true } },
      { timeout: 60_000, signal: controller.signal, onprogress: () => controller.abort(new Error("enough")) },
    );
    await expect(call).rejects.toThrow(/enough/);
    await linked.page.getByText("cancelled").first().waitFor();
    expect(await linked.told("measure", { per_track: false })).toMatchObject({ mix: { lufs: expect.any(Number) } });
  });
});

describe("a question without a wait of its own", () => {
  it("is pending before an official client gives up by itself, and its id gets the answer", { timeout: 90_000 }, async () => {
    const args = { question: "Which?", options: [{ label: "This" }, { label: "That" }] };
    const result = await linked.agent.client.callTool({ name: "ask_person", arguments: args });
    const id = /\\"id\\":\\"([^\\]+)/.exec(JSON.stringify(result.content))?.[1];
    expect(JSON.stringify(result.content)).toContain("pending");
    const answer = linked.told("get_pick", { id });
    await linked.page.locator(".sx-card").getByRole("button", { name: "That", exact: true }).click();
    expect(await answer).toMatchObject({ status: "picked", label: "That" });
  });
});
