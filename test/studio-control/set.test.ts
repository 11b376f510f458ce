import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Controlled, openControlled } from "./controlled.ts";
import { type Node, nodesOf } from "./nodes.ts";

describe.each(["window", "page"] as const)("ui_set through a studio with --control, by its %s", (how) => {
  let studio: Controlled;
  beforeAll(async () => {
    studio = await openControlled(how);
  });
  afterAll(() => studio[Symbol.asyncDispose]());

  async function song(): Promise<Song> {
    const { text } = await studio.call("get_project", { view: "full" });
    return JSON.parse(text.slice(text.indexOf("{"))) as Song;
  }

  async function pad(): Promise<Track | undefined> {
    return (await song()).tracks.find(({ name }) => name === "Pad");
  }

  async function nodeOf(role: string, name: RegExp): Promise<Node & { readonly ref: string }> {
    const found = (await nodesOf(studio)).find((node) => node.role === role && name.test(node.name ?? ""));
    expect(found?.ref, `${role} ${name}`).toBeDefined();
    return { role, ...found, ref: found?.ref ?? "" };
  }

  /** What it shows then, or why not. */
  async function set(role: string, name: RegExp, value: string): Promise<Record<string, unknown>> {
    const { ref } = await nodeOf(role, name);
    const { failed, text } = await studio.call("ui_set", { ref, value });
    if (failed) return { why: text };
    const { ref: same, ...shown } = JSON.parse(text.slice(text.indexOf("{"))) as Record<string, unknown>;
    expect(same).toBe(ref);
    return shown;
  }

  it("a number", async () => {
    expect(await set("textbox", /^Tempo/, "123")).toEqual({ value: "123" });
    expect((await song()).tempo[0]?.bpm).toBe(123);
    expect(await set("textbox", /^Tempo/, "99,46")).toEqual({ value: "99.5" });
    expect((await song()).tempo[0]?.bpm).toBe(99.5);
  });

  it.each(["abc", "", "19", "301", "1e9", "Infinity"])("no number that it takes: %j", async (value) => {
    await set("textbox", /^Tempo/, "112");
    expect(await set("textbox", /^Tempo/, value)).toEqual({
      why: expect.stringContaining("It takes a number from 20 to 300; it is still 112") as string,
    });
    expect((await nodeOf("textbox", /^Tempo/)).value).toBe("112");
    expect((await song()).tempo[0]?.bpm).toBe(112);
  });

  it("a name, one too long and none", async () => {
    expect(await set("textbox", /^Title of/, "Set from afar")).toEqual({ value: "Set from afar" });
    expect((await song()).title).toBe("Set from afar");
    for (const [value, why] of [
      ["x".repeat(65), "It takes at most 64 characters; it is still Set from afar"],
      ["  ", "It did not take that; it is still Set from afar"],
    ] as const)
      expect(await set("textbox", /^Title of/, value)).toEqual({ why: expect.stringContaining(why) as string });
    expect((await nodeOf("textbox", /^Title of/)).value).toBe("Set from afar");
    expect((await song()).title).toBe("Set from afar");
  });

  it("a fader, of which the outline tells the range", async () => {
    expect(await set("slider", /^Level of Pad/, "-9")).toEqual({ value: "−9.0 dB", number: -9 });
    expect((await pad())?.gainDb).toBe(-9);
    expect((await nodeOf("slider", /^Level of Pad/)).range).toEqual([-150, -9, 12]);
    for (const value of ["12.5", "loud", ""])
      expect(await set("slider", /^Level of Pad/, value)).toEqual({
        why: expect.stringContaining("It takes a number from -150 to 12; it is still -9 (−9.0 dB)") as string,
      });
    expect((await pad())?.gainDb).toBe(-9);
  });

  it("a tab and a knob", async () => {
    expect(await set("tab", /^Mixer/, "true")).toEqual({ value: "true" });
    expect(await set("tab", /^Mixer/, "false")).toEqual({
      why: expect.stringContaining("It did not take that; it is still true") as string,
    });
    expect(await set("slider", /^Pad pan/, "-0.25")).toEqual({ value: "L 25", number: -0.25 });
    expect((await pad())?.pan).toBe(-0.25);
    expect(await set("slider", /^Pad pan/, "2")).toEqual({
      why: expect.stringContaining("It takes a number from -1 to 1; it is still -0.25 (L 25)") as string,
    });
    expect((await pad())?.pan).toBe(-0.25);
  });

  it("a switch, on and off", async () => {
    for (const value of ["true", "true", "false"]) {
      expect(await set("button", /^Mute Pad/, value)).toEqual({ value });
      expect((await pad())?.mute ?? false).toBe(value === "true");
    }
    expect(await set("button", /^Mute Pad/, "on")).toEqual({
      why: expect.stringContaining("It takes true or false; it is still false") as string,
    });
  });

  it("a list, by what it shows", async () => {
    expect(await set("combobox", /^Snap of/, "Snap 1/8")).toEqual({ value: "Snap 1/8" });
    const refused = await set("combobox", /^Snap of/, "Snap 1/7");
    expect(refused["why"]).toContain("It takes Snap bar, Snap 1/2");
    expect(refused["why"]).toContain("it is still Snap 1/8");
    // One that changes the song.
    expect((await studio.call("click", { ref: (await nodeOf("button", /^Key/)).ref })).failed).toBe(false);
    await studio.page.getByLabel("Mode").waitFor();
    expect(await set("combobox", /^Mode/, "major")).toEqual({ value: "major" });
    expect((await song()).key).toBe("D major");
    await studio.call("key", { key: "Escape" });
  });

  it("what takes no value", async () => {
    expect(await set("button", /^Play/, "true")).toEqual({ why: expect.stringContaining("That takes no value") as string });
  });
});

interface Track {
  readonly name: string;
  readonly gainDb: number;
  readonly pan: number;
  readonly mute?: boolean;
}

interface Song {
  readonly title: string;
  readonly key: string;
  readonly tempo: readonly { readonly bpm: number }[];
  readonly tracks: readonly Track[];
}
