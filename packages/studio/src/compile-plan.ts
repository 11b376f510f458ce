import { builtInDevices } from "./devices/built-in.ts";
import type { DeviceGraph } from "./kernel/device.ts";
import type { ClipPlan, Curve, DevicePlan, NotePlan, Plan, TrackPlan } from "./kernel/plan.ts";
import { blockFrames } from "./kernel/block.ts";
import { gainOfDecibels } from "./kernel/exact-math.ts";
import type { ById, Song, SongStrip, SongTrack } from "./song/song.ts";
import { TempoMap } from "./song/tempo-map.ts";

export interface CompileOptions {
  readonly rate: number;
  /** Only these tracks sound: a stem, or what somebody listens to alone. */
  readonly only?: ReadonlySet<string>;
}

/** A song as the kernel plays it. The same song gives the same plan. */
export function compilePlan(song: Song, { rate, only }: CompileOptions): Plan {
  const tempo = new TempoMap(song.tempo);
  const at = (tick: number): number => tempo.frameAt(tick, rate);
  const tracks = Object.entries(song.tracks).toSorted(([a, one], [b, other]) => compare(one.order, other.order) || compare(a, b));
  const solos = tracks.some(([, { strip }]) => strip.solo);
  const sounds = (id: string, { strip }: SongTrack): boolean => (only?.has(id) ?? true) && !strip.mute && (!solos || strip.solo);
  const lastTick = Math.max(
    0,
    ...tracks.flatMap(([, { clips }]) => Object.values(clips).map(({ tick, ticks }) => tick + ticks)),
    ...Object.values(song.sections).map(({ tick, ticks }) => tick + ticks),
  );
  const { reverbSeconds, reverbDulls, echoBeats, echoFeedback } = song.rooms;
  const frames = at(lastTick) + Math.ceil((reverbSeconds + tailSeconds) * rate);
  return {
    rate,
    frames: Math.ceil(frames / blockFrames) * blockFrames,
    tracks: tracks.map(([id, track]) => trackPlan(song, id, track, !sounds(id, track), at, rate)),
    reverb: { seconds: reverbSeconds, dulls: reverbDulls },
    // An echo keeps to the tempo at the beginning.
    echo: { frames: Math.floor(tempo.secondsAt(Math.floor(echoBeats * 480)) * rate), feedback: echoFeedback },
    master: { decibels: song.master.gainDb, ceilingDecibels: song.master.ceilingDb },
  };
}

type FrameAt = (tick: number) => number;

function trackPlan(song: Song, id: string, track: SongTrack, isSilent: boolean, at: FrameAt, rate: number): TrackPlan {
  const clips = Object.entries(track.clips).toSorted(([a, one], [b, other]) => one.tick - other.tick || compare(a, b));
  return {
    id,
    device: devicePlan(song, id, track, at),
    notes:
      track.kind === "notes" ? clips.flatMap(([, clip]) => notesOf(clip, at)).toSorted((a, b) => a.at - b.at || a.pitch - b.pitch) : [],
    clips: clips.flatMap(([, clip]) => audioOf(clip, at, rate)),
    strip: stripPlan(track.strip, track.automation, isSilent, at),
  };
}

function devicePlan(song: Song, id: string, track: SongTrack, at: FrameAt): DevicePlan | undefined {
  if (track.kind !== "notes") return undefined;
  const own = Object.hasOwn(song.devices, track.device) ? song.devices[track.device] : undefined;
  const graph: DeviceGraph | undefined = own ?? (Object.hasOwn(builtInDevices, track.device) ? builtInDevices[track.device] : undefined);
  if (graph === undefined) return undefined;
  const params = Object.fromEntries(
    Object.entries(graph.params).map(([name, spec]) => [
      name,
      curveOf(track.automation[`device.${name}`], track.params[name] ?? spec.default, at),
    ]),
  );
  return { graph, params, seed: seedOf(id), ...(track.sample === undefined ? {} : { sample: track.sample }) };
}

/** Notes as they sound: what lies outside the clip is silent, and what reaches past it is cut. */
function notesOf(clip: SongTrack["clips"][string], at: FrameAt): readonly NotePlan[] {
  return Object.entries(clip.notes)
    .filter(([, { tick }]) => tick >= 0 && tick < clip.ticks)
    .toSorted(([a, one], [b, other]) => one.tick - other.tick || one.pitch - other.pitch || compare(a, b))
    .map(([, { tick, ticks, pitch, velocity }]) => {
      const from = at(clip.tick + tick);
      const to = at(clip.tick + Math.min(tick + ticks, clip.ticks));
      return { at: from, frames: Math.max(1, to - from), pitch, velocity: velocity / 127 };
    });
}

function audioOf(clip: SongTrack["clips"][string], at: FrameAt, rate: number): readonly ClipPlan[] {
  const { audio } = clip;
  if (audio === undefined) return [];
  const from = at(clip.tick);
  const frames = Math.max(1, at(clip.tick + clip.ticks) - from);
  const fade = (ms: number): number => Math.floor((ms * rate) / 1_000);
  const { sample, gainDb, fadeInMs, fadeOutMs } = audio;
  return [{ at: from, frames, sample, from: audio.from, gain: gainOfDecibels(gainDb), fadeIn: fade(fadeInMs), fadeOut: fade(fadeOutMs) }];
}

function stripPlan(strip: SongStrip, automation: SongTrack["automation"], isSilent: boolean, at: FrameAt): TrackPlan["strip"] {
  const { eq, compressor } = strip;
  return {
    decibels: curveOf(automation["gainDb"], strip.gainDb, at),
    pan: curveOf(automation["pan"], strip.pan, at),
    isSilent,
    eq: {
      highPassHertz: eq.highPassHz,
      lowDecibels: eq.lowDb,
      lowHertz: eq.lowHz,
      bellDecibels: eq.midDb,
      bellHertz: eq.midHz,
      bellQ: eq.midQ,
      highDecibels: eq.highDb,
      highHertz: eq.highHz,
    },
    compressor:
      compressor === undefined
        ? undefined
        : {
            thresholdDecibels: compressor.thresholdDb,
            ratio: compressor.ratio,
            attackSeconds: compressor.attackMs / 1_000,
            releaseSeconds: compressor.releaseMs / 1_000,
            makeupDecibels: compressor.makeupDb,
          },
    reverb: curveOf(automation["reverbDb"], strip.reverbDb, at),
    echo: curveOf(automation["echoDb"], strip.echoDb, at),
  };
}

function curveOf(points: ById<{ tick: number; value: number; shape: "hold" | "line" }> | undefined, value: number, at: FrameAt): Curve {
  const list = Object.entries(points ?? {}).toSorted(([a, one], [b, other]) => one.tick - other.tick || compare(a, b));
  return list.length === 0 ? value : list.map(([, point]) => ({ at: at(point.tick), value: point.value, shape: point.shape }));
}

/** A number of a track's own, from its id: the same track sounds the same in every song. */
function seedOf(id: string): number {
  let seed = 17;
  for (let at = 0; at < id.length; at++) seed = (Math.imul(seed, 31) + id.charCodeAt(at)) | 0;
  return seed & 0x3ffffff;
}

/** By code unit: an order that depends on nobody's language. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What rings on after the last clip, beside the room. */
const tailSeconds = 1;
