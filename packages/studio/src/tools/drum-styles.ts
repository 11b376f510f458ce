import type { BarAround } from "./surroundings.ts";
import { type PartContext, type PartNote, type PartStyle, backbeats, barTicks, every, touch } from "./part-writer.ts";

const [KICK, RIM, SNARE, CLAP, CLOSED, OPEN, CRASH, RIDE, SHAKER] = [36, 37, 38, 39, 42, 46, 49, 51, 70] as const;
const toms = [48, 48, 45, 41] as const;

/** Ways to play drums. Each is a pattern by meter, not by four: in three, five or six eighths it falls into place. */
export const drumStyles: Readonly<Record<string, PartStyle>> = {
  rock: (bar, context) => [
    ...hits(bar, context, KICK, [0, ...middle(bar), ...sometimes(context, 0.35, [(bar.beats - 0.5) * bar.beatTicks])], 104),
    ...hits(bar, context, SNARE, backs(bar), 102),
    ...cymbals(bar, context, CLOSED, half(bar)),
    ...ghosts(bar, context, SNARE),
    ...corners(bar, context),
  ],
  four_on_the_floor: (bar, context) => [
    ...hits(bar, context, KICK, every(bar, bar.beatTicks), 108),
    ...hits(bar, context, CLAP, backs(bar), 96),
    ...hits(
      bar,
      context,
      OPEN,
      every(bar, bar.beatTicks).map((at) => at + bar.beatTicks / 2),
      72,
    ),
    ...(context.density === "busy" ? cymbals(bar, context, SHAKER, bar.beatTicks / 4) : []),
    ...corners(bar, context),
  ],
  hip_hop: (bar, context) => [
    ...hits(bar, context, KICK, [0, bar.beatTicks * 0.75, ...middle(bar).map((at) => at + bar.beatTicks / 2)], 106),
    ...hits(bar, context, SNARE, backs(bar), 104),
    // Late eighths: it leans back.
    ...cymbals(bar, context, CLOSED, half(bar)).map((note) =>
      note.at % bar.beatTicks === 0 ? note : { ...note, at: note.at + Math.round(bar.beatTicks / 12), velocity: note.velocity - 12 },
    ),
    ...ghosts(bar, context, SNARE),
    ...corners(bar, context),
  ],
  half_time: (bar, context) => [
    ...hits(bar, context, KICK, [0, ...sometimes(context, 0.5, [bar.beatTicks * 1.5])], 108),
    ...hits(bar, context, SNARE, middle(bar), 108),
    ...cymbals(bar, context, context.density === "busy" ? RIDE : CLOSED, half(bar)),
    ...corners(bar, context),
  ],
  brushed: (bar, context) => [
    ...hits(bar, context, KICK, [0, ...sometimes(context, 0.4, middle(bar))], 70),
    ...hits(bar, context, RIM, backs(bar), 66),
    ...cymbals(bar, context, SHAKER, half(bar)),
  ],
};

function hits(bar: BarAround, { chance }: PartContext, pitch: number, places: readonly number[], base: number): readonly PartNote[] {
  return [...new Set(places)]
    .filter((at) => at >= 0 && at < barTicks(bar))
    .map((at) => ({ at, ticks: Math.min(120, barTicks(bar) - at), pitch, velocity: touch(base - 10, at, bar, chance) }));
}

function cymbals(bar: BarAround, context: PartContext, pitch: number, step: number): readonly PartNote[] {
  const places = every(bar, context.density === "busy" ? step / 2 : context.density === "sparse" ? step * 2 : step);
  return hits(bar, context, pitch, places, 68);
}

/** Soft strokes between the beats, now and then. */
function ghosts(bar: BarAround, context: PartContext, pitch: number): readonly PartNote[] {
  if (context.density === "sparse") return [];
  const places = every(bar, bar.beatTicks / 4).filter((at) => (at / (bar.beatTicks / 4)) % 4 === 3);
  return hits(bar, context, pitch, sometimes(context, context.density === "busy" ? 0.4 : 0.2, places), 38);
}

/** Where a part of the song begins, a crash; where one ends, toms over its last beat. */
function corners(bar: BarAround, context: PartContext): readonly PartNote[] {
  const fill = bar.ends && bar.beats > 1 ? toms : [];
  const from = (bar.beats - 1) * bar.beatTicks;
  return [
    ...(bar.begins ? hits(bar, context, CRASH, [0], 92) : []),
    ...fill.flatMap((pitch, step) => hits(bar, context, pitch, [from + (step * bar.beatTicks) / 4], 84 + step * 4)),
  ];
}

function backs(bar: BarAround): readonly number[] {
  return backbeats(bar).map((beat) => beat * bar.beatTicks);
}

function middle({ beats, beatTicks }: BarAround): readonly number[] {
  return beats > 1 ? [Math.ceil(beats / 2) * beatTicks] : [];
}

/** Half a beat; of eighths, a whole one. */
function half({ beatTicks }: BarAround): number {
  return beatTicks <= 240 ? beatTicks : beatTicks / 2;
}

function sometimes({ chance }: PartContext, share: number, places: readonly number[]): readonly number[] {
  return places.filter(() => chance() < share);
}
