import { limits } from "../model/limits.ts";
import { noteNames, scaleIds } from "../model/scale.ts";
import { SWING_LEAST, SWING_MOST, patternIds } from "../model/song.ts";
import { paramNames, params } from "../model/sound.ts";
import { trackIds, trackOf } from "../model/tracks.ts";
import { flag, list, oneOf, optional, whole } from "./fields.ts";
import { placesOf, rowsField, sparing, stepsOf } from "./rows.ts";
import { type Bind, tool, wrong } from "./tool.ts";
import { keyText, legend, rowWords } from "./words.ts";

const pattern = optional(oneOf(patternIds, "Which pattern. Default: the one the person looks at"));

export const setSteps: Bind = tool({
  name: "set_steps",
  title: "Set steps",
  description: `Sets steps of one pattern on one or more tracks, as one change that can be undone. A row is ${legend}, - leave as it is. Steps that are on and were set by the person or another agent stay as they are and are listed in kept. Returns the rows as they are now.`,
  effect: "write",
  idempotent: true,
  fields: { pattern, rows: rowsField("The rows to set") },
  run: ({ pattern: asked, rows }, { app, by }) => {
    const id = asked ?? app.view.get().pattern;
    const { free, kept } = sparing(app.song.get(), id, stepsOf(rows), by);
    const change = app.change(by, "set_steps", { pattern: id, steps: free });
    const song = app.song.get();
    return {
      pattern: id,
      change_id: change?.id ?? null,
      steps_changed: change?.writes.length ?? 0,
      ...(kept.length === 0
        ? {}
        : {
            kept: placesOf(song, id, kept),
            kept_means: "set by someone else and left alone: propose_variation asks the person, clear_track clears a row",
          }),
      rows: Object.fromEntries(rows.map(({ track }) => [track, rowWords(song, id, track, by)])),
    };
  },
});

export const clearTrack: Bind = tool({
  name: "clear_track",
  title: "Clear track",
  description:
    "Turns every step of one track in one pattern off, the person's own steps included, as one change that can be undone. Returns how many steps were on.",
  effect: "destructive-write",
  idempotent: true,
  fields: { track: oneOf(trackIds, "Which track"), pattern },
  describe: ({ track, pattern: asked }, { app }) => {
    const id = asked ?? app.view.get().pattern;
    const on = app.song.get().patterns[id].rows[track].filter((step) => step.level > 0).length;
    return `Turns ${on} ${on === 1 ? "step" : "steps"} of ${trackOf(track).name} in pattern ${id} off`;
  },
  run: ({ track, pattern: asked }, { app, by }) => {
    const id = asked ?? app.view.get().pattern;
    const change = app.change(by, "clear_track", { pattern: id, track });
    return { pattern: id, track, change_id: change?.id ?? null, steps_cleared: change?.writes.length ?? 0 };
  },
});

export const copyPattern: Bind = tool({
  name: "copy_pattern",
  title: "Copy pattern",
  description:
    "Replaces all steps of one pattern with those of another, as one change that can be undone; its name stays. Returns how many steps changed.",
  effect: "destructive-write",
  idempotent: true,
  fields: { from: oneOf(patternIds, "The pattern to copy"), to: oneOf(patternIds, "The pattern that is replaced") },
  run: ({ from, to }, { app, by }) => {
    if (from === to) throw wrong(`Cannot copy pattern ${from} onto itself: "to" must be another pattern`);
    const change = app.change(by, "copy_pattern", { from, to });
    return { from, to, change_id: change?.id ?? null, steps_changed: change?.writes.length ?? 0 };
  },
});

export const setTempo: Bind = tool({
  name: "set_tempo",
  title: "Set tempo and swing",
  description: "Sets the song's tempo, its swing, or both, as one change that can be undone. Returns both as they are now.",
  effect: "write",
  idempotent: true,
  fields: {
    tempo: optional(whole(limits.tempoLeast, limits.tempoMost, "Beats a minute")),
    swing_percent: optional(
      whole(SWING_LEAST, SWING_MOST, "Where the second sixteenth of each pair falls: 50 is straight, 66 a triplet feel"),
    ),
  },
  run: ({ tempo, swing_percent: swing }, { app, by }) => {
    if (tempo === undefined && swing === undefined) throw wrong("Neither tempo nor swing_percent was given: give at least one");
    const change = app.change(by, "set_tempo", { tempo, swing });
    const song = app.song.get();
    return { change_id: change?.id ?? null, tempo: song.tempo, swing_percent: song.swing };
  },
});

export const setKey: Bind = tool({
  name: "set_key",
  title: "Set key",
  description:
    "Sets the song's root note, its scale, or both, as one change that can be undone. Steps hold scale degrees, so every tonal track moves along. Returns the key as it is now.",
  effect: "write",
  idempotent: true,
  fields: { root: optional(oneOf(noteNames, "Root note")), scale: optional(oneOf(scaleIds, "Scale")) },
  run: ({ root, scale }, { app, by }) => {
    if (root === undefined && scale === undefined) throw wrong("Neither root nor scale was given: give at least one");
    const change = app.change(by, "set_key", { root: root === undefined ? undefined : noteNames.indexOf(root), scale });
    return { change_id: change?.id ?? null, key: keyText(app.song.get()) };
  },
});

export const setTrackSound: Bind = tool({
  name: "set_track_sound",
  title: "Set track sound",
  description:
    "Turns knobs of one track, mutes it or solos it, as a change that can be undone. Returns the track's whole sound as it is now.",
  effect: "write",
  idempotent: true,
  fields: {
    track: oneOf(trackIds, "Which track"),
    volume: knob("volume"),
    pan: knob("pan"),
    tune: knob("tune"),
    decay: knob("decay"),
    tone: knob("tone"),
    grit: knob("grit"),
    echo: knob("echo"),
    room: knob("room"),
    mute: optional(flag("Silence the track")),
    solo: optional(flag("Hear only soloed tracks")),
  },
  run: ({ track, mute, solo, ...turned }, { app, by }) => {
    const knobs = paramNames.some((param) => turned[param] !== undefined);
    if (!knobs && mute === undefined && solo === undefined) throw wrong("No knob, mute or solo was given: give at least one");
    const changes = [
      knobs ? app.change(by, "set_sound", { track, ...turned }) : undefined,
      app.change(by, "set_switch", { track, mute, solo }),
    ];
    return {
      track,
      change_ids: changes.flatMap((change) => (change === undefined ? [] : [change.id])),
      sound: { ...app.song.get().sounds[track] },
    };
  },
});

export const setOrder: Bind = tool({
  name: "set_order",
  title: "Set song order",
  description:
    "Replaces the order in which the song plays its patterns, one bar each, as one change that can be undone. Returns the order before and now.",
  effect: "destructive-write",
  idempotent: true,
  fields: { order: list(oneOf(patternIds, "A pattern"), 1, limits.order, "Patterns from first to last") },
  run: ({ order }, { app, by }) => {
    const before = app.song.get().order;
    const change = app.change(by, "set_order", { order });
    return { change_id: change?.id ?? null, before, order: app.song.get().order };
  },
});

export const undoMine: Bind = tool({
  name: "undo",
  title: "Undo own changes",
  description:
    "Takes back the calling agent's own latest changes, newest first; changes of the person and of other agents stay. Places that someone has set since are left as they are and counted. Returns what was taken back.",
  effect: "destructive-write",
  fields: { count: optional(whole(1, 20, "How many changes to take back. Default 1")) },
  describe: ({ count }, { app, by }) => {
    const latest = app.journal.get().changes.filter((change) => change.by === by && change.undone === undefined);
    const texts = latest.slice(-(count ?? 1)).map((change) => change.text);
    return texts.length === 0 ? "There is nothing of its own to take back" : `Takes back: ${texts.toReversed().join("; ")}`;
  },
  run: ({ count }, { app, by }) => {
    const undone = [];
    for (let times = 0; times < (count ?? 1); times++) {
      const moved = app.undo(by);
      if (moved === undefined) break;
      undone.push({
        change_id: moved.change.id,
        what: moved.change.text,
        places_restored: moved.restored,
        places_set_since_and_kept: moved.kept,
      });
    }
    return undone.length === 0 ? { undone, note: "there is no change of this agent left to take back" } : { undone };
  },
});

function knob(param: (typeof paramNames)[number]): ReturnType<typeof optional<number>> {
  const { least, most, says } = params[param];
  return optional(whole(least, most, says));
}
