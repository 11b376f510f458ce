import { Random } from "../kernel/random.ts";
import { bar, sixteenth } from "./form.ts";

/** A note of a part, before it has an id. Ticks count from the part's beginning. */
export interface DemoNote {
  readonly tick: number;
  readonly ticks: number;
  readonly pitch: number;
  readonly velocity: number;
}

/** Notes in beats of a bar: beat, length in beats, pitch. */
export type Melody = readonly (readonly [beat: number, beats: number, pitch: number])[];

/** Bars of a melody one after another. On a beat it is a little louder than between. */
export function sung(bars: readonly Melody[], velocity: number): readonly DemoNote[] {
  return bars.flatMap((melody, index) =>
    melody.map(([beat, beats, pitch]) => ({
      tick: index * bar + beat * sixteenth * 4,
      // A breath before the next.
      ticks: beats * sixteenth * 4 - 20,
      pitch,
      velocity: velocity + (beat % 1 === 0 ? 4 : -6) + (beats >= 1.5 ? 4 : 0),
    })),
  );
}

/** A pattern of a bar: a digit for each sixteenth, how loud it is of 9; anything else is silent. Spaces are to read by. */
export function struck(pattern: string, pitch: number, loudest = 118): readonly DemoNote[] {
  return pattern
    .replaceAll(" ", "")
    .split("")
    .flatMap((sign, step) =>
      /[1-9]/.test(sign)
        ? [{ tick: step * sixteenth, ticks: sixteenth, pitch, velocity: Math.max(1, Math.round((loudest * Number(sign)) / 9)) }]
        : [],
    );
}

/** The same a number of bars later. */
export function later(notes: readonly DemoNote[], bars: number): readonly DemoNote[] {
  return notes.map((note) => ({ ...note, tick: note.tick + bars * bar }));
}

/**
 * As people play: a few ticks early or late, a little louder or softer, the second of two sixteenths a little late. The same each time for the same
 * seed. The first of a part stays on its beat.
 */
export function played(notes: readonly DemoNote[], seed: number, loose: number): readonly DemoNote[] {
  const random = new Random(seed);
  return notes.map((note) => {
    const swing = note.tick % (sixteenth * 2) === sixteenth ? 14 : 0;
    const tick = Math.max(0, note.tick + swing + Math.round(random.signed() * loose));
    return { ...note, tick, velocity: Math.min(127, Math.max(1, note.velocity + Math.round(random.signed() * 5))) };
  });
}
