import { type Part, type PartName, bar, sixteenth } from "./form.ts";
import type { DemoNote } from "./phrase.ts";

type Laid = readonly (readonly number[])[];

/** When the keys play, in sixteenths: where, for how long, how loud. */
const comping: Readonly<Record<PartName, readonly (readonly [step: number, steps: number, velocity: number])[]>> = {
  intro: [[0, 15, 74]],
  verse: [
    [0, 5, 84],
    [6, 2, 70],
    [10, 5, 78],
  ],
  lift: [
    [0, 3, 82],
    [4, 3, 76],
    [8, 3, 84],
    [12, 3, 80],
  ],
  chorus: [
    [0, 5, 96],
    [6, 3, 86],
    [10, 2, 80],
    [12, 4, 92],
  ],
  outro: [[0, 15, 72]],
};

/** Chords as the keys play them; struck one after another where they lie long. */
export function keysOf({ name }: Part, laid: Laid): readonly DemoNote[] {
  return laid.flatMap((pitches, index) =>
    comping[name].flatMap(([step, steps, velocity]) =>
      pitches.map((pitch, voice) => {
        const roll = steps > 8 ? voice * 18 : voice * 3;
        return {
          tick: index * bar + step * sixteenth + roll,
          ticks: steps * sixteenth - 24 - roll,
          pitch,
          velocity: velocity - (voice === 1 ? 6 : 0),
        };
      }),
    ),
  );
}

/** Chords as they lie: tones that stay are held over the bar. */
export function padOf(laid: Laid, velocity: number): readonly DemoNote[] {
  const notes: DemoNote[] = [];
  for (const [index, pitches] of laid.entries())
    for (const pitch of pitches) {
      if (laid[index - 1]?.includes(pitch) === true) continue;
      let bars = 1;
      while (laid[index + bars]?.includes(pitch) === true) bars++;
      notes.push({ tick: index * bar, ticks: bars * bar - 10, pitch, velocity });
    }
  return notes.toSorted((a, b) => a.tick - b.tick || a.pitch - b.pitch);
}

/** Broken chords in eighths or sixteenths, up and over: the order is by the tone's place in the chord. */
export function brokenOf({ name }: Part, laid: Laid): readonly DemoNote[] {
  const order = name === "chorus" ? [0, 2, 1, 3, 2, 4, 3, 1] : [0, 1, 2, 4, 3, 2, 1, 2];
  const every = name === "lift" || name === "chorus" ? 1 : 2;
  return laid.flatMap((pitches, index) =>
    Array.from({ length: 16 / every }, (_, place) => {
      const tone = order[place % order.length] ?? 0;
      const pitch = tone < pitches.length ? (pitches[tone] ?? 60) : (pitches[tone - pitches.length] ?? 60) + 12;
      return {
        tick: index * bar + place * every * sixteenth,
        ticks: every * sixteenth * 2,
        pitch,
        velocity: (place * every) % 4 === 0 ? 92 : place % 2 === 0 ? 78 : 68,
      };
    }),
  );
}

/** Short chords off the beat. */
export function stabsOf(laid: Laid): readonly DemoNote[] {
  return laid.flatMap((pitches, index) =>
    [
      [2, 96],
      [6, 104],
      [11, 90],
      [14, 100],
    ].flatMap(([step = 0, velocity = 90]) =>
      pitches.map((pitch) => ({ tick: index * bar + step * sixteenth, ticks: sixteenth + 40, pitch: pitch + 12, velocity })),
    ),
  );
}
