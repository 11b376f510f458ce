import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPane } from "../studio-page/linked.ts";
import { type Controlled, openControlled } from "./controlled.ts";
import { type Node, nodesOf } from "./nodes.ts";

const tools = ["screenshot", "ui_inspect", "ui_set", "menu_invoke", "click", "drag", "key"];

describe.each(["window", "page"] as const)("a studio with --control, moved by its %s", (how) => {
  let studio: Controlled;
  beforeAll(async () => {
    studio = await openControlled(how);
  });
  afterAll(() => studio[Symbol.asyncDispose]());

  const nodes = (): Promise<Node[]> => nodesOf(studio);

  async function project(): Promise<Record<string, unknown>> {
    const { text } = await studio.call("get_project", { view: "summary" });
    return JSON.parse(text.slice(text.indexOf("{"))) as Record<string, unknown>;
  }

  async function refOf(role: string, name: string): Promise<string> {
    const found = (await nodes()).find((node) => node.role === role && node.name === name);
    expect(found?.ref, `${role} ${name}`).toBeDefined();
    return found?.ref ?? "";
  }

  it("offers what reaches into the page, beside the studio's own", async () => {
    const listed = (await studio.client.listTools()).tools.map(({ name }) => name);
    expect(listed).toEqual(expect.arrayContaining(tools));
  });

  it("a picture: the browser's to the last byte, or the page's own and called so", async () => {
    // The Agent pane tells of this very call.
    const close = studio.page.getByRole("button", { name: "Close the pane" });
    if (await close.isVisible()) await close.click();
    await studio.page.mouse.move(0, 0);
    let told = "";
    // The page may still be drawing what this very call did to it: of a few tries one finds it at rest.
    const tries: boolean[] = [];
    for (let at = 0; at < 8 && tries.at(-1) !== true; at++) {
      const { image, text } = await studio.call("screenshot");
      expect(image?.subarray(1, 4).toString("latin1")).toBe("PNG");
      told = text;
      tries.push(image?.equals(await studio.page.screenshot({ caret: "initial", animations: "allow" })) === true);
      await studio.page.waitForTimeout(how === "window" ? 300 : 0);
    }
    expect([tries.at(-1), told.includes("the browser"), told.includes("the page itself")]).toEqual(
      how === "window" ? [true, true, false] : [false, false, true],
    );
  });

  it("a click and a key are what a hand does", async () => {
    expect((await studio.call("click", { ref: await refOf("button", "Play") })).failed).toBe(false);
    await studio.page.getByRole("button", { name: "Stop" }).first().waitFor();
    expect((await studio.call("key", { key: "Space" })).failed).toBe(false);
    await studio.page.getByRole("button", { name: "Play" }).first().waitFor();
  });

  it("a drag goes from one place to the other, with the button down", async () => {
    await addPad(studio.page);
    const { failed } = await studio.call("drag", { from: { x: 40, y: 40 }, to: { x: 140, y: 90 }, steps: 5 });
    expect(failed).toBe(false);
    const seen = await studio.page.evaluate(() => (globalThis as unknown as { padSaw: string[] }).padSaw);
    expect(seen[0]).toBe("pointerdown 40 40 1");
    expect(seen.at(-1)).toBe("pointerup 140 90 0");
    expect(seen.filter((line) => line.startsWith("pointermove"))).toContain("pointermove 140 90 1");
  });

  it("the menu does what it does in the page, signed by who asked", async () => {
    const before = Number((await project())["rev"]);
    expect((await studio.call("menu_invoke", { id: "track.add" })).failed).toBe(false);
    expect(Number((await project())["rev"])).toBe(before + 1);
    expect((await studio.call("get_history", {})).text).toContain("mover");
    expect((await studio.call("undo", {})).failed).toBe(false);
  });

  it.each(["Review", "Connect"])("%s is for the person only", async (name) => {
    await openPane(studio.page, name);
    await expect.poll(async () => (await nodes()).filter(({ is }) => is?.includes("for the person only")).length).toBeGreaterThan(0);
  });

  it("offers nothing that decides in the person's place", async () => {
    const listed = (await studio.client.listTools()).tools.map(({ name }) => name);
    expect(listed.length).toBeGreaterThan(30);
    for (const tool of ["approve_change", "reject_change"]) expect(listed).not.toContain(tool);
  });

  it("what is the person's alone is named and not shown, and no click, drag or key reaches it", async () => {
    await addGuarded(studio.page, 300, 300);
    const all = await nodes();
    const guarded = all.find(({ name, is }) => name === "Only you" && is?.includes("for the person only"));
    expect(guarded).toMatchObject({ role: "region", name: "Only you" });
    expect(guarded?.ref).toBeUndefined();
    expect(JSON.stringify(all)).not.toContain("Approve it");
    const refused = [
      await studio.call("click", { x: 320, y: 310 }),
      await studio.call("drag", { from: { x: 320, y: 310 }, to: { x: 10, y: 10 } }),
      await studio.call("drag", { from: { x: 10, y: 400 }, to: { x: 320, y: 310 } }),
    ];
    for (const answer of refused)
      expect(answer).toMatchObject({ failed: true, text: expect.stringContaining("for the person alone") as string });
    await studio.page.getByRole("button", { name: "Approve it" }).focus();
    for (const key of ["Enter", "Space"]) expect((await studio.call("key", { key })).failed).toBe(true);
    expect(await pressed(studio.page)).toBe(0);
    // The person's own hand still reaches it.
    await studio.page.getByRole("button", { name: "Approve it" }).click();
    expect(await pressed(studio.page)).toBe(1);
  });

  it("a page that slips it under the pointer changes nothing about that", async () => {
    await addGuarded(studio.page, 300, 300);
    // As soon as anything moves or is pressed near it, the button is there.
    await studio.page.evaluate(() => {
      const box = document.querySelector<HTMLElement>("#guarded");
      const here = (event: PointerEvent): void => {
        box?.style.setProperty("left", `${event.clientX - 20}px`);
        box?.style.setProperty("top", `${event.clientY - 10}px`);
      };
      for (const name of ["pointermove", "pointerdown"] as const) addEventListener(name, here, { capture: true });
      (globalThis as unknown as { still: () => void }).still = () => {
        for (const name of ["pointermove", "pointerdown"] as const) removeEventListener(name, here, { capture: true });
      };
    });
    for (let at = 0; at < 5; at++) await studio.call("click", { x: 100 + at * 40, y: 420 });
    await studio.page.evaluate(() => (globalThis as unknown as { still: () => void }).still());
    expect(await pressed(studio.page)).toBe(0);
  });

  it("a key that moves the focus there goes no further", async () => {
    await addGuarded(studio.page, 300, 300);
    await studio.page.evaluate(() => {
      const before = document.createElement("button");
      before.textContent = "Before it";
      document.querySelector("#guarded")?.before(before);
      before.focus();
    });
    await studio.call("key", { key: "Tab" });
    await studio.call("key", { key: "Enter", times: 3 });
    expect(await pressed(studio.page)).toBe(0);
  });

  it("a client that only starts commands gets there by --connect, and is named as itself", async () => {
    const through = await studio.overStdio("starter");
    expect((await through.listTools()).tools.map(({ name }) => name)).toEqual(expect.arrayContaining(tools));
    await through.callTool({ name: "execute", arguments: { command: "marker.set", params: { name: "From afar", at: { ticks: 0 } } } });
    await through.close();
    const history = await studio.call("get_history", {});
    expect(history.text).toContain('"by":"starter"');
    await studio.call("undo", {});
  });

  it("whoever dies between an event and its end does not lock the person out", { timeout: 60_000 }, async () => {
    await addGuarded(studio.page, 300, 300);
    // What a process does first, and then no more.
    await studio.page.evaluate(() =>
      (Reflect.get(globalThis, Symbol.for("jackfield.control")) as { begin(isKey: boolean): void }).begin(false),
    );
    const button = studio.page.getByRole("button", { name: "Approve it" });
    await button.click();
    expect(await pressed(studio.page)).toBe(0);
    await studio.page.waitForTimeout(21_000);
    await button.click();
    expect(await pressed(studio.page)).toBe(1);
  });

  it("says what to do where a target is none", async () => {
    for (const target of [{}, { ref: "e99999" }, { x: 15_000, y: 15_000 }, { x: 4 }])
      expect(await studio.call("click", target)).toMatchObject({ failed: true });
    expect((await studio.call("key", { key: "Nonsense" })).text).toContain("Write Space");
    expect((await studio.call("menu_invoke", { id: "no.such" })).failed).toBe(true);
  });

  it("another program cannot say that it is the page", async () => {
    const post = (body: string, headers: Record<string, string> = {}) =>
      fetch(`${studio.origin}/control`, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });
    const token = "a".repeat(22);
    const statuses = [
      (await post(JSON.stringify({ token }), { origin: "https://evil.example" })).status,
      (await post("{}")).status,
      (await post("x".repeat(600))).status,
      (await post(JSON.stringify({ token }), { "content-type": "text/plain" })).status,
      ...(how === "window" ? [(await post(JSON.stringify({ token, key: "guess" }))).status] : []),
    ];
    expect(statuses).toEqual([403, 400, 400, 415, ...(how === "window" ? [409] : [])]);
    expect((await studio.call("ui_inspect")).failed).toBe(false);
  });
});

async function addPad(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.querySelector("#pad")?.remove();
    const pad = document.createElement("div");
    pad.id = "pad";
    for (const [name, value] of Object.entries({
      position: "fixed",
      left: "0",
      top: "0",
      width: "300px",
      height: "200px",
      "z-index": "99",
    }))
      pad.style.setProperty(name, value);
    const saw: string[] = [];
    (globalThis as unknown as { padSaw: string[] }).padSaw = saw;
    for (const name of ["pointerdown", "pointermove", "pointerup"] as const)
      pad.addEventListener(name, (event) => {
        if (name !== "pointermove" || event.buttons === 1) saw.push(`${name} ${event.clientX} ${event.clientY} ${event.buttons}`);
        if (name === "pointerup") pad.remove();
      });
    document.body.append(pad);
  });
}

async function addGuarded(page: Page, x: number, y: number): Promise<void> {
  await page.evaluate(
    ([left, top]) => {
      document.querySelector("#guarded")?.remove();
      const box = document.createElement("section");
      box.id = "guarded";
      box.setAttribute("data-person-only", "");
      box.setAttribute("aria-label", "Only you");
      for (const [name, value] of Object.entries({ position: "fixed", left: `${left}px`, top: `${top}px`, "z-index": "99" }))
        box.style.setProperty(name, value);
      const button = document.createElement("button");
      button.textContent = "Approve it";
      Reflect.set(globalThis, "approved", 0);
      button.addEventListener("click", () => Reflect.set(globalThis, "approved", Number(Reflect.get(globalThis, "approved")) + 1));
      box.append(button);
      document.body.append(box);
    },
    [x, y],
  );
}

function pressed(page: Page): Promise<number> {
  return page.evaluate(() => Number(Reflect.get(globalThis, "approved")));
}
