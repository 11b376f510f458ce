import { Fault, safeText } from "@jackfield/contract";
import { type EncodedKind, encodeAudio } from "../audio-files/encode-audio.ts";
import type { AudioEncoder, EncodedSample } from "../audio-files/audio-encoder.ts";
import { compilePlan } from "../compile-plan.ts";
import type { RenderRange } from "../render.ts";
import { songRate } from "../song/song-rate.ts";
import type { FilePiece } from "../studio-ports.ts";
import type { Song } from "../song/song.ts";
import { TempoMap } from "../song/tempo-map.ts";
import { BounceMeter } from "./bounce-meter.ts";
import type { Desk } from "./desk.ts";
import { PieceLane } from "./piece-lane.ts";

/** How a file is written. */
export interface FileForm {
  readonly kind: EncodedKind;
  readonly sample: EncodedSample;
  /** Dither of whole numbers: always the same, so that the same song gives the same bytes. */
  readonly dither: boolean;
}

/** A file that was bounced, and what its sound is like. */
export interface Bounced {
  readonly path: string;
  readonly bytes: number;
  readonly clipped: number;
  readonly measures: ReturnType<BounceMeter["end"]>;
}

/** One file of a bounce: the mix, or a stem. */
interface Lane {
  readonly path: string;
  readonly encoder: AudioEncoder;
  /** Room for the head, which is known at the end only. */
  readonly headBytes: number;
  readonly meter: BounceMeter;
  readonly lane: PieceLane<FilePiece>;
  clipped: number;
}

/**
 * Renders the song as it is at this desk into files: the mix, or one file for each stem, in one pass and in constant memory. All of them are there
 * at the end, or none: what fails or is called off leaves nothing. Progress is told about each second of sound.
 */
export async function bounce(
  desk: Desk,
  files: { readonly mix?: string; readonly stems?: ReadonlyMap<string, string> },
  {
    form,
    range,
    replace,
    folders = false,
  }: { readonly form: FileForm; readonly range: RenderRange | undefined; readonly replace: boolean; readonly folders?: boolean },
): Promise<ReadonlyMap<string, Bounced>> {
  const { studio, call, song } = desk;
  const plan = compilePlan(song, { rate: songRate });
  const stop = new AbortController();
  const signal = AbortSignal.any([call.signal, stop.signal]);
  const wanted = files.mix === undefined ? (files.stems ?? new Map<string, string>()) : new Map([[mixLane, files.mix]]);
  await demandFree(desk, [...wanted.values()], replace);
  const lanes = new Map([...wanted].map(([id, path]) => [id, laneOf(path, form)]));
  const writes = [...lanes.values()].map(({ path, lane }) =>
    desk.write(path, lane, replace, { folders, signal }).catch((error: unknown) => {
      // One that cannot be written ends all.
      stop.abort(error);
      throw error;
    }),
  );
  const samples = studio.ports.samples.all;
  const options = { signal, stems: files.mix === undefined, ...(range === undefined ? {} : { range }), progress: told(desk) };
  try {
    for await (const piece of studio.ports.renderer.render(plan, samples, options)) {
      for (const { id, left, right } of [{ id: mixLane, left: piece.left, right: piece.right }, ...piece.stems])
        await feed(lanes.get(id), left, right, signal);
    }
    for (const each of lanes.values()) await finish(each, signal);
    const written = await Promise.all(writes);
    return new Map(
      [...lanes].map(([id, { path, clipped, meter }], index) => [
        id,
        { path, clipped, bytes: written[index]?.bytes ?? 0, measures: meter.end() },
      ]),
    );
  } catch (error) {
    stop.abort(error);
    for (const { lane } of lanes.values()) lane.fail(error);
    await Promise.allSettled(writes);
    throw error;
  }
}

/** The mix among the lanes: no track has this id. */
export const mixLane = "mix";

/** Frames from tick to tick; all of the song where neither is given. */
export function rangeOf(song: Song, from: number | undefined, to: number | undefined): RenderRange | undefined {
  if (from === undefined && to === undefined) return undefined;
  const tempo = new TempoMap(song.tempo);
  const begins = from === undefined ? 0 : tempo.frameAt(from, songRate);
  const ends = to === undefined ? compilePlan(song, { rate: songRate }).frames : tempo.frameAt(to, songRate);
  if (ends <= begins)
    throw new Fault("arguments_invalid", "There is nothing between the beginning and the end of what is to be bounced", {
      hint: "Give an end that lies behind the beginning",
    });
  return { from: begins, frames: ends - begins };
}

/** Before a render of minutes, and again, by the system, when the file takes its name. */
async function demandFree({ studio }: Desk, paths: readonly string[], replace: boolean): Promise<void> {
  for (const path of paths) {
    if ((await studio.ports.files.isFolder?.(path)) === true)
      throw new Fault("file_unusable", `Cannot write "${safeText(path, 200)}": it is a folder, and must be a file`, {
        hint: "Name a file in it, or pass stems: true for one file a track",
      });
    if ((await studio.ports.files.exists(path)) && !replace)
      throw new Fault("file_exists", undefined, { hint: "Choose another path, or pass replace: true" });
  }
}

function laneOf(path: string, { kind, sample, dither }: FileForm): Lane {
  const options = { rate: songRate, channels: 2, sample, dither: dither && sample !== "f32" ? ditherSeed : undefined } as const;
  const encoder = encodeAudio(kind, options);
  // The head of a file is as long for no sound as for an hour.
  const headBytes = encodeAudio(kind, options).end().head.length;
  const lane = new PieceLane<FilePiece>();
  return { path, encoder, headBytes, lane, meter: new BounceMeter(), clipped: 0 };
}

async function feed(lane: Lane | undefined, left: Float32Array, right: Float32Array, signal: AbortSignal): Promise<void> {
  if (lane === undefined) return;
  lane.meter.feed(left, right);
  if (!lane.lane.begun) await lane.lane.push(new Uint8Array(lane.headBytes), signal);
  await lane.lane.push(lane.encoder.feed([left, right]), signal);
}

async function finish(lane: Lane, signal: AbortSignal): Promise<void> {
  const { head, tail } = lane.encoder.end();
  lane.clipped = lane.encoder.clipped;
  if (!lane.lane.begun) await lane.lane.push(new Uint8Array(lane.headBytes), signal);
  if (tail.length > 0) await lane.lane.push(tail, signal);
  await lane.lane.push({ at: 0, bytes: head }, signal);
  lane.lane.end();
}

function told({ call }: Desk): (done: number, of: number) => void {
  let last = 0;
  return (done, of) => {
    if (done - last < songRate && done < of) return;
    last = done;
    call.progress({ progress: done, total: of, message: `${Math.floor(done / songRate)} of ${Math.ceil(of / songRate)} s` });
  };
}

const ditherSeed = 20_260_101;
