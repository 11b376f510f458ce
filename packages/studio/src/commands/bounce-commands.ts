import type { Json } from "@jackfield/contract";
import { Fault, safeText } from "@jackfield/contract";
import type { EncodedSample } from "../audio-files/audio-encoder.ts";
import { type EncodedKind, encodedKinds } from "../audio-files/encode-audio.ts";
import { roomsStem } from "../render.ts";
import type { FieldSchema } from "../song/fields.ts";
import { type Command, command } from "./command.ts";
import { commandCeilings } from "./command-ceilings.ts";
import { pathField, replaceField } from "./command-fields.ts";
import { type FileForm, bounce, mixLane, rangeOf } from "./bounce.ts";
import type { Desk } from "./desk.ts";
import { tracksInOrder } from "./lookup.ts";
import { positionField, tickOf } from "./positions.ts";

export interface BounceParams {
  path: string;
  format?: EncodedKind;
  bits?: string;
  dither?: boolean;
  from?: unknown;
  to?: unknown;
  selection?: boolean;
  replace?: boolean;
}

/** Fields of every bounce. */
export const bounceFields: Readonly<Record<keyof BounceParams, FieldSchema>> = {
  path: { ...pathField, description: "The file. Its ending says the format where none is named" },
  format: { type: "string", maxLength: 4, enum: Object.keys(encodedKinds), description: "Default: as the path ends, else wav" },
  bits: { type: "string", maxLength: 3, enum: ["16", "24", "32f"], description: "Default 24; 32f in WAV alone" },
  dither: { type: "boolean", description: "Of whole numbers. Default true" },
  from: positionField,
  to: positionField,
  selection: { type: "boolean", description: "Only the selected range. Default false" },
  replace: replaceField,
};

/** Sound as files. */
export const bounceCommands: readonly Command[] = [
  command<BounceParams>({
    id: "file.bounce_mix",
    title: "Bounce mix",
    menu: "File",
    shortcut: "Mod+B",
    blurb:
      "Renders the mix, or a part of it, to a WAV, AIFF or FLAC file, and measures it: peak, true peak, loudness, and a hash of its sound.",
    kind: "file",
    destructive: true,
    writes: ["path"],
    fields: bounceFields,
    required: ["path"],
    async run(desk, params) {
      const form = formOf(params, params.path);
      const done = await bounce(desk, { mix: params.path }, { form, range: rangeIn(desk, params), replace: params.replace ?? false });
      const mix = done.get(mixLane);
      if (mix === undefined) throw new Fault("tool_failed", "Nothing was bounced");
      desk.studio.open.noteRender(desk.call.caller.author, mix.measures.pcm_sha256, "Bounce");
      return { path: mix.path, bytes: mix.bytes, ...shown(form), clipped: mix.clipped, ...mix.measures };
    },
  }),
  command<BounceParams>({
    id: "file.bounce_stems",
    title: "Bounce stems",
    menu: "File",
    blurb:
      "Renders each track by itself into a folder, and what the reverb and the echo answer, in one pass. They lie at the same frames as the mix, before the master's level and limiter.",
    kind: "file",
    destructive: true,
    writes: ["path"],
    fields: { ...bounceFields, path: { ...pathField, description: "The folder; it is made where it is missing" } },
    required: ["path"],
    async run(desk, params) {
      const form = formOf(params, "");
      const stems = stemPaths(desk, params.path, form.kind);
      const done = await bounce(desk, { stems }, { form, range: rangeIn(desk, params), replace: params.replace ?? false, folders: true });
      return {
        folder: params.path,
        ...shown(form),
        stems: [...done].map(([id, { path, bytes, clipped, measures }]): Json => ({
          track: id,
          path,
          bytes,
          clipped,
          ...measures,
        })),
      };
    },
  }),
];

const samples: Readonly<Record<string, EncodedSample>> = { "16": "s16", "24": "s24", "32f": "f32" };

function formOf({ format, bits = "24", dither = true }: BounceParams, path: string): FileForm {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  const ends = Object.hasOwn(endings, ending) ? endings[ending] : undefined;
  if (format !== undefined && ends !== undefined && ends !== format)
    throw new Fault("arguments_invalid", `The path ends with .${ending}, and the format is ${format}`, {
      hint: `Let the path end with .${format}, or leave format out`,
    });
  const kind = format ?? ends ?? "wav";
  const sample = samples[bits] ?? "s24";
  const held: readonly EncodedSample[] = encodedKinds[kind].samples;
  if (!held.includes(sample))
    throw new Fault("arguments_invalid", `A ${kind} file has no samples of ${bits} bits`, { hint: "Use 16 or 24, or wav" });
  return { kind, sample, dither };
}

const endings: Readonly<Record<string, EncodedKind>> = { wav: "wav", wave: "wav", aif: "aiff", aiff: "aiff", flac: "flac" };

function shown({ kind, sample, dither }: FileForm): { readonly format: string; readonly bits: string; readonly dither: boolean } {
  const bits = Object.keys(samples).find((each) => samples[each] === sample) ?? "24";
  return { format: kind, bits, dither: dither && sample !== "f32" };
}

function rangeIn(desk: Desk, { from, to, selection = false }: BounceParams) {
  const { range } = desk.selection;
  if (selection && range === undefined)
    throw new Fault("arguments_invalid", "No range is selected", { hint: "select.range, or give from and to" });
  const begins = from === undefined ? (selection ? range?.from : undefined) : tickOf(desk.song, from);
  const ends = to === undefined ? (selection ? range?.to : undefined) : tickOf(desk.song, to);
  return rangeOf(desk.song, begins, ends);
}

/** `01 Bass.wav`: in the order of the tracks, their names as far as a file's may be so. */
function stemPaths({ song }: Desk, folder: string, kind: EncodedKind): ReadonlyMap<string, string> {
  const all = [...tracksInOrder(song).map(([id, { name }]) => [id, name] as const), [roomsStem, "Rooms"] as const];
  if (all.length > mostStems + 1)
    throw new Fault("arguments_invalid", `${all.length - 1} tracks: at most ${mostStems} stems are bounced at once`);
  return new Map(all.map(([id, name], index) => [id, `${folder}/${String(index + 1).padStart(2, "0")} ${fileName(name)}.${kind}`]));
}

const mostStems = commandCeilings.stems.value;

/** A foreign name as a part of a file's name on every system. */
export function fileName(name: string): string {
  return (
    safeText(name, 48)
      .replaceAll(/[^\p{L}\p{N} _.-]/gu, "-")
      .replaceAll(/^[. ]+|[. ]+$/g, "") || "Unnamed"
  );
}
