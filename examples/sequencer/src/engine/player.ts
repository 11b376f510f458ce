import type { Song } from "../model/song.ts";
import type { TrackId } from "../model/tracks.ts";
import { type Store, store } from "../state/store.ts";
import { notesOf } from "./hits.ts";
import { type Rig, openRig } from "./rig.ts";
import { type Cursor, type Due, type Mode, advance, start } from "./transport.ts";

/** What the player does. `waiting`: the browser wants a press on the page before it lets sound out. */
export type Status =
  | { readonly is: "stopped" }
  | { readonly is: "waiting" | "playing"; readonly mode: Mode; readonly label: string | undefined };

export interface Player {
  readonly status: Store<Status>;
  /** Plays the song as it is and as it becomes. `of` plays another song instead, such as one that is only proposed, under a label. */
  play(mode: Mode, of?: { readonly song: Song; readonly label: string }): void;
  stop(): void;
  /** Changes what is played from the next bar on. */
  follow(mode: Mode): void;
  /** One sound now, on a hand's press. Silent where the browser has not let sound out yet. */
  tap(song: Song, track: TrackId, level: 1 | 2 | 3, degree: number): void;
  /** The step that is heard now. */
  heard(): Due | undefined;
  /** The latest samples of what is heard, -1 to 1, into `into`. False when there is no sound yet. */
  scope(into: Float32Array<ArrayBuffer>): boolean;
  /** Seconds of AudioContext time; 0 before there is one. */
  time(): number;
}

const TICK_MS = 25;
/** How far steps are scheduled ahead, in seconds. Hidden pages get a timer once a second at worst. */
const LOOK = 0.12;
const LOOK_HIDDEN = 1.6;
/** From the press of play to the first step. */
const LEAD = 0.06;

/** The live instrument: a timer looks ahead and schedules steps on the audio clock. Makes no AudioContext before a press allows sound. */
export function openPlayer(current: Store<Song>): Player {
  const status = store<Status>({ is: "stopped" });
  let live: { readonly context: AudioContext; readonly rig: Rig; readonly analyser: AnalyserNode } | undefined;
  let cursor: Cursor | undefined;
  let ahead: Due[] = [];
  let proposed: Song | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const song = (): Song => proposed ?? current.get();

  function open(): NonNullable<typeof live> {
    if (live !== undefined) return live;
    const context = new AudioContext({ latencyHint: "interactive" });
    const rig = openRig(context);
    const analyser = new AnalyserNode(context, { fftSize: 1024 });
    rig.apply(song());
    rig.out.connect(analyser).connect(context.destination);
    live = { context, rig, analyser };
    return live;
  }

  function tick(): void {
    timer = undefined;
    const now = status.get();
    if (now.is !== "playing" || live === undefined) return;
    const { context, rig } = live;
    const look = document.hidden ? LOOK_HIDDEN : LOOK;
    const round = advance(
      cursor ?? start(now.mode, song(), context.currentTime + LEAD),
      now.mode,
      song(),
      context.currentTime,
      context.currentTime + look,
    );
    cursor = round.cursor;
    for (const due of round.due) for (const hit of due.hits) rig.strike(song(), hit, due.time);
    ahead = [...ahead.filter((due, index) => (ahead[index + 1]?.time ?? Infinity) > context.currentTime - 0.5), ...round.due];
    timer = setTimeout(tick, TICK_MS);
  }

  function begin(mode: Mode, label: string | undefined): void {
    cursor = undefined;
    ahead = [];
    clearTimeout(timer);
    status.set({ is: "playing", mode, label });
    tick();
  }

  async function wake(): Promise<void> {
    const { context, rig } = open();
    rig.apply(song());
    if (context.state !== "running") await context.resume();
    const now = status.get();
    if (now.is === "waiting") begin(now.mode, now.label);
  }

  function silence(): void {
    clearTimeout(timer);
    timer = undefined;
    live?.rig.silence();
    ahead = [];
    cursor = undefined;
  }

  current.watch(() => live?.rig.apply(song()));
  document.addEventListener("visibilitychange", () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    tick();
  });
  // A press anywhere lets out what is waiting: an agent's play must not need a hunt for the right button.
  for (const press of ["pointerup", "keydown"] as const) {
    document.addEventListener(press, () => {
      if (status.get().is === "waiting") void wake();
    });
  }

  return {
    status,
    play(mode, of) {
      silence();
      proposed = of?.song;
      status.set({ is: "waiting", mode, label: of?.label });
      if (navigator.userActivation.hasBeenActive) void wake();
    },
    stop() {
      silence();
      proposed = undefined;
      live?.rig.apply(song());
      status.set({ is: "stopped" });
    },
    follow(mode) {
      const now = status.get();
      if (now.is !== "stopped") status.set({ ...now, mode });
    },
    tap(of, track, level, degree) {
      if (!navigator.userActivation.hasBeenActive) return;
      const { context, rig } = open();
      if (context.state !== "running") void context.resume();
      rig.strike(of, { track, level, notes: notesOf(of, track, degree) }, context.currentTime + 0.005);
    },
    heard() {
      if (live === undefined || status.get().is !== "playing") return undefined;
      const now = live.context.currentTime - live.context.outputLatency;
      return ahead.findLast((due) => due.time <= now);
    },
    scope(into) {
      live?.analyser.getFloatTimeDomainData(into);
      return live !== undefined && live.context.state === "running";
    },
    time: () => live?.context.currentTime ?? 0,
  };
}
