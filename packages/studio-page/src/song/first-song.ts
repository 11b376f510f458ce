import { type Note, type Op, type Song, applyOps, emptySong } from "@jackfield/studio";

const bar = 1_920;

/** What there is to hear before anybody has done anything: four bars of a beat, a bass and chords. */
export function firstSong(id: string): Song {
  const { song, missed } = applyOps(emptySong(id, "First light"), [
    { op: "song.set", tonic: "A", mode: "minor" },
    { op: "tempo.set", id: "p_first", tick: 0, bpm: 104 },
    { op: "section.set", id: "s_a", name: "Verse", tick: 0, ticks: 4 * bar },
    ...track("t_drums", "Drums", "drums", 48, "c"),
    ...track("t_bass", "Bass", "sub", 150, "f"),
    ...track("t_keys", "Keys", "keys", 265, "i"),
    ...track("t_pad", "Air", "pad", 178, "l"),
    { op: "strip.set", track: "t_keys", gainDb: -8, pan: 0.15, reverbDb: -14 },
    { op: "strip.set", track: "t_pad", gainDb: -13, reverbDb: -10 },
    { op: "strip.set", track: "t_drums", gainDb: -6, reverbDb: -26 },
    { op: "clip.add", track: "t_drums", id: "c_drums", name: "Beat", tick: 0, ticks: 4 * bar, notes: beat() },
    { op: "clip.add", track: "t_bass", id: "c_bass", name: "Bass line", tick: 0, ticks: 4 * bar, notes: bass() },
    { op: "clip.add", track: "t_keys", id: "c_keys", name: "Chords", tick: 0, ticks: 4 * bar, notes: chords(0, 900) },
    { op: "clip.add", track: "t_pad", id: "c_pad", name: "Air", tick: 0, ticks: 4 * bar, notes: chords(12, bar) },
  ]);
  if (missed.length > 0) throw new Error("The first song is not whole");
  return { ...song, rev: 0 };
}

function track(id: string, name: string, device: string, hue: number, order: string): readonly Op[] {
  return [{ op: "track.add", id, name, kind: "notes", device, hue, order }];
}

type NoteWithId = Note & { readonly id: string };

function beat(): readonly NoteWithId[] {
  const hits: NoteWithId[] = [];
  const hit = (at: number, pitch: number, velocity: number): void =>
    void hits.push({ id: `n_b${hits.length}`, tick: at, ticks: 60, pitch, velocity });
  for (let each = 0; each < 4; each++) {
    const from = each * bar;
    for (const [step, velocity] of [
      [0, 118],
      [6, 84],
      [8, 110],
      [each === 3 ? 14 : 11, 76],
    ] as const)
      hit(from + step * 120, 36, velocity);
    for (const step of [4, 12]) hit(from + step * 120, 38, 108);
    for (let step = 0; step < 16; step += 2) hit(from + step * 120, 42, step % 4 === 0 ? 62 : 92);
    hit(from + 14 * 120, 46, 70);
  }
  return hits;
}

const roots = [45, 41, 48, 43];

function bass(): readonly NoteWithId[] {
  return roots.flatMap((root, at) =>
    [
      [0, 340, 0],
      [6, 200, 0],
      [8, 340, 0],
      [11, 100, 12],
      [14, 200, 7],
    ].map(([step = 0, ticks = 1, up = 0], index) => ({
      id: `n_l${at}${index}`,
      tick: at * bar + step * 120,
      ticks,
      pitch: root - 12 + up,
      velocity: 104 - index * 4,
    })),
  );
}

/** A minor, F, C, G, near to each other. */
const voicings = [
  [57, 60, 64, 71],
  [57, 60, 65, 69],
  [55, 60, 64, 67],
  [55, 59, 62, 67],
];

function chords(up: number, ticks: number): readonly NoteWithId[] {
  return voicings.flatMap((pitches, at) =>
    pitches.map((pitch, index) => ({ id: `n_c${at}${index}`, tick: at * bar, ticks, pitch: pitch + up, velocity: 88 - index * 5 })),
  );
}
