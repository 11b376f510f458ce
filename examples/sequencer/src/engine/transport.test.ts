import { describe, expect, it } from "vitest";
import { firstSong } from "../model/first-song.ts";
import { begin, commit } from "../model/journal.ts";
import type { Song } from "../model/song.ts";
import { barSeconds, sixteenth, stepOffset, stepSeconds } from "./timing.ts";
import { type Due, type Mode, advance, start } from "./transport.ts";

const loop: Mode = { play: "pattern", pattern: "A" };

/** Plays in small looks ahead, as the page does. */
function play(song: Song, mode: Mode, seconds: number, look = 0.025): Due[] {
  const all: Due[] = [];
  let cursor = start(mode, song, 0);
  for (let now = 0; now < seconds; now += look) {
    const round = advance(cursor, mode, song, now, now + 0.1);
    all.push(...round.due);
    cursor = round.cursor;
  }
  return all.filter((due) => due.time < seconds);
}

describe("timing", () => {
  it.each([50, 57, 66, 75])("steps of a bar add up to it at swing %i", (swing) => {
    let at = 0;
    for (let step = 0; step < 16; step++) {
      expect(stepOffset(step, 112, swing)).toBeCloseTo(at, 9);
      at += stepSeconds(step, 112, swing);
    }
    expect(at).toBeCloseTo(barSeconds(112), 9);
  });

  it("straight is straight, and swing 75 puts the second at three quarters", () => {
    expect(stepOffset(1, 120, 50)).toBeCloseTo(sixteenth(120), 9);
    expect(stepOffset(1, 120, 75)).toBeCloseTo(0.1875, 9);
  });
});

describe("transport", () => {
  it("plays every step once, in order, whatever the look", () => {
    for (const look of [0.01, 0.025, 0.09]) {
      const due = play(firstSong, loop, 4 * barSeconds(112) - 0.001, look);
      expect(due).toHaveLength(64);
      expect(due.map((each) => each.step)).toEqual(Array.from({ length: 64 }, (_, index) => index % 16));
      for (const [index, each] of due.entries())
        expect(each.time).toBeCloseTo(Math.floor(index / 16) * barSeconds(112) + stepOffset(index % 16, 112, 57), 6);
    }
  });

  it("a new pattern waits for the bar, a new tempo only for the step", () => {
    let cursor = start(loop, firstSong, 0);
    cursor = advance(cursor, loop, firstSong, 0, stepOffset(8, 112, 57)).cursor;
    const faster = commit(begin(firstSong), "you", "set_tempo", { tempo: 150, swing: 50 }, { at: 0 }).journal.song;
    const next = advance(cursor, { play: "pattern", pattern: "B" }, faster, cursor.time, cursor.time + 8 * sixteenth(150) + 0.001);
    expect(next.due.map((due) => due.pattern).join("")).toBe("AAAAAAAAB");
    expect((next.due[1]?.time ?? 0) - (next.due[0]?.time ?? 0)).toBeCloseTo(sixteenth(150), 9);
  });

  it("follows the song's order and begins again at its end", () => {
    const song = commit(begin(firstSong), "you", "set_order", { order: ["A", "C", "D"] }, { at: 0 }).journal.song;
    const bars = play(song, { play: "song", from: 1 }, 5 * barSeconds(112) - 0.01).filter((due) => due.step === 0);
    expect(bars.map((due) => due.pattern).join("")).toBe("CDACD");
    expect(bars.map((due) => due.slot)).toEqual([1, 2, 0, 1, 2]);
  });

  it("passes over what should have begun already, and leaps after more than a bar", () => {
    const late = advance(start(loop, firstSong, 0), loop, firstSong, 1, 1.1);
    expect(late.due.every((due) => due.time >= 1)).toBe(true);
    expect(late.due.length).toBeGreaterThan(0);
    const woken = advance(start(loop, firstSong, 0), loop, firstSong, 86_400, 86_400.1);
    expect(woken.due[0]).toMatchObject({ time: 86_400, step: 0 });
  });

  it("leaves muted tracks out, and with a solo all others", () => {
    const muted = commit(begin(firstSong), "you", "set_switch", { track: "kick", mute: true }, { at: 0 }).journal;
    expect(
      play(muted.song, loop, 2)
        .flatMap((due) => due.hits)
        .filter((hit) => hit.track === "kick"),
    ).toEqual([]);
    const soloed = commit(muted, "you", "set_switch", { track: "bass", solo: true }, { at: 0 }).journal;
    expect(new Set(play(soloed.song, loop, 2).flatMap((due) => due.hits.map((hit) => hit.track)))).toEqual(new Set(["bass"]));
  });
});
