import type { Image, JsonObject, OwnOutcome } from "@jackfield/contract";
import { Refusal } from "../open-song/refusal.ts";
import { roomsStem } from "../render.ts";
import type { Song } from "../song/song.ts";
import type { SpectrogramImage } from "../measure/spectrogram.ts";
import { barsField, stretchOf } from "./bars.ts";
import type { Baseline } from "./baselines.ts";
import { heardDifference, heardLine, number } from "./heard-lines.ts";
import { type Listened, listen, wetness } from "./listen.ts";
import { trackField, trackOf } from "./song-parts.ts";
import { studioTool } from "./studio-tool.ts";

const pictures = { small: { width: 512, height: 192 }, large: { width: 640, height: 256 } } as const;
const nameField = { type: "string", minLength: 1, maxLength: 32 } as const;

export const renderAndMeasure = studioTool<{
  bars?: string;
  tracks?: readonly string[];
  take?: string;
  per_track?: boolean;
  spectrogram?: keyof typeof pictures;
  save_as?: string;
  compare_to?: string;
}>({
  name: "render_and_measure",
  title: "Render and measure",
  description:
    "Renders the song, some bars, some tracks alone, or the song with a take of a proposal, through the same engine that plays it, and returns loudness (LUFS, range), true peak, the share of each band, centroid, width, correlation, onsets a second, punch, how much it rings, and the render's SHA-256. per_track measures every track and the rooms in the same pass: the balance. save_as keeps the measures under a name, compare_to returns what differs from kept ones; a scope that is not the same is said. spectrogram attaches a picture. Nothing changes.",
  effect: "read",
  foreign: true,
  timeoutMs: 120_000,
  places: ["tab", "headless", "review"],
  fields: {
    bars: barsField,
    tracks: { type: "array", items: trackField, maxItems: 64, description: "Only these sound" },
    take: { type: "string", maxLength: 40, pattern: "^r_[0-9]{1,9}(/[a-d])?$", description: "A proposal, and which of its takes" },
    per_track: { type: "boolean" },
    spectrogram: { type: "string", maxLength: 5, enum: Object.keys(pictures) },
    save_as: { ...nameField, description: "The last 16 names are kept" },
    compare_to: { ...nameField, description: "A name given to save_as before" },
  },
  async run(studio, input, call): Promise<OwnOutcome> {
    const { open, baselines } = studio;
    const { bars, take, per_track: perTrack = false, save_as: name, compare_to: other } = input;
    const against = other === undefined ? undefined : baselines.get(other);
    if (other !== undefined && against === undefined)
      throw new Refusal("missing", "Nothing was kept under that name", `There is ${baselines.names.join(", ") || "nothing kept yet"}`);
    const [proposal = "", which] = take?.split("/") ?? [];
    const song = take === undefined ? open.song : open.preview(proposal, which);
    const only = input.tracks === undefined ? undefined : new Set(input.tracks.map((track) => trackOf(song, track).id));
    const { rev } = open.song;
    const listened = await listen(studio, song, call, {
      ...(perTrack ? { stems: "all" as const } : {}),
      ...(bars === undefined ? {} : { stretch: stretchOf(song, bars) }),
      ...(only === undefined ? {} : { only }),
      ...(input.spectrogram === undefined ? {} : { picture: pictures[input.spectrogram] }),
    });
    const scope = scopeText(bars, only, take);
    const { mix, picture } = listened;
    const kept: Baseline = { scope, rev, mix, stems: listened.stems };
    if (name !== undefined) baselines.keep(name, kept);
    open.noteRender(call.caller.author, mix.hash, scope);
    return {
      is: "done",
      data: {
        scope,
        rev,
        ...heardLine(mix),
        sha256: mix.hash,
        ...(perTrack ? { tracks: stemLines(song, listened, only), ...rooms(listened) } : {}),
        ...(name === undefined ? {} : { saved_as: name }),
        ...(against === undefined || other === undefined ? {} : { compared: compared(other, against, kept) }),
        ...(picture === undefined ? {} : { spectrogram: pictureLine(picture) }),
      },
      ...(picture === undefined ? {} : { images: [imageOf(picture)] }),
    };
  },
});

function scopeText(bars: string | undefined, only: ReadonlySet<string> | undefined, take: string | undefined): string {
  const parts = [
    bars === undefined ? "song" : `bars ${bars}`,
    only === undefined ? "" : `of ${[...only].toSorted().join(", ")}`,
    take === undefined ? "" : `with ${take}`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function stemLines(song: Song, { stems }: Listened, only: ReadonlySet<string> | undefined): readonly JsonObject[] {
  return [...stems]
    .filter(([id]) => id !== roomsStem && (only === undefined || only.has(id)))
    .map(([id, heard]) => ({ track: id, name: song.tracks[id]?.name ?? "", ...heardLine(heard) }));
}

function rooms(listened: Listened): JsonObject {
  const heard = listened.stems.get(roomsStem);
  return heard === undefined ? {} : { rooms: { ...heardLine(heard), above_mix_db: number(wetness(listened), 1) } };
}

function compared(name: string, before: Baseline, after: Baseline): JsonObject {
  const tracks = [...after.stems].flatMap(([id, heard]) => {
    const was = before.stems.get(id);
    return was === undefined || was.hash === heard.hash ? [] : [{ track: id, ...heardDifference(was, heard) }];
  });
  return {
    to: name,
    of_rev: before.rev,
    ...(before.scope === after.scope ? {} : { other_scope: before.scope }),
    ...heardDifference(before.mix, after.mix),
    ...(tracks.length === 0 ? {} : { tracks }),
  };
}

function pictureLine({ width, height, seconds, hertz, decibels }: SpectrogramImage): JsonObject {
  return { width, height, seconds: number(seconds, 2), hertz: [...hertz], decibels: [...decibels] };
}

function imageOf({ png }: SpectrogramImage): Image {
  let binary = "";
  for (const byte of png) binary += String.fromCharCode(byte);
  return { data: btoa(binary), mimeType: "image/png" };
}
