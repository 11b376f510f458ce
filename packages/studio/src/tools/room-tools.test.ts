import { describe, expect, it } from "vitest";
import { sayingsPerMinute } from "./sayings.ts";
import { runTool } from "./test-run.ts";
import { TestRoom } from "./test-room.ts";
import { agentCall, ann, testStudio } from "./test-studio.ts";

describe("without a page", () => {
  it.each([
    ["play", {}],
    ["stop", {}],
    ["highlight", { ids: ["t_keys"] }],
    ["say", { text: "Hello" }],
    ["ask_human", { question: "Which?" }],
    ["show_device", { track: "t_keys" }],
    ["get_capture", {}],
  ])("%s refuses, and says what to do", async (tool, input) => {
    expect(await runTool(testStudio(), tool, input)).toMatchObject({ error: "no_page", hint: expect.stringContaining("jackfield studio") });
  });
});

describe("in a page", () => {
  it("play, stop, highlight and show_device do so", async () => {
    const room = new TestRoom();
    const studio = testStudio({ room });
    expect(await runTool(studio, "play", { bars: "3-4", loop: true })).toEqual({ playing: true, bars: "3-4", loop: true });
    expect(await runTool(studio, "stop")).toEqual({ playing: false, at: "3|1|000" });
    expect(room.heard).toEqual(['{"from":3840,"to":7680,"loop":true}']);
    expect(await runTool(studio, "highlight", { ids: ["t_keys", "c_bass", "n_b00", "t_pad/cutoff", "nope"] })).toMatchObject({
      missing: ["nope"],
    });
    expect(room.pulsed).toEqual(["t_keys c_bass n_b00 t_pad/cutoff 4"]);
    expect(await runTool(studio, "show_device", { track: "keys" })).toEqual({ shown: "t_keys", device: "keys" });
    expect(room.shown).toEqual(["t_keys"]);
  });

  it("plays a take of a proposal, and refuses one that is not there", async () => {
    const room = new TestRoom();
    const studio = testStudio({ room });
    studio.open.propose(agentCall().caller, {
      title: "T",
      why: "",
      takes: [{ label: "A", ops: [{ op: "strip.set", track: "t_keys", gainDb: 0 }] }],
    });
    expect(await runTool(studio, "play", { take: "r_1/a" })).toMatchObject({ take: "r_1/a" });
    expect(await runTool(studio, "play", { take: "r_1/d" })).toMatchObject({ error: "missing" });
    expect(await runTool(studio, "play", { take: "r_7" })).toMatchObject({ error: "missing" });
    expect(room.heard).toHaveLength(1);
  });

  it("says no more than a person reads", async () => {
    const room = new TestRoom();
    const studio = testStudio({ room });
    for (let count = 0; count < sayingsPerMinute; count++)
      expect(await runTool(studio, "say", { text: `${count}` })).toEqual({ said: true });
    expect(await runTool(studio, "say", { text: "More" })).toMatchObject({ error: "full" });
    expect(await runTool(studio, "say", { text: "x".repeat(501) })).toMatchObject({ error: "arguments_invalid" });
    expect(room.said).toHaveLength(10);
    expect(room.said[0]).toBe("claude.ai: 0");
    const other = testStudio({ room });
    await runTool(other, "say", { text: "a\u202Eb" });
    // Nothing hidden reaches a person.
    expect(room.said.at(-1)).not.toContain("\u202E");
  });

  it("what was hummed comes as notes at the song's tempo", async () => {
    const room = new TestRoom();
    const studio = testStudio({ room });
    expect(await runTool(studio, "get_capture")).toMatchObject({ error: "missing" });
    room.capture = {
      kind: "hum",
      notes: [
        { at: 0.02, seconds: 0.4, pitch: 60.2, velocity: 90 },
        { at: 0.51, seconds: 0.2, pitch: 64, velocity: 80 },
      ],
    };
    expect(await runTool(studio, "get_capture", { grid: "1/16" })).toMatchObject({
      notes: [
        [0, 360, 60, 90],
        [480, 240, 64, 80],
      ],
    });
    expect(await runTool(studio, "get_capture")).toMatchObject({
      kind: "hum",
      seconds: 0.71,
      notes: [
        [19, 384, 60, 90],
        [490, 192, 64, 80],
      ],
    });
  });
});

describe("ask_human, get_variation_result", () => {
  it("waits for the person's answer", async () => {
    const room = new TestRoom();
    const studio = testStudio({ room });
    const asked = runTool(studio, "ask_human", { question: "Which?", choices: ["A", "B"], wait_seconds: 60 });
    await Promise.resolve();
    room.answer("B");
    expect(await asked).toEqual({ status: "answered", id: "ask-1", answer: "B" });
  });

  it("is pending when the wait is over, and told later by its id", async () => {
    const room = new TestRoom();
    const studio = testStudio({ room });
    expect(await runTool(studio, "ask_human", { question: "Which?", wait_seconds: 0 })).toMatchObject({ status: "pending", id: "ask-1" });
    expect(await runTool(studio, "get_variation_result", { id: "ask-1" })).toMatchObject({ status: "pending" });
    const waiting = runTool(studio, "get_variation_result", { id: "ask-1", wait_seconds: 60 });
    room.answer("Blue");
    expect(await waiting).toMatchObject({ status: "answered", answer: "Blue" });
    expect(await runTool(studio, "get_variation_result", { id: "ask-77" })).toMatchObject({ error: "missing" });
  });

  it("closed without an answer is withdrawn, and a fifth question is refused", async () => {
    const room = new TestRoom();
    const studio = testStudio({ room });
    const asked = runTool(studio, "ask_human", { question: "Which?", wait_seconds: 60 });
    await Promise.resolve();
    room.answer(undefined);
    expect(await asked).toMatchObject({ status: "withdrawn" });
    for (let count = 0; count < 4; count++) await runTool(studio, "ask_human", { question: "Which?", wait_seconds: 0 });
    expect(await runTool(studio, "ask_human", { question: "Which?", wait_seconds: 0 })).toMatchObject({ error: "full" });
  });

  it("a caller who goes away takes the question along", async () => {
    const studio = testStudio({ room: new TestRoom() });
    const gone = new AbortController();
    const asked = runTool(studio, "ask_human", { question: "Which?", wait_seconds: 60 }, agentCall("owner", gone.signal));
    await Promise.resolve();
    gone.abort();
    await asked;
    expect(studio.picks.open).toEqual([]);
  });

  it("a proposal's decision is told with the take and the note", async () => {
    const studio = testStudio();
    const { id } = studio.open.propose(agentCall().caller, {
      title: "Keys",
      why: "Louder",
      takes: [
        { label: "A", ops: [{ op: "strip.set", track: "t_keys", gainDb: 0 }] },
        { label: "B", ops: [{ op: "strip.set", track: "t_keys", gainDb: 3 }] },
      ],
    });
    const waiting = runTool(studio, "get_variation_result", { id, wait_seconds: 60 });
    studio.open.approve(ann, id, { take: "b", note: "More of it" });
    expect(await waiting).toMatchObject({ status: "approved", picked: "b", label: "B", note: "More of it", decided_by: "Ann" });
  });
});
