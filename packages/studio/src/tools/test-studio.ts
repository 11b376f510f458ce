import { OpenSong, type OpenSongOptions } from "../open-song/open-song.ts";
import type { Caller } from "../open-song/caller.ts";
import type { SampleData } from "../kernel/modules/module.ts";
import { renderHere } from "../renderer.ts";
import { emptySong } from "../song/empty-song.ts";
import type { Op, Role } from "../song/op-row.ts";
import { applyOps } from "../song/ops.ts";
import type { Song } from "../song/song.ts";
import type { Room, StudioPorts } from "../studio-ports.ts";
import { Studio } from "../studio.ts";
import type { StudioCall } from "./studio-tool.ts";

/** The song that tests of the tools share: four bars in A minor with drums, bass, keys and a pad, by Ann. */
export function testSong(): Song {
  const { song, missed } = applyOps(emptySong("s_test", "Night drive"), [...testOps()]);
  if (missed.length > 0) throw new Error(`The test song's ${missed[0]?.op} misses`);
  return song;
}

/** A studio in memory, its clock a number that grows by one with each look. */
export function testStudio(options: Partial<Pick<OpenSongOptions, "song" | "agents">> & { readonly room?: Room } = {}): Studio {
  let now = 1_700_000_000_000;
  const clock = (): number => (now += 1);
  const samples = new Map<string, SampleData>();
  const never = (): never => {
    throw new Error("These tests have no files");
  };
  const ports: StudioPorts = {
    files: { roots: { confined: true }, read: never, write: never, exists: never },
    sessions: { open: never, save: never },
    samples: { get: (sha) => samples.get(sha), add: (sha, data) => void samples.set(sha, data), all: samples },
    renderer: renderHere,
    address: "https://studio.example/",
    now: clock,
    ...(options.room === undefined ? {} : { room: options.room }),
  };
  const { song = testSong(), agents = "apply" } = options;
  return new Studio(ports, new OpenSong({ song, now: clock, agents }));
}

/** A call by the agent that acts for Ann, who owns the song. */
export function agentCall(role: Role = "owner", signal: AbortSignal = new AbortController().signal): StudioCall {
  return callBy({ author: { id: "agent:claude", name: "claude.ai", kind: "agent" }, role }, signal);
}

export const ann: Caller = { author: { id: "ann", name: "Ann", kind: "person" }, role: "owner" };

export function callBy(caller: Caller, signal: AbortSignal = new AbortController().signal): StudioCall {
  return { caller, signal, progress: () => undefined };
}

const bar = 1_920;
const beat = 480;
const note = (id: string, tick: number, ticks: number, pitch: number, velocity: number): object => ({ id, tick, ticks, pitch, velocity });

/** Am F C G, a bar each. */
const chords = [
  [57, 60, 64],
  [53, 57, 60],
  [55, 60, 64],
  [55, 59, 62],
] as const;
const roots = [33, 29, 36, 31] as const;

function* testOps(): Generator<Op> {
  yield { op: "song.set", tonic: "A", mode: "minor" };
  yield { op: "tempo.set", id: "p_first", tick: 0, bpm: 120 };
  yield { op: "section.set", id: "x_a", name: "Verse", tick: 0, ticks: 2 * bar };
  yield { op: "section.set", id: "x_b", name: "Chorus", tick: 2 * bar, ticks: 2 * bar };
  yield { op: "marker.set", id: "k_drop", name: "Drop", tick: 2 * bar };
  const tracks = [
    ["t_drums", "Drums", "drums", 20],
    ["t_bass", "Bass", "sub", 220],
    ["t_keys", "Keys", "keys", 140],
    ["t_pad", "Pad", "pad", 280],
  ] as const;
  for (const [index, [id, name, device, hue]] of tracks.entries())
    yield { op: "track.add", id, name, kind: "notes", device, hue, order: `a${index}` };
  yield { op: "strip.set", track: "t_keys", gainDb: -8, pan: 0.3, reverbDb: -18 };
  yield { op: "strip.set", track: "t_pad", gainDb: -12, pan: -0.2 };
  yield { op: "eq.set", track: "t_bass", lowDb: 2 };
  yield { op: "auto.set", track: "t_pad", param: "device.cutoff", id: "a_one", tick: 0, value: 700, shape: "line" };
  yield { op: "auto.set", track: "t_pad", param: "device.cutoff", id: "a_two", tick: 4 * bar, value: 2_000, shape: "hold" };
  const drums = chords.flatMap((_, at) => [
    ...[0, 2].map((on) => note(`n_k${at}${on}`, at * bar + on * beat, 120, 36, 110)),
    ...[1, 3].map((on) => note(`n_s${at}${on}`, at * bar + on * beat, 120, 38, 100)),
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((on) => note(`n_h${at}${on}`, at * bar + on * 240, 60, 42, on % 2 === 0 ? 80 : 60)),
  ]);
  yield { op: "clip.add", track: "t_drums", id: "c_drums", name: "Beat", tick: 0, ticks: 4 * bar, notes: drums };
  const bass = roots.flatMap((pitch, at) =>
    [0, 3, 4, 6].map((on) => note(`n_b${at}${on}`, at * bar + on * 240, 200, pitch, on === 0 ? 110 : 90)),
  );
  yield { op: "clip.add", track: "t_bass", id: "c_bass", name: "Low", tick: 0, ticks: 4 * bar, notes: bass };
  for (const half of [0, 1])
    yield {
      op: "clip.add",
      track: "t_keys",
      id: `c_keys${half}`,
      name: half === 0 ? "Chords A" : "Chords B",
      tick: half * 2 * bar,
      ticks: 2 * bar,
      notes: chords
        .slice(half * 2, half * 2 + 2)
        .flatMap((pitches, at) =>
          pitches.flatMap((pitch) => [0, 2].map((on) => note(`n_c${half}${at}${pitch}${on}`, at * bar + on * beat + 10, 400, pitch, 78))),
        ),
    };
  yield {
    op: "clip.add",
    track: "t_pad",
    id: "c_pad",
    name: "Air",
    tick: 0,
    ticks: 4 * bar,
    notes: chords.flatMap((pitches, at) => pitches.map((pitch) => note(`n_p${at}${pitch}`, at * bar, bar, pitch + 12, 70))),
  };
}
