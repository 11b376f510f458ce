import { type ReadonlySignal, effect, signal } from "@preact/signals";
import type { SampleData, Song } from "@jackfield/studio";
import type { Player, PlayerState } from "@jackfield/studio/player";
import type { Stretch } from "../desk/view.ts";
import { temposOf } from "../song/positions.ts";

/** What the page's meters read, once a frame: the loudest since the last report, as gains. */
export interface Levels {
  readonly master: number;
  readonly tracks: ReadonlyMap<string, number>;
  /** Loudness of the last 400 ms; undefined in silence. */
  readonly lufs: number | undefined;
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
  /** Lets a device be heard with one note, beside whatever plays. */
  audition(note: AuditionNote): void;
  /** A key of a track goes down, for a moment. Velocity 1 to 127. */
  press(track: string, pitch: number, velocity?: number): void;
  /** The player, once there is one: for takes, and for what else it can. */
  readonly player: ReadonlySignal<Player | undefined>;
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

/** How long a key of the page is down. */
const pressMs = 240;
/** Keys by number: by then the first is long up. */
const mostKeys = 1_000;

const silence: Levels = { master: 0, tracks: new Map(), lufs: undefined };

/** The player, opened at the first sound: browsers allow none before the person has pressed something. */
export function openSound({ song, samples, loop, tell }: SoundOptions): Sound {
  const playing = signal(false);
  const heardTake = signal<HeardTake | undefined>(undefined);
  const player = signal<Player | undefined>(undefined);
  let levels = silence;
  let resting = 0;
  let parts: typeof import("./player-parts.ts") | undefined;
  let opening: Promise<Player> | undefined;
  let trier: Promise<Player> | undefined;
  let keys = 0;

  async function open(onState: (state: PlayerState) => void): Promise<Player> {
    parts = await import("./player-parts.ts");
    return parts.Player.open({ worklet: new URL("./studio-player.js", import.meta.url), sample: (name) => samples.get(name), onState });
  }

  function main(): Promise<Player> {
    opening ??= open((state) => {
      levels = {
        master: Math.max(state.master.left, state.master.right),
        tracks: new Map(state.tracks.map(({ id, left, right }) => [id, Math.max(left, right)])),
        lufs: state.momentary,
      };
    }).then((made) => {
      const rate = made.context.sampleRate;
      const { compilePlan } = parts ?? raise();
      const plan = (of: Song) => compilePlan(of, { rate });
      effect(() => void made.setSong(plan(song.value)));
      effect(() => {
        const take = heardTake.value;
        if (take !== undefined) made.setTake(1, plan(take.song), take.decibels);
        made.listen(take === undefined ? 0 : 1);
        if (take === undefined) made.forgetTake(1);
      });
      effect(() => {
        const { on, from, to } = loop.value;
        const tempo = temposOf(song.value);
        made.loop(on && to > from ? { from: tempo.frameAt(from, rate), to: tempo.frameAt(to, rate) } : undefined);
      });
      player.value = made;
      return made;
    });
    return opening;
  }

  function failed(error: unknown): void {
    playing.value = false;
    opening = undefined;
    tell(`No sound: ${error instanceof Error ? error.message : "the browser gives none"}`);
  }

  return {
    playing,
    player,
    play(from) {
      playing.value = true;
      resting = from;
      main().then(async (made) => {
        if (playing.peek()) await made.play(temposOf(song.peek()).frameAt(from, made.context.sampleRate));
      }, failed);
    },
    stop() {
      playing.value = false;
      levels = silence;
      player.peek()?.stop();
    },
    now() {
      const made = player.peek();
      if (!playing.peek() || made?.state?.playing !== true) return resting;
      resting = temposOf(song.peek()).tickAt(made.frame / made.context.sampleRate);
      return resting;
    },
    levels: () => levels,
    hear: (take) => void (heardTake.value = take),
    press(track, pitch, velocity = 100) {
      main().then((made) => {
        const key = (keys = (keys % mostKeys) + 1);
        made.press(track, pitch, velocity / 127, key);
        setTimeout(() => made.letGo(key), pressMs);
      }, failed);
    },
    audition({ device, params = {}, pitch, velocity = 100 }) {
      trier ??= open(() => undefined);
      trier.then(async (made) => {
        if (parts === undefined) return;
        const note = parts.auditionSong(song.peek(), { device, params, pitch, velocity });
        made.setSong(parts.compilePlan(note, { rate: made.context.sampleRate }));
        await made.play(0);
      }, failed);
    },
  };
}

/** A player is there only after its parts are. */
function raise(): never {
  throw new Error("The player is there without its parts");
}
