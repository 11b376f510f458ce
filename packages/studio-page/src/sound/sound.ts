import { type ReadonlySignal, effect, signal } from "@preact/signals";
import { type SampleData, type Song, TempoMap, compilePlan } from "@jackfield/studio";
import type { Stretch } from "../desk/view.ts";

/** What the page's meters read, once a frame: peaks of the last report, as gains. */
export interface Levels {
  readonly master: number;
  /** By track, where the player says them. */
  readonly tracks: ReadonlyMap<string, number>;
}

/** What is heard. */
export interface Sound {
  readonly playing: ReadonlySignal<boolean>;
  /** From a place on, in ticks. */
  play(from: number): void;
  stop(): void;
  /** Where it plays now, in ticks. Read it once a frame. */
  now(): number;
  levels(): Levels;
  /** What is heard in the song's place, so many decibels louder; undefined: the song. */
  hear(take: HeardTake | undefined): void;
  /** Lets a track's device be heard with one note, beside whatever plays. */
  audition(note: AuditionNote): void;
}

/** A song as it would be. */
export interface HeardTake {
  readonly song: Song;
  readonly decibels: number;
}

export interface AuditionNote {
  readonly device: string;
  readonly params?: Readonly<Record<string, number>>;
  readonly pitch: number;
  readonly velocity?: number;
}

export interface SoundOptions {
  readonly song: ReadonlySignal<Song>;
  readonly samples: ReadonlyMap<string, SampleData>;
  readonly loop: ReadonlySignal<Stretch & { readonly on: boolean }>;
  readonly tell: (text: string) => void;
}

const silence: Levels = { master: 0, tracks: new Map() };

interface Report {
  readonly frame: number;
  readonly playing: boolean;
  readonly peaks: readonly number[];
  readonly master: number;
}

/** The kernel's worklet, started at the first sound: browsers allow none before the person has pressed something. */
export function openSound({ song, samples, loop, tell }: SoundOptions): Sound {
  const playing = signal(false);
  const heardTake = signal<HeardTake | undefined>(undefined);
  let levels = silence;
  let at = { tick: 0, seconds: 0, stamp: 0 };
  let started: Promise<{ readonly context: AudioContext; readonly node: AudioWorkletNode }> | undefined;
  let auditioner: AudioWorkletNode | undefined;

  async function start(): Promise<{ readonly context: AudioContext; readonly node: AudioWorkletNode }> {
    const context = new AudioContext({ latencyHint: "interactive" });
    await context.audioWorklet.addModule(new URL("./studio-player.js", import.meta.url).href);
    const node = makeNode(context);
    node.port.onmessage = ({ data }: MessageEvent<Report>) => heard(data, context.sampleRate);
    effect(() => {
      const plan = compilePlan(heardTake.value?.song ?? song.value, { rate: context.sampleRate });
      node.port.postMessage({ is: "plan", plan, samples, keep: true });
    });
    return { context, node };
  }

  function makeNode(context: AudioContext): AudioWorkletNode {
    const node = new AudioWorkletNode(context, "jackfield-player", { numberOfInputs: 0, outputChannelCount: [2] });
    node.connect(context.destination);
    return node;
  }

  function heard(report: Report, rate: number): void {
    const seconds = report.frame / rate;
    const tempo = new TempoMap(song.peek().tempo);
    levels = { master: report.master, tracks: new Map() };
    if (!report.playing || !playing.peek()) return;
    at = { tick: tempo.tickAt(seconds), seconds, stamp: performance.now() };
    const { on, from, to } = loop.peek();
    if (on && at.tick >= to) api.play(from);
  }

  const api: Sound = {
    playing,
    play(from) {
      playing.value = true;
      at = { tick: from, seconds: new TempoMap(song.peek().tempo).secondsAt(from), stamp: performance.now() };
      started ??= start();
      started.then(
        async ({ context, node }) => {
          await context.resume();
          if (!playing.peek()) return;
          node.port.postMessage({ is: "play", from: new TempoMap(song.peek().tempo).frameAt(from, context.sampleRate) });
        },
        (error: unknown) => {
          playing.value = false;
          started = undefined;
          tell(`No sound: ${error instanceof Error ? error.message : "the browser gives none"}`);
        },
      );
    },
    stop() {
      playing.value = false;
      levels = silence;
      void started?.then(({ node }) => node.port.postMessage({ is: "stop" }));
    },
    now() {
      if (!playing.peek()) return at.tick;
      return new TempoMap(song.peek().tempo).tickAt(at.seconds + Math.min(0.2, (performance.now() - at.stamp) / 1_000));
    },
    levels: () => levels,
    hear: (take) => void (heardTake.value = take),
    audition({ device, params = {}, pitch, velocity = 100 }) {
      started ??= start();
      void started.then(async ({ context }) => {
        await context.resume();
        auditioner ??= makeNode(context);
        const plan = compilePlan(auditionSong(song.peek(), device, params, pitch, velocity), { rate: context.sampleRate });
        auditioner.port.postMessage({ is: "plan", plan, samples, keep: false });
        auditioner.port.postMessage({ is: "play", from: 0 });
      });
    },
  };
  return api;
}

/** A song of one note. */
function auditionSong(song: Song, device: string, params: Readonly<Record<string, number>>, pitch: number, velocity: number): Song {
  const track = Object.values(song.tracks).find((each) => each.device === device);
  return {
    ...song,
    sections: {},
    tempo: { p_first: { tick: 0, bpm: 120 } },
    tracks: {
      t_try: {
        name: "",
        hue: 0,
        order: "i",
        kind: "notes",
        device,
        params,
        sample: track?.sample,
        strip: {
          gainDb: -6,
          pan: 0,
          mute: false,
          solo: false,
          reverbDb: -24,
          echoDb: -150,
          eq: { highPassHz: 0, lowDb: 0, lowHz: 120, midDb: 0, midHz: 900, midQ: 0.9, highDb: 0, highHz: 7_500 },
          compressor: undefined,
        },
        clips: { c_try: { name: "", tick: 0, ticks: 480, notes: { n_try: { tick: 0, ticks: 360, pitch, velocity } }, audio: undefined } },
        automation: {},
      },
    },
  };
}
