import { kickSteps } from "./drums-part.ts";
import { type Part, type PartName, bar, sixteenth } from "./form.ts";
import type { DemoNote } from "./phrase.ts";

/** Sixteenths beside the kick's, with how far above the root they are. */
const more: Readonly<Record<PartName, Readonly<Record<number, number>>>> = {
  intro: {},
  verse: { 13: 12 },
  lift: { 4: 0, 12: 7 },
  chorus: { 2: 12, 4: 0, 10: 12, 12: 7 },
  outro: {},
};

/** The bass of a part: the root wherever the kick is, and a step toward the next chord's root before it. */
export function bassOf({ name, chords }: Part, next: number | undefined): readonly DemoNote[] {
  return chords.flatMap(({ bass }, index) => {
    if (name === "intro") return index < 2 ? [] : [{ tick: index * bar, ticks: bar - 40, pitch: bass, velocity: 82 }];
    const on = new Map([...Object.entries(more[name])].map(([step, above]) => [Number(step), bass + above]));
    const steps = name === "outro" && index === chords.length - 1 ? [0] : kickSteps(name, index);
    for (const step of steps) on.set(step, bass);
    const target = chords[index + 1]?.bass ?? next;
    if (target !== undefined && target !== bass && name !== "outro")
      on.set(15, target > bass ? target - 1 - (target > bass + 2 ? 1 : 0) : target + 2);
    const places = [...on.keys()].toSorted((a, b) => a - b);
    return places.map((step, place) => ({
      tick: index * bar + step * sixteenth,
      ticks: Math.max(sixteenth - 14, ((places[place + 1] ?? 16) - step) * sixteenth - (name === "chorus" ? 34 : 18)),
      pitch: on.get(step) ?? bass,
      velocity: steps.includes(step) ? (step === 0 ? 110 : 102) : 84,
    }));
  });
}
