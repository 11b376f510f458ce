import { decibelsOfGain, gainOfDecibels, logOfTwo } from "../../kernel/exact-math.ts";
import { type BandName, bands } from "../../measure/tone-meter.ts";
import { type Heard, type Listened, wetness } from "../listen.ts";

interface MeasureRow {
  readonly blurb: string;
  readonly unit: string;
  /** A change of less is heard by nobody. */
  readonly least: number;
  read(listened: Listened): number | undefined;
}

/** What a word is measured by. */
export const wordMeasures = {
  brightness: {
    blurb: "the middle of its power, high counting for more as the ear has it",
    unit: "octaves",
    least: 0.05,
    read: ({ mix }) => brightness(mix),
  },
  ring: { blurb: "the share of time within 20 dB of its loudest", unit: "share", least: 0.01, read: ({ mix }) => mix.ring },
  punch: { blurb: "decibels between its loudest moments and its middle", unit: "dB", least: 0.3, read: ({ mix }) => mix.punch },
  width: { blurb: "the share of power that differs between the sides", unit: "share", least: 0.005, read: ({ mix }) => mix.width },
  loudness: { blurb: "integrated loudness", unit: "LUFS", least: 0.3, read: ({ mix }) => mix.integrated },
  wet: {
    blurb: "the room above what goes into it",
    unit: "dB",
    least: 0.5,
    read: (listened) => wetness(listened) ?? (listened.mix.silent ? undefined : dry),
  },
  mud: { blurb: "the share of 150 to 400 Hz", unit: "dB", least: 0.3, read: ({ mix }) => share(mix, ["lowMids"]) },
  edge: {
    blurb: "the share above 1 kHz",
    unit: "dB",
    least: 0.3,
    read: ({ mix }) => share(mix, ["highMids", "presence", "treble", "air"]),
  },
  body: { blurb: "the power below 400 Hz", unit: "dB", least: 0.2, read: ({ mix }) => body(mix) },
  rise: { blurb: "its last quarter above its first", unit: "dB", least: 1, read: ({ mix }) => mix.rise },
} as const satisfies Readonly<Record<string, MeasureRow>>;

export type WordMeasure = keyof typeof wordMeasures;

/** Decibels of no room at all: as far below as is heard. */
const dry = -60;

/** In octaves above 1 Hz. Power falls by 3 dB an octave in most music: with that made up for, each octave counts as much as the next. */
function brightness(heard: Heard): number | undefined {
  let [sum, weighted] = [0, 0];
  for (const [name, [from, to]] of Object.entries(bands)) {
    const decibels = heard.bands[name as BandName];
    const middle = Math.sqrt(from * to);
    const weight = decibels === undefined ? 0 : powerOfDecibels(decibels) * middle;
    sum += weight;
    weighted += weight * logOfTwo(middle);
  }
  return sum > 0 ? weighted / sum : undefined;
}

function body(heard: Heard): number | undefined {
  const low = share(heard, ["sub", "bass", "lowMids"]);
  return low === undefined || heard.power === undefined ? undefined : low + heard.power;
}

function share(heard: Heard, names: readonly BandName[]): number | undefined {
  const power = names.reduce((sum, name) => sum + (heard.bands[name] === undefined ? 0 : powerOfDecibels(heard.bands[name])), 0);
  return heard.silent ? undefined : decibelsOfGain(Math.max(1e-6, power)) / 2;
}

/** Of power, not of gain. What an agent is told is the same everywhere. */
function powerOfDecibels(decibels: number): number {
  return gainOfDecibels(decibels * 2);
}
