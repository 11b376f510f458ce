import { contentMark } from "@jackfield/contract";
import { describe, expect, it } from "vitest";
import { sharedSong } from "../share/share-text.ts";
import { StudioResources, placeUri } from "../toolset/studio-resources.ts";
import { commands } from "../commands/commands.ts";
import { ops } from "../song/ops.ts";
import { moduleTypes } from "../kernel/modules/module-types.ts";
import { studioPrompts } from "./prompts.ts";
import { runTool } from "./test-run.ts";
import { TestRoom } from "./test-room.ts";
import { agentCall, ann, testStudio } from "./test-studio.ts";
import { words } from "./words/words.ts";

describe("get_guide", () => {
  it("names every op, module, command and word that there is", async () => {
    const read = async (topic: string): Promise<string> => String((await runTool(testStudio(), "get_guide", { topic }))["guide"] as string);
    const wanted = {
      ops: [...ops.keys()],
      devices: Object.keys(moduleTypes),
      commands: commands.map(({ id }) => id),
      words: Object.keys(words),
    };
    for (const [topic, names] of Object.entries(wanted)) {
      const guide = await read(topic);
      expect(names.filter((name) => !guide.includes(name))).toEqual([]);
      expect(guide.length).toBeLessThan(60_000);
    }
    expect(await read("etiquette")).toContain("propose_variations");
    expect(await read("theory")).toContain("480 to the quarter");
    expect(await runTool(testStudio(), "get_guide", { topic: "constructor" })).toMatchObject({ error: "arguments_invalid" });
  });
});

describe("share_link", () => {
  it("holds the song, and refuses one that makes too long a link", async () => {
    const studio = testStudio();
    const { url } = (await runTool(studio, "share_link")) as { url: string };
    expect(url).toMatch(/^https:\/\/studio\.example\/#song=/);
    expect(await sharedSong(url.split("#song=")[1] ?? "")).toMatchObject({ title: "Night drive" });
    let seed = 1;
    const chance = (most: number): number => (seed = (seed * 16_807) % 2_147_483_647) % most;
    for (let at = 0; at < 4; at++) {
      const notes = Array.from({ length: 2_000 }, () => [chance(100_000), 1 + chance(500), chance(127), 1 + chance(126)]);
      await runTool(studio, "apply_ops", {
        ops: [{ op: "clip.add", track: "t_keys", name: "Many", tick: at * 100_000, ticks: 100_000, notes }],
      });
    }
    expect(await runTool(studio, "share_link")).toMatchObject({ error: "result_too_large", hint: expect.stringContaining("save_session") });
  });
});

describe("provenance_report", () => {
  it("says who made what, what was approved by whom, and whose the notes are", async () => {
    const studio = testStudio({ agents: "propose" });
    await runTool(studio, "transform", { kind: "transpose", track: "bass", semitones: 12 });
    studio.open.approve(ann, "r_1");
    studio.open.apply(ann, [{ op: "note.remove", track: "t_keys", clip: "c_keys0", notes: ["n_c00570"] }], { label: "Less" });
    studio.open.undo(ann);
    await runTool(studio, "render_and_measure", { bars: "1" });
    const report = await runTool(studio, "provenance_report");
    expect(report).toMatchObject({
      changes: 3,
      taken_back: 1,
      authors: [
        { name: "claude.ai", kind: "agent", changes: 1, tools: { transform: 1 } },
        { name: "Ann", kind: "person", changes: 2, undone: 1 },
      ],
      approvals: [{ change: 1, by: "claude.ai", approved_by: "Ann", proposal: "r_1" }],
      renders: [{ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), what: "bars 1", by: "claude.ai" }],
    });
    expect((report["notes_by"] as Record<string, number>)["claude.ai"]).toBe(16);
  });
});

describe("studio_context, prompts and the place", () => {
  it("say where the person is, what waits, and what the song lacks", async () => {
    const studio = testStudio({ room: new TestRoom() });
    studio.select({ tracks: ["t_pad"], playhead: 1_920 });
    studio.open.comment(ann, { text: "The pad is thin", track: "t_pad" });
    studio.open.propose(agentCall().caller, {
      title: "Up",
      why: "Thin",
      takes: [{ label: "A", ops: [{ op: "strip.set", track: "t_pad", gainDb: -6 }] }],
    });
    expect(await runTool(studio, "studio_context")).toMatchObject({
      page: { playing: false },
      selection: { tracks: [{ name: "Pad" }], playhead: { at: "2|1|000" } },
      waits: { proposals: [{ id: "r_1" }], comments: 1 },
      suggestions: expect.arrayContaining(["Vary what is selected on Pad"]),
    });
    const said = new Map<string, string>();
    for (const prompt of studioPrompts(studio)) {
      const answer = await prompt.get({}, undefined as never);
      if (!("messages" in answer)) throw new Error("No messages");
      const [message] = answer.messages as unknown as readonly { content: { text: string } }[];
      said.set(prompt.name, message?.content.text ?? "");
    }
    expect([...said.keys()]).toEqual(["here", "suggestions", "asked", "review", "next"]);
    expect([...said.values()].filter((text) => !text.includes(contentMark))).toEqual([]);
    expect(said.get("asked")).toContain("The pad is thin");
    expect(said.get("review")).toContain('"take":"a"');
    expect(said.get("next")).toContain("1 proposals wait");
    const [place] = (await new StudioResources(studio).read(placeUri)) ?? [];
    expect(place?.text).toContain('"Pad"');
  });
});
