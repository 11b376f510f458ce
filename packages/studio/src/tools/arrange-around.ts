import type { JsonObject } from "@jackfield/contract";
import { Refusal } from "../open-song/refusal.ts";
import type { NewIds } from "../open-song/new-ids.ts";
import type { Op } from "../song/op-row.ts";
import type { Studio } from "../studio.ts";
import { chanceOf } from "../theory/chance.ts";
import { chordName } from "../theory/chords.ts";
import { className } from "../theory/scale.ts";
import { barsField, barsText, stretchOf, wholeSong } from "./bars.ts";
import { bassStyles } from "./bass-styles.ts";
import { arpStyles, padStyles } from "./chord-styles.ts";
import { drumStyles } from "./drum-styles.ts";
import { rounded } from "./get-project.ts";
import { makeChange, proposeTakes, waitingHint } from "./make-change.ts";
import { clipOps } from "./note-ops.ts";
import { type Density, type PartNote, type PartStyle, densities } from "./part-writer.ts";
import { type StudioCall, studioTool } from "./studio-tool.ts";
import { type Surroundings, surroundingsOf } from "./surroundings.ts";
import { toolCeilings } from "./tool-ceilings.ts";

/** What each part is: its styles, what plays it, and how loud beside the others. */
const parts = {
  drums: { styles: drumStyles, device: "drums", gainDb: -6, pan: 0, reverbDb: -30 },
  bass: { styles: bassStyles, device: "sub", gainDb: -8, pan: 0, reverbDb: -150 },
  pad: { styles: padStyles, device: "pad", gainDb: -14, pan: -0.1, reverbDb: -16 },
  arp: { styles: arpStyles, device: "pluck", gainDb: -12, pan: 0.25, reverbDb: -20 },
} as const satisfies Readonly<Record<string, Part>>;

interface Part {
  readonly styles: Readonly<Record<string, PartStyle>>;
  readonly device: string;
  readonly gainDb: number;
  readonly pan: number;
  readonly reverbDb: number;
}

type PartName = keyof typeof parts;
const partNames = Object.keys(parts) as readonly PartName[];
const styleNames = partNames.map((part) => `${part}: ${Object.keys(parts[part].styles).join(", ")}`).join("; ");
/** Bars of one part. */
const mostBars = toolCeilings.partBars.value;

export const arrangeAround = studioTool<{
  part: PartName;
  style?: string;
  bars?: string;
  density?: Density | "fit";
  seed?: number;
  device?: string;
  mode?: "apply" | "propose";
}>({
  name: "arrange_around",
  title: "Add a part",
  description: `Adds a track that plays along with what is there: it follows the song's key, meter, sections and the chords heard in its notes, keeps out of the register of the others, and plays less where they play much. Styles: ${styleNames}. The same seed writes the same notes. mode "propose" puts it before a person, in two styles where none is named. Returns the track, the chords it heard, and how dense the others are; nothing that is there changes.`,
  effect: "write",
  foreign: true,
  places: ["tab", "headless", "review"],
  fields: {
    part: { type: "string", maxLength: 5, enum: partNames },
    style: { type: "string", maxLength: 32, description: "Default: the first of the part" },
    bars: barsField,
    density: { type: "string", maxLength: 6, enum: ["fit", ...densities], description: "Default fit: less where the others play much" },
    seed: { type: "integer", minimum: 0, maximum: 1_000_000 },
    device: { type: "string", maxLength: 32, description: "What plays it. Default: one that suits the part" },
    mode: { type: "string", maxLength: 7, enum: ["apply", "propose"], description: "Default apply" },
  },
  required: ["part"],
  run(studio, input, call) {
    const { song } = studio.open;
    const { part, style, seed = 1, density = "fit", bars, mode = "apply" } = input;
    const styles: Readonly<Record<string, PartStyle>> = parts[part].styles;
    const names = Object.keys(styles);
    if (style !== undefined && !Object.hasOwn(styles, style))
      throw new Refusal("missing", `There is no such style of ${part}`, `Name one of ${names.join(", ")}`);
    const stretch = bars === undefined ? wholeSong(song) : stretchOf(song, bars);
    const around = surroundingsOf(song, stretch);
    if (around.bars.length > mostBars) throw new Refusal("full", `${around.bars.length} bars are more than ${mostBars}`, "Name fewer bars");
    const fits = density === "fit" ? fitting(around) : density;
    const chosen = style === undefined ? names.slice(0, mode === "propose" ? 2 : 1) : [style];
    const newId = studio.open.newIds();
    const takes = chosen.map((name) => {
      const notes = write(styles[name] as PartStyle, around, fits, seed);
      return {
        label: `${title(part)}, ${name.replaceAll("_", " ")}`,
        notes: notes.length,
        ops: opsOf(part, name, notes, stretch.from, stretch.to, input.device, newId),
      };
    });
    return {
      ...report(around, fits, seed),
      bars: barsText(song, stretch),
      styles: chosen,
      notes: takes.map((take) => take.notes),
      ...made(studio, call, takes, mode),
    };
  },
});

function made(
  studio: Studio,
  call: StudioCall,
  takes: readonly { readonly label: string; readonly ops: readonly Op[] }[],
  mode: "apply" | "propose",
): JsonObject {
  const [first] = takes;
  if (first === undefined) return {};
  const why = "A part that follows the song's key, meter and chords";
  if (mode === "apply")
    return {
      track: String(first.ops[0]?.["id"]),
      ...makeChange(studio, call, first.ops, { label: `Add ${first.label}`, tool: "arrange_around", why }),
    };
  const proposal = proposeTakes(studio, call, { title: first.label, why, tool: "arrange_around", takes });
  return {
    proposed: proposal.id,
    rev: studio.open.song.rev,
    hint: waitingHint(proposal.id),
  };
}

/** Notes of a style over all bars; ticks of the song. */
function write(style: PartStyle, around: Surroundings, density: Density, seed: number): readonly PartNote[] {
  const chance = chanceOf(seed);
  let before: readonly PartNote[] = [];
  return around.bars.flatMap((bar) => {
    before = style(bar, { around, density, chance }, before);
    return before.map((note) => ({ ...note, at: Math.round(bar.from + note.at) }));
  });
}

function opsOf(
  part: PartName,
  style: string,
  notes: readonly PartNote[],
  from: number,
  to: number,
  device: string | undefined,
  newId: NewIds,
): readonly Op[] {
  const { device: usual, gainDb, pan, reverbDb } = parts[part];
  const track = newId("t");
  // Of two strokes of one pitch at one place the second is the same stroke.
  const strokes = new Map(notes.map((note) => [`${note.at}:${note.pitch}`, note]));
  const list = [...strokes.values()]
    .filter(({ at }) => at >= from && at < to)
    .toSorted((a, b) => a.at - b.at || a.pitch - b.pitch)
    .map(({ at, ticks, pitch, velocity }) => ({ id: newId("n"), tick: at - from, ticks: Math.min(ticks, to - at), pitch, velocity }));
  return [
    { op: "track.add", id: track, name: title(part), kind: "notes", device: device ?? usual },
    { op: "strip.set", track, gainDb, pan, reverbDb },
    ...clipOps({ track, id: newId("c"), name: `${title(part)} ${style.replaceAll("_", " ")}`, tick: from, ticks: to - from }, list),
  ];
}

/** Who plays beside many plays little. */
function fitting({ onsetsPerBeat }: Surroundings): Density {
  if (onsetsPerBeat > 5) return "sparse";
  return onsetsPerBeat > 2 ? "medium" : "busy";
}

function report({ scale, keyFrom, bars, onsetsPerBeat }: Surroundings, density: Density, seed: number): JsonObject {
  return {
    key: `${className(scale.tonic)} ${scale.mode}`,
    key_from: keyFrom,
    chords: bars
      .slice(0, 64)
      .map(({ chords: [one, other] }) => (chordName(one) === chordName(other) ? chordName(one) : `${chordName(one)} ${chordName(other)}`)),
    onsets_per_beat: rounded(onsetsPerBeat, 2),
    density,
    seed,
  };
}

function title(part: string): string {
  return part.slice(0, 1).toUpperCase() + part.slice(1);
}
