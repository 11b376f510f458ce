import type { App } from "../app.ts";
import { type Level, stepAt } from "../model/song.ts";
import { type TrackId, trackOf } from "../model/tracks.ts";

/** What the hand does to steps, however it is held: mouse, finger, keys. */
export interface Pen {
  /** Turns a step on as the last one of its track was, or off. Answers what it did, for a brush to go on with. */
  toggle(track: TrackId, step: number, gesture?: string): Level;
  level(track: TrackId, step: number, level: Level, gesture?: string): void;
  /** Sets a step's note, on if it was off. */
  note(track: TrackId, step: number, degree: number, gesture?: string): void;
  /** Moves a step's note up or down the scale. */
  nudge(track: TrackId, step: number, by: 1 | -1): void;
}

/** A pen on the pattern that is shown. Sounds what it writes while nothing plays. */
export function openPen(app: App, degrees: number): Pen {
  const last = new Map<TrackId, number>();

  function write(track: TrackId, step: number, level: Level, degree: number, gesture?: string): void {
    const { pattern } = app.view.get();
    app.look({ track, step });
    app.act("set_steps", { pattern, steps: [{ track, step, level, degree }] }, gesture);
    if (level === 0) return;
    last.set(track, degree);
    if (app.player.status.get().is === "stopped") app.player.tap(app.song.get(), track, level, degree);
  }

  const at = (track: TrackId, step: number): ReturnType<typeof stepAt> => stepAt(app.song.get(), app.view.get().pattern, track, step);

  return {
    toggle(track, step, gesture) {
      const now = at(track, step);
      const level: Level = now.level > 0 ? 0 : 2;
      write(track, step, level, level === 0 ? now.degree : (last.get(track) ?? now.degree), gesture);
      return level;
    },
    level: (track, step, level, gesture) => write(track, step, level, at(track, step).degree, gesture),
    note: (track, step, degree, gesture) => write(track, step, at(track, step).level || 2, degree, gesture),
    nudge(track, step, by) {
      const { level, degree } = at(track, step);
      if (trackOf(track).tonal) write(track, step, level || 2, Math.max(0, Math.min(degrees - 1, degree + by)), `nudge ${track} ${step}`);
    },
  };
}
