import type { SampleData } from "../kernel/modules/module.ts";
import type { PlanChange } from "../kernel/plan-change.ts";
import type { Plan } from "../kernel/plan.ts";

/** What a player is told. Takes are plans side by side, by number: 0 is the song. Frames are the song's. */
export type PlayerRequest =
  /** Recordings that plans will name: each is sent once. */
  | { readonly is: "samples"; readonly samples: ReadonlyMap<string, SampleData> }
  /** A whole plan. Where the take is there already, it fades into this one and goes on where it is. */
  | { readonly is: "plan"; readonly take: number; readonly plan: Plan; readonly gain: number; readonly seq: number }
  /** What is different in a take's plan from the next block on. */
  | { readonly is: "change"; readonly take: number; readonly change: PlanChange; readonly seq: number }
  | { readonly is: "forget"; readonly take: number }
  /** Which take is heard: the others go on unheard. */
  | { readonly is: "listen"; readonly take: number }
  | { readonly is: "play"; readonly from: number }
  /** The song stands still where it is; what sounds is let go, and rings. */
  | { readonly is: "stop" }
  | { readonly is: "seek"; readonly to: number }
  /** A moment of the song from there, and then stop: what is under the pointer while it is dragged. */
  | { readonly is: "scrub"; readonly at: number }
  /** It goes on from `from` where it comes to `to`. Both are put on the grid of blocks. */
  | { readonly is: "loop"; readonly range: { readonly from: number; readonly to: number } | undefined }
  /** A key of a track goes down, and up: `key` is a number from 1 that the page chooses. Velocity 0 to 1. */
  | { readonly is: "press"; readonly track: string; readonly pitch: number; readonly velocity: number; readonly key: number }
  | { readonly is: "letGo"; readonly key: number }
  /** Only these tracks are heard, muted ones too, whatever the song says. Nobody else's song is changed. */
  | { readonly is: "only"; readonly tracks: readonly string[] | undefined };

/** What a player says. */
export type PlayerReport =
  | ({ readonly is: "state" } & PlayerState)
  /** The request of that number is heard from `time` on: seconds of the AudioContext, of the first frame that has it. */
  | { readonly is: "applied"; readonly seq: number; readonly time: number };

/** Where it is and how loud, some 40 times a second while it sounds. Peaks and means are since the last report. */
export interface PlayerState {
  /** Seconds of the AudioContext at which `frame` begins. */
  readonly time: number;
  /** The frame of the song that is heard next. */
  readonly frame: number;
  readonly playing: boolean;
  readonly take: number;
  /** In the order of the plan, behind each strip. */
  readonly tracks: readonly TrackLevel[];
  readonly master: Level;
  /** LUFS of the last 400 ms; undefined: silence. */
  readonly momentary: number | undefined;
  /** Quanta that took longer to compute than they last, since the player was made: what was heard then broke up. */
  readonly late: number;
  /** Of the time there is, what computing takes: 0 to 1, or above where it is late. */
  readonly load: number;
}

export interface Level {
  /** Of each side, as a gain. */
  readonly left: number;
  readonly right: number;
  /** Root of the mean square of both. */
  readonly rms: number;
}

export interface TrackLevel extends Level {
  readonly id: string;
}

/** Plans that may be kept side by side: each costs what the song costs. */
export const maxTakes = 4;
