import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Controlled, openControlled } from "./controlled.ts";

const moves = { ui_inspect: {}, screenshot: {}, key: { key: "Escape" }, click: { x: 5, y: 5 }, get_project: {} } as const;

describe.each(["window", "page"] as const)("who moves a page through --control stands in its Agent pane, by its %s", (how) => {
  let studio: Controlled;
  beforeAll(async () => {
    studio = await openControlled(how);
    await studio.page
      .getByRole("button", { name: /^Agent/ })
      .first()
      .click();
  });
  afterAll(() => studio[Symbol.asyncDispose]());

  it("by name, with every call", async () => {
    for (const [tool, args] of Object.entries(moves)) expect(await studio.call(tool, args), tool).toMatchObject({ failed: false });
    await studio.page.getByText("This computer: mover", { exact: true }).waitFor();
    const calls = studio.page.getByRole("list", { name: "Calls, newest first" }).getByRole("listitem");
    await expect.poll(() => calls.count()).toBeGreaterThanOrEqual(Object.keys(moves).length);
    const lines = await calls.allTextContents();
    for (const title of ["Inspect the page", "Screenshot", "Press a key", "Click"])
      expect(
        lines.filter((line) => line.startsWith(title) && line.includes("This computer: mover · done")),
        title,
      ).toHaveLength(1);
  });

  it("and is stopped there with the others, whatever it calls, until the person lets it go on", async () => {
    await studio.page.getByRole("button", { name: "Stop agents" }).click();
    for (const [tool, args] of Object.entries(moves))
      expect(await studio.call(tool, args), tool).toMatchObject({ failed: true, text: expect.stringContaining("paused") as string });
    await studio.page.getByRole("button", { name: "Stopped: let agents go on" }).click();
    // The focus is on a button of the person's: no key goes there.
    expect(await studio.call("key", moves.key)).toMatchObject({
      failed: true,
      text: expect.stringContaining("for the person alone") as string,
    });
    await studio.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    for (const [tool, args] of Object.entries(moves)) expect(await studio.call(tool, args), tool).toMatchObject({ failed: false });
    const real = how === "window";
    for (const tool of ["key", "click"] as const) expect((await studio.call(tool, moves[tool])).text).toContain(`"real":${real}`);
    expect((await studio.call("screenshot")).text).toContain(real ? "the browser" : "the page itself");
  });
});
