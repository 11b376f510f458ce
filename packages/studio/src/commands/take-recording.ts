import { Fault, cutText } from "@jackfield/contract";
import { AudioFileError } from "../audio-files/audio-file-error.ts";
import { decodeHere } from "../audio-decoder.ts";
import type { DecodedAudio } from "../audio-files/decoded-audio.ts";
import { resample } from "../audio-files/resample.ts";
import { middleC } from "../kernel/modules/module.ts";
import { sampleHash } from "../measure/pcm-hash.ts";
import type { Op } from "../song/op-row.ts";
import { songRate } from "../song/song-rate.ts";
import { commandCeilings } from "./command-ceilings.ts";
import type { Desk } from "./desk.ts";

/** A recording that came in: what the song is to know of it, and what the file was. */
export interface Recording {
  readonly sha: string;
  readonly name: string;
  readonly frames: number;
  readonly channels: 1 | 2;
  /** The op that makes it the song's. */
  readonly op: Op;
  readonly file: { readonly container: string; readonly codec: string; readonly rate: number; readonly channels: number };
  readonly notes: readonly string[];
}

/**
 * Reads a file, brings it to the song's rate and keeps its sound by its hash: the same recording twice is one. Throws a Fault that says what is
 * wrong with the file; where it was called off, the signal's reason.
 */
export async function takeRecording(desk: Desk, path: string, name?: string): Promise<Recording> {
  const { studio, call } = desk;
  const bytes = await studio.ports.files.read(path, call.signal);
  call.progress({ progress: 1, total: 4, message: "Read" });
  const decoded = await decode(desk, bytes);
  call.progress({ progress: 2, total: 4, message: "Decoded" });
  const all = await resample(decoded.channels, decoded.rate, songRate, { signal: call.signal });
  call.progress({ progress: 3, total: 4, message: "At the song's rate" });
  const [left = new Float32Array(1), right] = all;
  const sha = sampleHash(right === undefined ? [left] : [left, right], songRate);
  if (studio.ports.samples.get(sha) === undefined) makeRoom(desk, left.length * (right === undefined ? 4 : 8));
  studio.ports.samples.add(sha, { rate: songRate, hertz: middleC, left, right: right ?? left });
  const channels = right === undefined ? 1 : 2;
  const called = cutText(name ?? nameOf(path), 64) || "Recording";
  const { author } = call.caller;
  return {
    sha,
    name: called,
    frames: left.length,
    channels,
    op: {
      op: "sample.add",
      sha,
      name: called,
      frames: left.length,
      rate: songRate,
      channels,
      from: "import",
      by: cutText(author.name, 64) || "Somebody",
    },
    file: { container: decoded.format.container, codec: decoded.format.codec, rate: decoded.rate, channels: decoded.format.channels },
    notes: decoded.notes,
  };
}

/** Recordings of changes that were taken back, and of batches that failed, go first. Throws where those that the song plays fill all the room. */
function makeRoom({ studio, song }: Desk, bytes: number): void {
  const { samples } = studio.ports;
  const most = commandCeilings.recordingBytes.value;
  const held = (): number => [...samples.all.values()].reduce((sum, { left, right }) => sum + left.length * (left === right ? 4 : 8), 0);
  if (held() + bytes <= most) return;
  samples.keepOnly?.(new Set([...Object.keys(song.samples), ...Object.keys(studio.open.song.samples)]));
  const got = held() + bytes;
  if (got > most)
    throw new Fault("file_unusable", `The song's recordings would take ${got} bytes of memory, at most ${most} are held`, {
      hint: "Remove recordings that are not needed, or use shorter ones",
      data: { ceiling: "recordingBytes", limit: most, got },
    });
}

async function decode({ studio, call }: Desk, bytes: Uint8Array): Promise<DecodedAudio> {
  const { decoder = decodeHere } = studio.ports;
  try {
    return await decoder(bytes, { signal: call.signal });
  } catch (error) {
    if (!(error instanceof AudioFileError)) throw error;
    throw new Fault("file_unusable", error.message, { cause: error });
  }
}

/** A file's name without its folder and its ending. */
function nameOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}
