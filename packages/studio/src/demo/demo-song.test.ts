import { describe, expect, it } from "vitest";
import { compilePlan } from "../compile-plan.ts";
import { LoudnessMeter } from "../meters/loudness.ts";
import { TruePeakMeter } from "../meters/true-peak.ts";
import { render } from "../render.ts";
import { songRate } from "../song/song-rate.ts";
import type { Song } from "../song/song.ts";
import { TempoMap } from "../song/tempo-map.ts";
import { demoSong } from "./demo-song.ts";
import { bar, placedParts } from "./form.ts";
import { voicings } from "./voicings.ts";

const song = demoSong();

/** Notes of a track by where they are in the song. */
function notesOf({ tracks }: Song, track: string): readonly { readonly tick: number; readonly pitch: number; readonly velocity: number }[] {
  return Object.values(tracks[track]?.clips ?? {}).flatMap((clip) =>
    Object.values(clip.notes).map(({ tick, pitch, velocity }) => ({ tick: clip.tick + tick, pitch, velocity })),
  );
}

describe("demoSong", () => {
  it("is the same each time, and has a form", () => {
    expect(demoSong()).toEqual(song);
    expect(Object.values(song.sections).map(({ name }) => name)).toEqual(["Intro", "Verse", "Lift", "Chorus", "Outro"]);
    expect(Object.keys(song.markers)).toHaveLength(2);
    expect(Object.keys(song.tracks)).toHaveLength(8);
    expect(new Set(Object.values(song.tracks).map(({ device }) => device)).size).toBeGreaterThanOrEqual(7);
    const end = placedParts.reduce((sum, { ticks }) => sum + ticks, 0);
    expect(new TempoMap(song.tempo).secondsAt(end)).toBeCloseTo(60, 6);
    const automated = Object.values(song.tracks).flatMap(({ automation }) => Object.keys(automation));
    expect(automated).toContain("device.cutoff");
    expect(automated).toContain("echoDb");
  });

  it("has a bass that is where the kick is, and drums that are not all alike", () => {
    const near = (tick: number, list: readonly { readonly tick: number }[]): boolean =>
      list.some((note) => Math.abs(note.tick - tick) <= 20);
    const bass = notesOf(song, "t_bass");
    const kicks = notesOf(song, "t_drums").filter(({ pitch, tick }) => pitch === 36 && tick < bar * 27);
    expect(kicks.length).toBeGreaterThan(60);
    expect(kicks.filter(({ tick }) => near(tick, bass)).length / kicks.length).toBeGreaterThan(0.95);
    expect(new Set(notesOf(song, "t_drums").map(({ velocity }) => velocity)).size).toBeGreaterThan(40);
  });

  it("keeps to its key but for the tones that lead somewhere", () => {
    const scale = new Set([0, 2, 4, 5, 7, 9, 10]);
    for (const track of ["t_keys", "t_pad", "t_guitar", "t_lead", "t_stabs"]) {
      const notes = notesOf(song, track);
      expect(notes.length, track).toBeGreaterThan(20);
      expect(
        notes.filter(({ pitch }) => !scale.has(pitch % 12)),
        track,
      ).toEqual([]);
    }
  });

  it("leads its voices: from chord to chord they move by steps", () => {
    const laid = voicings(
      placedParts.flatMap(({ chords }) => chords),
      52,
      69,
    );
    const moves = laid.slice(1).flatMap((chord, index) => chord.map((pitch, voice) => Math.abs(pitch - (laid[index]?.[voice] ?? pitch))));
    expect(moves).toHaveLength(27 * 4);
    expect(moves.reduce((sum, each) => sum + each, 0) / moves.length).toBeLessThan(1.8);
    expect(Math.max(...moves)).toBeLessThanOrEqual(5);
  });

  it("is as loud as a finished song, below −1 dBTP, and louder in the chorus than in the verse", { timeout: 120_000 }, () => {
    const plan = compilePlan(song, { rate: songRate });
    const whole = new LoudnessMeter(songRate, 2);
    const peaks = [new TruePeakMeter(), new TruePeakMeter()] as const;
    const parts = placedParts.map(() => new LoudnessMeter(songRate, 2));
    const seconds = new TempoMap(song.tempo);
    const ends = placedParts.map(({ tick, ticks }) => seconds.frameAt(tick + ticks, songRate));
    for (const { at, left, right } of render(plan, new Map())) {
      whole.feed([left, right]);
      peaks[0].feed(left);
      peaks[1].feed(right);
      parts[ends.findIndex((end) => at < end)]?.feed([left, right]);
    }
    const { integrated = 0, range = 0 } = whole.read();
    expect(Math.abs(integrated + 14)).toBeLessThan(1);
    expect(range).toBeGreaterThan(3);
    expect(range).toBeLessThan(10);
    for (const { decibels } of peaks) expect(decibels).toBeLessThan(-1);
    const [intro = 0, verse = 0, , chorus = 0, outro = 0] = parts.map((part) => part.read().integrated ?? Number.NaN);
    expect(verse).toBeGreaterThan(intro + 3);
    expect(chorus).toBeGreaterThan(verse + 1);
    expect(chorus).toBeGreaterThan(outro + 2);
  });
});
