import type { JsonObject } from "@jackfield/contract";
import { barSeconds } from "../engine/timing.ts";
import { patternIds } from "../model/song.ts";
import { trackIds } from "../model/tracks.ts";
import { flag, optional, oneOf } from "./fields.ts";
import { atDesk, rendered } from "./render-desk.ts";
import { type Bind, tool } from "./tool.ts";
import { loudnessWords } from "./words.ts";

export const measurePattern: Bind = tool({
  name: "measure",
  title: "Measure pattern",
  description:
    "Renders two rounds of a pattern offline and measures the mix, and each track alone: integrated loudness (LUFS, ITU-R BS.1770), true peak, sample peak and RMS, in dB. null is silence. Mutes and solos count for the mix, not for tracks. Takes a few seconds; nothing is heard or changed.",
  effect: "read",
  timeoutMs: 60_000,
  fields: {
    pattern: optional(oneOf(patternIds, "Which pattern. Default: the one the person looks at")),
    per_track: optional(flag("Measure each track too. Default true")),
  },
  run: ({ pattern, per_track: each }, { app, run }) =>
    atDesk(async () => {
      const id = pattern ?? app.view.get().pattern;
      const song = app.song.get();
      const used = each === false ? [] : trackIds.filter((track) => song.patterns[id].rows[track].some((step) => step.level > 0));
      const total = used.length + 1;
      const mix = await rendered(song, [id, id], { signal: run.signal });
      const tracks: { [track: string]: JsonObject } = {};
      for (const [index, track] of used.entries()) {
        run.progress({ progress: index + 1, total, message: `Measured ${index === 0 ? "the mix" : used[index - 1]}` });
        tracks[track] = loudnessWords(await rendered(song, [id, id], { tracks: [track], signal: run.signal }));
      }
      return {
        pattern: id,
        seconds: Math.round(20 * barSeconds(song.tempo)) / 10,
        mix: loudnessWords(mix),
        ...(each === false ? {} : { tracks }),
      };
    }),
});
