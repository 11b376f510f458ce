import { defaultTextCeiling, resultOf } from "@jackfield/contract";
import { beforeAll, describe, expect, it } from "vitest";
import type { Op } from "../song/op-row.ts";
import { emptySong } from "../song/empty-song.ts";
import type { Studio } from "../studio.ts";
import { studioPrompts } from "./prompts.ts";
import { runStudioTool } from "./run-studio-tool.ts";
import { tabTools } from "./tab-tools.ts";
import { TestRoom } from "./test-room.ts";
import { agentCall, ann, testStudio } from "./test-studio.ts";

/** As much as a song takes of everything that tools list. */
function vastStudio(): Studio {
  const room = new TestRoom();
  const studio = testStudio({ song: emptySong("s_vast", "T".repeat(64)), room });
  const { open } = studio;
  const wide = "W\u202E".repeat(20);
  for (let at = 0; at < 80; at++) {
    const track = `t_${String(at).padStart(30, "x")}`;
    const notes = Array.from({ length: 1_000 }, (_, index) => ({
      id: `n_${at}-${index}-long-enough`,
      tick: index * 60,
      ticks: 60,
      pitch: 60,
      velocity: 90,
    }));
    const ops: Op[] = [
      { op: "track.add", id: track, name: wide, kind: "notes", device: "poly", hue: at, order: `a${String(at).padStart(4, "0")}` },
      { op: "clip.add", track, id: `c_${at}`, name: wide, tick: 0, ticks: 60_000, notes },
      { op: "section.set", id: `x_${at}`, name: wide, tick: at * 1_920, ticks: 1_920 },
      { op: "marker.set", id: `k_${at}`, name: wide, tick: at * 1_920 },
    ];
    open.apply(at % 2 === 0 ? ann : agentCall().caller, ops, { label: wide });
  }
  for (let at = 0; at < 300; at++) open.comment(ann, { text: "c".repeat(1_900), tick: at });
  for (let at = 0; at < 30; at++)
    open.propose(agentCall().caller, {
      title: wide,
      why: "y".repeat(900),
      takes: ["a", "b", "c", "d"].map((label) => ({ label, ops: [{ op: "song.set", title: `${label}${at}` }] })),
    });
  studio.select({ tracks: Object.keys(open.song.tracks), notes: Array.from({ length: 80_000 }, (_, at) => `n_${at}-selected`) });
  room.capture = { kind: "hum", notes: Array.from({ length: 20_000 }, (_, at) => ({ at, seconds: 0.5, pitch: 60, velocity: 90 })) };
  return studio;
}

/** What each tool is asked in the vastest way that does not render. */
const inputs: Readonly<Record<string, object>> = {
  studio_context: {},
  get_project: { view: "full" },
  get_selection: {},
  get_history: {},
  list_devices: {},
  get_device: { device: "drums" },
  get_capture: {},
  list_comments: {},
  share_link: {},
  provenance_report: {},
  revert_my_changes: {},
  highlight: { ids: Array.from({ length: 100 }, (_, at) => `n_${"x".repeat(50)}${at}`) },
};

describe("however much there is", () => {
  let studio: Studio;
  beforeAll(() => {
    studio = vastStudio();
  });

  it.each(Object.entries(inputs))("%s answers within what clients take, or is refused as too large", async (name, input) => {
    const tool = tabTools.find((each) => each.name === name);
    if (tool === undefined) throw new Error("There is no such tool");
    const outcome = await runStudioTool(tool, studio, input, agentCall());
    const text = JSON.stringify(resultOf(outcome, tool));
    expect(text.length).toBeLessThan(defaultTextCeiling);
    expect(outcome.is === "fault" ? outcome.fault.code : "result_too_large").toBe("result_too_large");
  });

  it("the summary of the song is within it as well, and so is every prompt", async () => {
    const tool = tabTools.find((each) => each.name === "get_project");
    if (tool === undefined) throw new Error("There is no such tool");
    const outcome = await runStudioTool(tool, studio, {}, agentCall());
    expect(outcome.is).toBe("done");
    for (const prompt of studioPrompts(studio))
      expect(JSON.stringify(await prompt.get({}, undefined as never)).length).toBeLessThan(defaultTextCeiling);
  });
});
