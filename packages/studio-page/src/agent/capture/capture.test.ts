import { expect, test } from "vitest";
import { hummedNotes, velocityOf } from "./hummed-notes.ts";
import { pitchOf } from "./pitch.ts";
import { tappedNotes } from "./tapped-notes.ts";

/** A voice of some harmonics, with vibrato and breath. */
function hum(rate: number, notes: readonly { readonly pitch: number; readonly seconds: number }[]): Float32Array {
  const sound = new Float32Array(Math.round(rate * notes.reduce((sum, { seconds }) => sum + seconds + 0.08, 0.2)));
  let at = Math.round(rate * 0.1);
  let seed = 1;
  for (const { pitch, seconds } of notes) {
    let phase = 0;
    const frames = Math.round(seconds * rate);
    for (let frame = 0; frame < frames; frame++) {
      const vibrato = 1 + 0.006 * Math.sin((2 * Math.PI * 5.5 * frame) / rate);
      phase += (440 * 2 ** ((pitch - 69) / 12) * vibrato) / rate;
      const edge = Math.min(1, frame / (0.02 * rate), (frames - frame) / (0.02 * rate));
      seed = (seed * 16_807) % 2_147_483_647;
      const voice = [1, 0.6, 0.35, 0.2].reduce((sum, level, index) => sum + level * Math.sin(2 * Math.PI * phase * (index + 1)), 0);
      sound[at + frame] = edge * (voice * 0.12 + (seed / 2_147_483_647 - 0.5) * 0.01);
    }
    at += frames + Math.round(rate * 0.08);
  }
  return sound;
}

test("a hummed tune comes out as its notes, from the lowest voice to a whistle", () => {
  for (const rate of [44_100, 48_000]) {
    const tune = [45, 52, 57, 60, 64, 69, 76, 81].map((pitch) => ({ pitch, seconds: 0.3 }));
    const notes = hummedNotes(hum(rate, tune), rate);
    expect(notes.map(({ pitch }) => pitch)).toEqual(tune.map(({ pitch }) => pitch));
    for (const [index, { at, seconds }] of notes.entries()) {
      expect(Math.abs(at - (0.1 + index * 0.38))).toBeLessThan(0.05);
      expect(Math.abs(seconds - 0.3)).toBeLessThan(0.08);
    }
  }
});

test("silence, noise and clicks are no notes", () => {
  let seed = 7;
  const noise = Float32Array.from({ length: 44_100 }, () => ((seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647 - 0.5) * 0.4);
  const clicks = new Float32Array(44_100).map((_, index) => (index % 11_025 === 0 ? 0.9 : 0));
  expect(hummedNotes(new Float32Array(44_100), 44_100)).toEqual([]);
  expect(hummedNotes(noise, 44_100)).toEqual([]);
  expect(hummedNotes(clicks, 44_100)).toEqual([]);
  expect(hummedNotes(new Float32Array(0), 44_100)).toEqual([]);
});

test("pitchOf is within five cents of a pure tone", () => {
  let checked = 0;
  for (let pitch = 40; pitch <= 84; pitch++) {
    const hertz = 440 * 2 ** ((pitch - 69) / 12);
    const window = Float32Array.from({ length: 2_048 }, (_, at) => 0.3 * Math.sin((2 * Math.PI * hertz * at) / 44_100));
    const found = pitchOf(window, 44_100).hertz ?? 1;
    expect(Math.abs(1_200 * Math.log2(found / hertz))).toBeLessThan(5);
    checked += 1;
  }
  expect(checked).toBe(45);
});

test("taps begin at the first, and levels become velocities within bounds", () => {
  expect(tappedNotes([])).toEqual([]);
  expect(
    tappedNotes([
      { at: 10, seconds: 0.05 },
      { at: 10.5, seconds: 0 },
    ]),
  ).toEqual([
    { at: 0, seconds: 0.05, velocity: 100 },
    { at: 0.5, seconds: 0.02, velocity: 100 },
  ]);
  expect([0, 0.01, 0.5, 9].map(velocityOf)).toEqual([1, 39, 127, 127]);
});
