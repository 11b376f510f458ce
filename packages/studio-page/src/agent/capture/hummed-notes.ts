import type { Capture } from "@jackfield/studio";
import { type Heard, pitchOf } from "./pitch.ts";

type CapturedNote = Capture["notes"][number];

/** Frames of one look, and from one look to the next, at 44.1 kHz: 46 ms and 12 ms. */
const [windowSeconds, stepSeconds] = [0.046, 0.012];
/** A shorter one is a slip of the voice. Seconds. */
const shortest = 0.07;
/** Semitones: a voice wavers by less within one note. */
const waver = 0.6;

/** Notes of what somebody hummed. Pitches are whole MIDI numbers, the middle of what was sung over the note's length. */
export function hummedNotes(sound: Float32Array, rate: number): readonly CapturedNote[] {
  const [window, step] = [Math.round(windowSeconds * rate), Math.round(stepSeconds * rate)];
  const notes: CapturedNote[] = [];
  let run: { readonly from: number; readonly pitches: number[]; peak: number } | undefined;

  function end(at: number): void {
    const seconds = run === undefined ? 0 : at - run.from;
    if (run !== undefined && seconds >= shortest)
      notes.push({ at: run.from, seconds, pitch: Math.round(middle(run.pitches)), velocity: velocityOf(run.peak) });
    run = undefined;
  }

  for (let at = 0; at + window <= sound.length; at += step) {
    const heard: Heard = pitchOf(sound.subarray(at, at + window), rate);
    const seconds = at / rate;
    const pitch = heard.hertz === undefined ? undefined : 69 + 12 * Math.log2(heard.hertz / 440);
    if (run !== undefined && (pitch === undefined || Math.abs(pitch - middle(run.pitches)) > waver)) end(seconds);
    if (pitch === undefined) continue;
    run ??= { from: seconds, pitches: [], peak: 0 };
    run.pitches.push(pitch);
    run.peak = Math.max(run.peak, heard.level);
  }
  end(sound.length / rate);
  return notes.slice(0, mostNotes);
}

/** A minute of quick notes. */
const mostNotes = 500;

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** 1 to 127: −40 dB is soft, −6 dB as loud as it gets. */
export function velocityOf(level: number): number {
  const decibels = 20 * Math.log10(Math.max(1e-4, level));
  return Math.round(Math.min(127, Math.max(1, 127 + (decibels + 6) * 2.6)));
}
