import { patternIds } from "../model/song.ts";
import { trackIds, tracks } from "../model/tracks.ts";
import { optional, oneOf, whole } from "./fields.ts";
import { type Bind, tool } from "./tool.ts";
import { authorWords, keyText, legend, patternWords } from "./words.ts";

export const getSong: Bind = tool({
  name: "get_song",
  title: "Get song",
  description:
    "Reads the song as a whole: tempo, swing, key, the order of its patterns with their names, every track's sound, what plays now, what the person looks at, and the latest changes with who made them. Returns JSON.",
  effect: "read",
  foreign: true,
  fields: { changes: optional(whole(0, 50, "How many of the latest changes to return. Default 10")) },
  run: ({ changes }, { app, by }) => {
    const { song, changes: all } = app.journal.get();
    const { pattern, track } = app.view.get();
    const status = app.player.status.get();
    return {
      tempo: song.tempo,
      swing_percent: song.swing,
      key: keyText(song),
      order: song.order,
      patterns: Object.fromEntries(patternIds.map((id) => [id, song.patterns[id].name])),
      tracks: Object.fromEntries(tracks.map(({ id, name, tonal }) => [id, { name, tonal, ...song.sounds[id] }])),
      playing:
        status.is === "stopped"
          ? "nothing"
          : status.is === "waiting"
            ? "waiting for a press on the page"
            : status.mode.play === "song"
              ? "the song"
              : `pattern ${status.mode.pattern}`,
      person_looks_at: { pattern, track },
      changes: (changes === 0 ? [] : all.slice(-(changes ?? 10))).map((change) => ({
        id: change.id,
        by: authorWords(change.by, by),
        what: change.text,
        ...(change.undone === undefined ? {} : { undone_by: authorWords(change.undone.by, by) }),
      })),
    };
  },
});

export const getPattern: Bind = tool({
  name: "get_pattern",
  title: "Get pattern",
  description: `Reads one pattern. Returns its name and a row for each track: ${legend}. Tonal tracks add the scale degree (0 is the root, counting up the scale) and note of each step that is on; rows that someone changed say who set which step.`,
  effect: "read",
  foreign: true,
  fields: { pattern: optional(oneOf(patternIds, "Which pattern. Default: the one the person looks at")) },
  run: ({ pattern }, { app, by }) => {
    const song = app.song.get();
    return {
      ...patternWords(song, pattern ?? app.view.get().pattern, by),
      key: keyText(song),
      tempo: song.tempo,
      swing_percent: song.swing,
      silent_tracks: trackIds.filter((track) => song.sounds[track].mute),
    };
  },
});
