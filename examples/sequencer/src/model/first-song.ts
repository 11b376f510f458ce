import { NOBODY } from "./author.ts";
import { readLine } from "./line.ts";
import { type Pattern, type Row, type Song, emptyPattern, emptyRow } from "./song.ts";
import { freshSounds } from "./sound.ts";
import { type TrackId, isTrackId } from "./tracks.ts";

type Lines = Partial<Record<TrackId, readonly [line: string, degrees?: readonly number[]]>>;

/** What the page opens with: eight bars of A minor that already sound like something. */
export const firstSong: Song = {
  tempo: 112,
  swing: 57,
  root: 9,
  scale: "minor",
  order: ["A", "A", "B", "A", "A", "C", "B", "D"],
  sounds: freshSounds,
  patterns: {
    A: pattern("Doorway", {
      kick: ["X..o..x.X....ox."],
      snare: ["....X.......X..o"],
      clap: ["............x..."],
      hat: ["o.x.o.xoo.x.oox."],
      open: ["..............x."],
      bass: ["X..x..x.....x.o.", [0, 0, 7, 4, 6]],
      pluck: ["..x..x..x..o..x.", [4, 6, 7, 9, 8]],
      keys: ["x.....o.........", [0, 2]],
    }),
    B: pattern("Window", {
      kick: ["X..o..x.X..x..x."],
      snare: ["....X..o....X..."],
      clap: ["....x.......x..."],
      hat: ["o.x.o.xoo.x.oxox"],
      open: ["......x.......x."],
      bass: ["X..x....X..x..o.", [5, 5, 6, 6, 4]],
      pluck: ["x..x..x.x..x.x..", [9, 7, 5, 8, 6, 10]],
      keys: ["x.......x.......", [5, 6]],
    }),
    C: pattern("Stairs", {
      kick: ["X.......X......."],
      hat: ["o...o...o...o.o."],
      bass: ["X.......X.....x.", [3, 2, 1]],
      pluck: ["x.xox.xox.xox.xo", [3, 5, 7, 10, 5, 7, 9, 2, 4, 6, 9, 4]],
      keys: ["x.......x.......", [3, 2]],
    }),
    D: pattern("Threshold", {
      kick: ["X..o..x.X.x.X.xx"],
      snare: ["....X.......XoxX"],
      clap: ["....x.......x.x."],
      hat: ["oxo.oxo.oxo....."],
      open: ["......x...x....."],
      bass: ["X..x..x.X.x.X...", [0, 0, 7, 6, 5, 4]],
      pluck: ["x..x..x..x..x...", [11, 9, 7, 6, 4]],
      keys: ["x.......x...x...", [0, 6, 4]],
    }),
  },
};

function pattern(name: string, lines: Lines): Pattern {
  const rows: Record<TrackId, Row> = { ...emptyPattern(name).rows };
  for (const [track, given] of Object.entries(lines)) if (isTrackId(track)) rows[track] = row(...given);
  return { name, rows };
}

function row(line: string, degrees?: readonly number[]): Row {
  const asked = readLine(line, degrees);
  if (typeof asked === "string") throw new RangeError(asked);
  return emptyRow().map((off, index) => ({ ...off, level: asked[index]?.level ?? 0, degree: asked[index]?.degree ?? 0, by: NOBODY }));
}
