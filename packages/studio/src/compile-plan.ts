import { builtInDevices } from "./devices/built-in.ts";
import type { DeviceGraph } from "./kernel/device.ts";
import type { ClipPlan, Curve, DevicePlan, NotePlan, Plan, TrackPlan } from "./kernel/plan.ts";
import { blockFrames } from "./kernel/block.ts";
import { gainOfDecibels } from "./kernel/exact-math.ts";
import type { ById, Clip, Song, SongStrip, SongTrack } from "./song/song.ts";
import { TempoMap } from "./song/tempo-map.ts";
import { Memo } from "./memo.ts";

export interface CompileOptions {
  readonly rate: number;
  /** Only these tracks sound: a stem, or what somebody listens to alone. */
  readonly only?: ReadonlySet<string>;
}

/**
 * A song as the kernel plays it. The same song gives the same plan, and what has not changed in a song gives the same objects: a song of 16,000 notes
 * of which one is another is compiled in a fraction of a millisecond, and `planChange` finds what is different.
 */
export function compilePlan(song: Song, { rate, only }: CompileOptions): Plan {
  const tempo = tempos.of(song.tempo, [], () => new TempoMap(song.tempo));
  const time: Time = { at: (tick) => tempo.frameAt(tick, rate), of: tempo, rate };
  const { at } = time;
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
    tracks: tracks.map(([id, track]) => trackPlan(song, id, track, !sounds(id, track), time)),
    reverb: { seconds: reverbSeconds, dulls: reverbDulls },
    // An echo keeps to the tempo at the beginning.
    echo: { frames: Math.floor(tempo.secondsAt(Math.floor(echoBeats * 480)) * rate), feedback: echoFeedback },
    master: { decibels: song.master.gainDb, ceilingDecibels: song.master.ceilingDb },
  };
}

/** Where ticks are in frames, and what that depends on. */
interface Time {
  readonly at: (tick: number) => number;
  readonly of: TempoMap;
  readonly rate: number;
}

const tempos = new Memo<Song["tempo"], TempoMap>();
const tracksMade = new Memo<SongTrack, TrackPlan>();
const notesOfTracks = new Memo<SongTrack["clips"], readonly NotePlan[]>();
const notesOfClips = new Memo<Clip, readonly NotePlan[]>();
const clipsOfTracks = new Memo<SongTrack["clips"], readonly ClipPlan[]>();
const stripsMade = new Memo<SongStrip, TrackPlan["strip"]>();
const devicesMade = new Memo<SongTrack["params"], DevicePlan>();

function trackPlan(song: Song, id: string, track: SongTrack, isSilent: boolean, time: Time): TrackPlan {
  const graph = graphOf(song, track);
  const { clips, strip, automation, kind } = track;
  return tracksMade.of(track, [id, graph, isSilent, time.of, time.rate], () => ({
    id,
    device: graph === undefined ? undefined : devicePlan(id, track, graph, time),
    notes: kind === "notes" ? notesOfTracks.of(clips, [time.of, time.rate], () => notesOfTrack(clips, time)) : none,
    clips: clipsOfTracks.of(clips, [time.of, time.rate], () => clipsOfTrack(clips, time)),
    strip: stripsMade.of(strip, [automation, isSilent, time.of, time.rate], () => stripPlan(strip, automation, isSilent, time.at)),
  }));
}

function graphOf(song: Song, { kind, device }: SongTrack): DeviceGraph | undefined {
  if (kind !== "notes") return undefined;
  const own = Object.hasOwn(song.devices, device) ? song.devices[device] : undefined;
  return own ?? (Object.hasOwn(builtInDevices, device) ? builtInDevices[device] : undefined);
}

function devicePlan(id: string, { params, automation, sample }: SongTrack, graph: DeviceGraph, { at, of, rate }: Time): DevicePlan {
  return devicesMade.of(params, [id, graph, automation, sample, of, rate], () => ({
    graph,
    params: Object.fromEntries(
      Object.entries(graph.params).map(([name, spec]) => [name, curveOf(automation[`device.${name}`], params[name] ?? spec.default, at)]),
    ),
    seed: seedOf(id),
    ...(sample === undefined ? {} : { sample }),
  }));
}

/** By their place, and then by their id. */
function inOrder(clips: SongTrack["clips"]): readonly Clip[] {
  return Object.entries(clips)
    .toSorted(([a, one], [b, other]) => one.tick - other.tick || compare(a, b))
    .map(([, clip]) => clip);
}

function notesOfTrack(clips: SongTrack["clips"], time: Time): readonly NotePlan[] {
  return inOrder(clips)
    .flatMap((clip) => notesOfClips.of(clip, [time.of, time.rate], () => notesOf(clip, time.at)))
    .toSorted((a, b) => a.at - b.at || a.pitch - b.pitch);
}

function clipsOfTrack(clips: SongTrack["clips"], time: Time): readonly ClipPlan[] {
  const made = inOrder(clips).flatMap((clip) => audioOf(clip, time));
  return made.length === 0 ? noClips : made;
}

/** Notes as they sound: what lies outside the clip is silent, and what reaches past it is cut. */
function notesOf(clip: Clip, at: Time["at"]): readonly NotePlan[] {
  return Object.entries(clip.notes)
    .filter(([, { tick }]) => tick >= 0 && tick < clip.ticks)
    .toSorted(([a, one], [b, other]) => one.tick - other.tick || one.pitch - other.pitch || compare(a, b))
    .map(([, { tick, ticks, pitch, velocity }]) => {
      const from = at(clip.tick + tick);
      const to = at(clip.tick + Math.min(tick + ticks, clip.ticks));
      return { at: from, frames: Math.max(1, to - from), pitch, velocity: velocity / 127 };
    });
}

function audioOf(clip: Clip, { at, rate }: Time): readonly ClipPlan[] {
  const { audio } = clip;
  if (audio === undefined) return [];
  const from = at(clip.tick);
  const frames = Math.max(1, at(clip.tick + clip.ticks) - from);
  const fade = (ms: number): number => Math.floor((ms * rate) / 1_000);
  const { sample, gainDb, fadeInMs, fadeOutMs } = audio;
  return [{ at: from, frames, sample, from: audio.from, gain: gainOfDecibels(gainDb), fadeIn: fade(fadeInMs), fadeOut: fade(fadeOutMs) }];
}

function stripPlan(strip: SongStrip, automation: SongTrack["automation"], isSilent: boolean, at: Time["at"]): TrackPlan["strip"] {
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

function curveOf(points: ById<{ tick: number; value: number; shape: "hold" | "line" }> | undefined, value: number, at: Time["at"]): Curve {
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

const none: readonly NotePlan[] = [];
const noClips: readonly ClipPlan[] = [];
/** What rings on after the last clip, beside the room. */
const tailSeconds = 1;
