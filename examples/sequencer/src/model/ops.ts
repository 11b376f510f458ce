import { type AuthorId, NOBODY } from "./author.ts";
import { firstSong } from "./first-song.ts";
import { type ScaleId, noteNames, scales } from "./scale.ts";
import { type Level, type PatternId, STEPS, type Song, emptyRow, patternIds, stepAt } from "./song.ts";
import { type Param, paramNames, params } from "./sound.ts";
import { type TrackId, trackIds, trackOf } from "./tracks.ts";
import { type Write, sameStep } from "./write.ts";

/** One step as an op asks for it. Without a degree the one that is there stays. */
export interface StepChange {
  readonly track: TrackId;
  readonly step: number;
  readonly level: Level;
  readonly degree?: number | undefined;
}

/** What each op is given. Checked by whoever makes it: the page's controls cannot ask for less, tools parse first. */
export interface OpArgs {
  set_steps: { readonly pattern: PatternId; readonly steps: readonly StepChange[] };
  clear_track: { readonly pattern: PatternId; readonly track: TrackId };
  clear_pattern: { readonly pattern: PatternId };
  copy_pattern: { readonly from: PatternId; readonly to: PatternId };
  rename_pattern: { readonly pattern: PatternId; readonly name: string };
  set_tempo: { readonly tempo?: number | undefined; readonly swing?: number | undefined };
  set_key: { readonly root?: number | undefined; readonly scale?: ScaleId | undefined };
  set_sound: { readonly track: TrackId } & { readonly [P in Param]?: number | undefined };
  set_switch: { readonly track: TrackId; readonly mute?: boolean | undefined; readonly solo?: boolean | undefined };
  set_order: { readonly order: readonly PatternId[] };
  start_over: Record<never, never>;
}

export type OpName = keyof OpArgs;

interface Op<Args> {
  /** One line for the history list, in the past tense. */
  describe(args: Args, song: Song): string;
  /** What it sets, places already as asked left out: an op that changes nothing has no writes. */
  writes(args: Args, song: Song, by: AuthorId): readonly Write[];
}

/** Every way the song can change. The page and the tools have no other. */
export const ops: { readonly [N in OpName]: Op<OpArgs[N]> } = {
  set_steps: {
    describe: ({ pattern, steps }) => `${trackList(steps)}: ${count(steps.length, "step")} in ${pattern}`,
    writes: ({ pattern, steps }, song, by) => steps.flatMap((step) => stepWrite(song, pattern, step, by)),
  },
  clear_track: {
    describe: ({ pattern, track }) => `Cleared ${trackOf(track).name} in ${pattern}`,
    writes: ({ pattern, track }, song, by) => clearRow(song, pattern, track, by),
  },
  clear_pattern: {
    describe: ({ pattern }) => `Cleared pattern ${pattern}`,
    writes: ({ pattern }, song, by) => trackIds.flatMap((track) => clearRow(song, pattern, track, by)),
  },
  copy_pattern: {
    describe: ({ from, to }) => `Copied pattern ${from} to ${to}`,
    writes: ({ from, to }, song) =>
      trackIds.flatMap((track) =>
        song.patterns[from].rows[track].flatMap((after, step): Write[] => {
          const before = stepAt(song, to, track, step);
          return sameStep(before, after) ? [] : [{ at: "step", pattern: to, track, step, before, after }];
        }),
      ),
  },
  rename_pattern: {
    describe: ({ pattern, name }) => `Named pattern ${pattern} “${name}”`,
    writes: ({ pattern, name }, song) => changed({ at: "name", pattern, before: song.patterns[pattern].name, after: name }),
  },
  set_tempo: {
    describe: ({ tempo, swing }) => listed([tempo === undefined ? "" : `Tempo ${tempo}`, swing === undefined ? "" : `Swing ${swing} %`]),
    writes: ({ tempo, swing }, song) => [
      ...changed({ at: "tempo", before: song.tempo, after: tempo ?? song.tempo }),
      ...changed({ at: "swing", before: song.swing, after: swing ?? song.swing }),
    ],
  },
  set_key: {
    describe: ({ root, scale }, song) => `Key ${noteNames[root ?? song.root] ?? ""} ${scales[scale ?? song.scale].name}`,
    writes: ({ root, scale }, song) => [
      ...changed({ at: "root", before: song.root, after: root ?? song.root }),
      ...changed({ at: "scale", before: song.scale, after: scale ?? song.scale }),
    ],
  },
  set_sound: {
    describe: (args) =>
      `${trackOf(args.track).name}: ${listed(paramNames.map((param) => (args[param] === undefined ? "" : `${params[param].name.toLowerCase()} ${args[param]}`)))}`,
    writes: (args, song) =>
      paramNames.flatMap((param) => {
        const before = song.sounds[args.track][param];
        return changed({ at: "sound", track: args.track, param, before, after: args[param] ?? before });
      }),
  },
  set_switch: {
    describe: ({ track, mute, solo }) =>
      `${trackOf(track).name}: ${listed([mute === undefined ? "" : mute ? "muted" : "unmuted", solo === undefined ? "" : solo ? "solo on" : "solo off"])}`,
    writes: ({ track, mute, solo }, song) => {
      const sound = song.sounds[track];
      return [
        ...changed({ at: "switch", track, param: "mute", before: sound.mute, after: mute ?? sound.mute }),
        ...changed({ at: "switch", track, param: "solo", before: sound.solo, after: solo ?? sound.solo }),
      ];
    },
  },
  set_order: {
    describe: ({ order }) => `Song order ${order.join(" ")}`,
    writes: ({ order }, song) => (order.join() === song.order.join() ? [] : [{ at: "order", before: song.order, after: order }]),
  },
  start_over: {
    describe: () => "Started over with the first song",
    writes: (_, song) => difference(song, firstSong),
  },
};

/** The writes that turn one song into another. */
export function difference(from: Song, to: Song): readonly Write[] {
  return [
    ...patternIds.flatMap((pattern) => [
      ...changed({ at: "name", pattern, before: from.patterns[pattern].name, after: to.patterns[pattern].name }),
      ...trackIds.flatMap((track) =>
        emptyRow().flatMap((_, step): Write[] => {
          const [before, after] = [stepAt(from, pattern, track, step), stepAt(to, pattern, track, step)];
          return sameStep(before, after) ? [] : [{ at: "step", pattern, track, step, before, after }];
        }),
      ),
    ]),
    ...trackIds.flatMap((track) => [
      ...paramNames.flatMap((param) =>
        changed({ at: "sound", track, param, before: from.sounds[track][param], after: to.sounds[track][param] }),
      ),
      ...changed({ at: "switch", track, param: "mute", before: from.sounds[track].mute, after: to.sounds[track].mute }),
      ...changed({ at: "switch", track, param: "solo", before: from.sounds[track].solo, after: to.sounds[track].solo }),
    ]),
    ...changed({ at: "tempo", before: from.tempo, after: to.tempo }),
    ...changed({ at: "swing", before: from.swing, after: to.swing }),
    ...changed({ at: "root", before: from.root, after: to.root }),
    ...changed({ at: "scale", before: from.scale, after: to.scale }),
    ...ops.set_order.writes({ order: to.order }, from, NOBODY),
  ];
}

function stepWrite(song: Song, pattern: PatternId, change: StepChange, by: AuthorId): readonly Write[] {
  const before = stepAt(song, pattern, change.track, change.step);
  const degree = trackOf(change.track).tonal ? (change.degree ?? before.degree) : 0;
  const unchanged = before.level === change.level && (change.level === 0 || before.degree === degree);
  return unchanged
    ? []
    : [{ at: "step", pattern, track: change.track, step: change.step, before, after: { level: change.level, degree, by } }];
}

function clearRow(song: Song, pattern: PatternId, track: TrackId, by: AuthorId): readonly Write[] {
  return Array.from({ length: STEPS }, (_, step) => stepWrite(song, pattern, { track, step, level: 0 }, by)).flat();
}

function changed<W extends Write>(write: W): readonly W[] {
  return write.before === write.after ? [] : [write];
}

function trackList(steps: readonly StepChange[]): string {
  return [...new Set(steps.map((step) => trackOf(step.track).name))].join(", ");
}

function listed(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(", ");
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
