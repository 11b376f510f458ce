import { Refusal } from "../open-song/refusal.ts";
import { isKit } from "../kernel/device.ts";
import { ticksPerQuarter } from "../song/song.ts";
import { scaleOf } from "../theory/scale.ts";
import { type NotesAsked, chosenNotes, notesAskedFields } from "./chosen-notes.ts";
import { deviceOf } from "./devices.ts";
import { makeChange } from "./make-change.ts";
import { noteOps } from "./note-ops.ts";
import type { IdNote } from "./song-parts.ts";
import { studioTool } from "./studio-tool.ts";
import { type TransformName, type TransformOptions, transformNames, transforms } from "./transforms.ts";

/** Grids by name, in ticks; `t` is a triplet. */
const grids: Readonly<Record<string, number>> = { "1/4": 480, "1/8": 240, "1/8t": 160, "1/16": 120, "1/16t": 80, "1/32": 60 };

interface TransformInput extends NotesAsked {
  readonly kind: TransformName;
  readonly mode?: "apply" | "propose";
  readonly semitones?: number;
  readonly steps?: number;
  readonly grid?: string;
  readonly strength?: number;
  readonly amount?: number;
  readonly seed?: number;
  readonly from_velocity?: number;
  readonly to_velocity?: number;
}

export const transformTool = studioTool<TransformInput>({
  name: "transform",
  title: "Transform notes",
  description: `Changes notes of a track, or those selected, by a rule: ${transformNames.map((name) => `${name} (${transforms[name].blurb})`).join("; ")}. mode "propose" makes a proposal that a person decides. Returns how many notes changed, were added and went, with the revision or the proposal. A transposition that would leave the range of pitches, and one of a kit, is refused.`,
  effect: "destructive-write",
  foreign: true,
  places: ["tab", "headless", "review"],
  fields: {
    kind: { type: "string", maxLength: 16, enum: transformNames },
    ...notesAskedFields,
    mode: { type: "string", maxLength: 7, enum: ["apply", "propose"], description: "Default apply" },
    semitones: { type: "integer", minimum: -48, maximum: 48, description: "transpose, double" },
    steps: {
      type: "integer",
      minimum: -28,
      maximum: 28,
      description: "transpose by steps of the song's key; invert: other than 0 stays in the key",
    },
    grid: { type: "string", maxLength: 5, enum: Object.keys(grids), description: "quantize, swing. Default 1/16" },
    strength: { type: "number", minimum: 0, maximum: 1, description: "quantize, velocity. Default 1" },
    amount: { type: "number", minimum: 0, maximum: 1, description: "swing, humanize, thin. Default 0.5" },
    seed: { type: "integer", minimum: 0, maximum: 1_000_000, description: "humanize, thin. Default 1" },
    from_velocity: { type: "integer", minimum: 1, maximum: 127, description: "velocity. Default 60" },
    to_velocity: { type: "integer", minimum: 1, maximum: 127, description: "velocity. Default 110" },
  },
  required: ["kind"],
  run(studio, input, call) {
    const { kind, mode = "apply" } = input;
    const { song } = studio.open;
    const { id, track, notes } = chosenNotes(studio, input);
    const row = transforms[kind];
    const device = deviceOf(song, track.device);
    if (row.pitches && device !== undefined && isKit(device.sound))
      throw new Refusal(
        "invalid_op",
        "That track plays a kit: its pitches are its pieces",
        "Transform another track, or the kit's time and touch",
      );
    if (input.steps !== undefined && input.steps !== 0 && song.key === undefined)
      throw new Refusal("missing", "The song has no key to stay in", "Set one with song.set, or use semitones");
    const options = optionsOf(input, song.key === undefined ? undefined : scaleOf(song.key));
    const clips = new Set(notes.map(({ clip }) => clip));
    const done = [...clips].map((clip) =>
      row.run(
        notes.filter((note) => note.clip === clip),
        options,
      ),
    );
    const kept = done.flatMap((each) => each.kept);
    const added = done.flatMap((each) => each.added);
    demandPitches([...kept, ...added]);
    const ops = noteOps(song, id, notes, kept, added, studio.open.newIds());
    const changed =
      ops.reduce((sum, op) => sum + (op.op === "note.set" ? (op["notes"] as readonly unknown[]).length : 0), 0) - added.length;
    const counts = { notes: notes.length, changed, added: added.length, removed: notes.length - kept.length };
    if (ops.length === 0) return { ...counts, applied: false, rev: song.rev, hint: "The notes are so already" };
    return {
      ...counts,
      ...makeChange(studio, call, ops, {
        label: `${title(kind)} ${track.name}`.slice(0, 64),
        propose: mode === "propose",
        tool: "transform",
      }),
    };
  },
});

function optionsOf(input: TransformInput, scale: TransformOptions["scale"]): TransformOptions {
  return {
    semitones: input.semitones ?? 0,
    steps: input.steps ?? 0,
    scale,
    grid: grids[input.grid ?? "1/16"] ?? 120,
    strength: input.strength ?? 1,
    amount: input.amount ?? 0.5,
    seed: input.seed ?? 1,
    fromVelocity: input.from_velocity ?? 60,
    toVelocity: input.to_velocity ?? 110,
    beat: ticksPerQuarter,
  };
}

function demandPitches(notes: readonly IdNote[]): void {
  const outside = notes.filter(({ pitch }) => pitch < 0 || pitch > 127);
  if (outside.length > 0)
    throw new Refusal("invalid_op", `${outside.length} notes would leave the range of pitches, 0 to 127`, "Move them by less");
}

function title(kind: string): string {
  return kind.slice(0, 1).toUpperCase() + kind.slice(1);
}
