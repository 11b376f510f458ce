import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectAgent } from "../tab/agent.ts";
import { openPane, toldBy, turnOn } from "./linked.ts";
import { type Stage, openStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

describe("a link that asks before it overwrites, as every link does at first", () => {
  it.each(["Agent", "none"])("the question is there whatever the person looks at: %s", { timeout: 60_000 }, async (pane) => {
    await using opened = await stage.open();
    const { page } = opened;
    await using agent = await connectAgent(await turnOn(page, { ask: true }), {}, "claude.ai");
    if (pane === "none") await page.getByRole("button", { name: "Close the pane" }).click();
    else await openPane(page, pane);
    const ops = [{ op: "strip.set", track: "t_bass", gainDb: -12 }];
    const call = toldBy(agent, "apply_ops", { label: "Quieter bass", ops });
    const panel = page.locator("jackfield-connect");
    await panel.getByRole("button", { name: "Allow once" }).waitFor();
    // In words, not in JSON alone.
    await panel
      .getByText(/Bass: .*dB/u)
      .first()
      .waitFor();
    await panel.getByRole("button", { name: "Allow once" }).click({ delay: 700 });
    expect(await call).toMatchObject({ applied: true });
    const refused = toldBy(agent, "apply_ops", { label: "Louder", ops: [{ op: "strip.set", track: "t_bass", gainDb: 0 }] });
    await panel.getByRole("button", { name: /Don.t allow/u }).waitFor();
    await page.waitForTimeout(700);
    await panel.getByRole("button", { name: /Don.t allow/u }).click();
    expect(JSON.stringify(await refused)).toMatch(/not allow|denied|declined|said no/iu);
    expect(opened.complaints).toEqual([]);
  });
});
