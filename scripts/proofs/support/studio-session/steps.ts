import type { Step } from "./step.ts";

const bars = (bar: number, beat = 1): string => `bars_beats:${bar}|${beat}|000`;
const note = (beat: number, pitch: number | string, ticks = 220, velocity = 96) => ({
  tick: Math.round(beat * 480),
  ticks,
  pitch,
  velocity,
});

/** What a session is set up with: a song, its timeline, tracks with devices and their sound. `pitch`: of the bass's first note. */
function setUp(pitch: number): readonly Step[] {
  return [
    { command: "session.new", params: { id: "s_proof", title: "Proof", discard: true }, expect: { session: "s_proof", tracks: 0 } },
    { command: "song.set", params: { title: "Proof", tonic: "D", mode: "minor" }, expect: { rev: 1 } },
    { command: "tempo.set", params: { at: { ticks: 0 }, bpm: 112 }, expect: { tempo: "p_first" } },
    { command: "tempo.set", params: { at: bars(5), bpm: 124 } },
    { command: "meter.set", params: { at: bars(7), num: 3, den: 4 } },
    { command: "section.set", params: { name: "A", at: bars(1), length: { bars: 4 } } },
    { command: "section.set", params: { name: "B", at: bars(5), length: { bars: 4 } } },
    { command: "marker.set", params: { name: "Turn", at: bars(5) } },
    { command: "marker.set", params: { name: "Wrong", at: { seconds: 3 }, id: "k_wrong" } },
    { command: "marker.remove", params: { id: "k_wrong" } },
    { command: "track.add", params: { id: "t_drums", name: "Drums", device: "drums" }, expect: { track: "t_drums" } },
    { command: "track.add", params: { id: "t_bass", name: "Bass", device: "sub" } },
    { command: "track.add", params: { id: "t_keys", name: "Keys", device: "keys" } },
    { command: "track.add", params: { id: "t_lead", name: "Lead", device: "poly" } },
    { command: "track.add", params: { id: "t_gone", name: "Gone", device: "noise" } },
    { command: "track.remove", params: { track: "Gone" } },
    { command: "track.move", params: { track: "Lead", before: "Keys" }, expect: { place: 3 } },
    { command: "device.set", params: { track: "Lead", params: { cutoff: 1_800, sweep: 1_200, release: 0.4 } } },
    { command: "device.set", params: { track: "Lead", params: { nothing: 1 } }, fails: "invalid_op" },
    {
      command: "clip.add",
      params: {
        track: "Drums",
        id: "c_drums",
        at: bars(1),
        length: { bars: 1 },
        notes: [0, 1, 2, 3].flatMap((beat) => [note(beat, beat % 2 === 0 ? 36 : 38), note(beat + 0.5, 42, 60, 70)]),
      },
      expect: { clip: "c_drums", track: "t_drums" },
    },
    { command: "clip.duplicate", params: { clip: "c_drums", times: 5 } },
    {
      command: "clip.add",
      params: {
        track: "Bass",
        id: "c_bass",
        at: bars(1),
        length: { bars: 4 },
        notes: [0, 2, 4, 6, 8, 10, 12, 14].map((beat, index) => note(beat, index === 0 ? pitch : 38 + (index % 3) * 2, 400)),
      },
    },
    {
      command: "clip.add",
      params: {
        track: "Keys",
        id: "c_keys",
        at: bars(1),
        length: { bars: 4 },
        notes: ["D4", "F4", "A4"].flatMap((chord) => [0, 4, 8, 12].map((beat) => note(beat, chord, 1_700, 70))),
      },
    },
    {
      command: "clip.add",
      params: { track: "Lead", id: "c_lead", at: bars(3), notes: [note(0.1, "A4"), note(1, "C5"), note(2.05, "D5", 800)] },
      expect: { clip: "c_lead" },
    },
  ];
}

/** Editing, as it goes: back and forth. */
const edits: readonly Step[] = [
  { command: "notes.quantize", params: { clip: "c_lead", grid: "1/8" }, expect: { notes: 3 } },
  { command: "notes.transpose", params: { clip: "c_lead", semitones: 12 } },
  { command: "edit.undo", expect: { done: "Undo: Transpose notes" } },
  { command: "edit.redo", expect: { done: "Redo: Transpose notes" } },
  { command: "edit.undo" },
  { command: "notes.velocity", params: { clip: "c_keys", by: 8 }, expect: { notes: 12 } },
  { command: "clip.split", params: { clip: "c_bass", at: bars(3), id: "c_bass2" }, expect: { clip: "c_bass2" } },
  { command: "clip.split", params: { clip: "c_bass", at: bars(9) }, fails: "missing" },
  { command: "clip.join", params: { clips: ["c_bass", "c_bass2"] }, expect: { clip: "c_bass" } },
  { command: "select.clips", params: { clips: ["c_bass", "c_keys"] }, expect: { clips: 2, tracks: 2 } },
  { command: "edit.copy", expect: { copied: "clips", count: 2 } },
  { command: "edit.paste", params: { at: bars(5) } },
  { command: "select.notes", params: { clip: "c_lead" }, expect: { notes: 3 } },
  { command: "notes.up", expect: { notes: 3 } },
  { command: "notes.down" },
  { command: "clip.duplicate", params: { clip: "c_lead", at: bars(6) } },
  { command: "select.none", expect: { tracks: 0, clips: 0, notes: 0 } },
  { command: "notes.up", fails: "missing" },
];

/** The mixer, and what changes over time. */
const mix: readonly Step[] = [
  { command: "mix.gain", params: { track: "Drums", gainDb: -5 }, expect: { tracks: ["t_drums"] } },
  { command: "mix.gain", params: { track: "Lead", by: -4 } },
  { command: "mix.pan", params: { track: "Keys", pan: -0.35 } },
  { command: "mix.mute", params: { track: "Keys" } },
  { command: "mix.solo", params: { track: "Bass", solo: true } },
  { command: "mix.clear_solos" },
  { command: "mix.clear_mutes" },
  { command: "mix.clear_mutes", fails: "nothing" },
  { command: "mix.send", params: { track: "Lead", to: "echo", db: -14 } },
  { command: "mix.send", params: { track: "Keys", to: "reverb", db: -16 } },
  { command: "eq.set", params: { track: "Keys", highPassHz: 160, midHz: 400, midDb: -2 } },
  { command: "compressor.set", params: { track: "Bass", thresholdDb: -20, ratio: 4, makeupDb: 2 } },
  { command: "master.set", params: { gainDb: 1, ceilingDb: -1, reverbSeconds: 1.6 } },
  {
    command: "auto.write",
    params: {
      track: "Lead",
      param: "device.cutoff",
      points: [
        { at: bars(3), value: 500 },
        { at: bars(5), value: 4_000, shape: "hold" },
      ],
    },
    expect: { points: 2 },
  },
  {
    command: "auto.write",
    params: {
      track: "Keys",
      param: "pan",
      points: [
        { at: { seconds: 0 }, value: -0.6 },
        { at: { seconds: 8 }, value: 0.6 },
      ],
    },
  },
];

/** What comes in from files: `inputFiles`. */
const imports: readonly Step[] = [
  {
    command: "file.import_audio",
    params: { path: "in/riser.wav", at: bars(4), as: "t_riser", clip: "c_riser", name: "Riser" },
    expect: { track: "t_riser", clip: "c_riser", rate: 48_000, frames: 96_000, channels: 2, file: { container: "wav", rate: 44_100 } },
  },
  { command: "mix.gain", params: { track: "Riser", gainDb: -14 } },
  { command: "clip.fade", params: { clip: "c_riser", in: { seconds: 0.1 }, out: { seconds: 0.05 } } },
  { command: "track.add", params: { id: "t_clicks", name: "Clicks", device: "sampler" } },
  { command: "mix.sampler_load", params: { path: "in/click.flac", track: "Clicks" }, expect: { tracks: ["t_clicks"], seconds: 0.1 } },
  { command: "clip.add", params: { track: "Clicks", id: "c_clicks", at: bars(7), notes: [note(0, 60), note(1, 64), note(2, 67)] } },
  { command: "file.import_midi", params: { path: "in/melody.mid" }, expect: { notes: 4 } },
  { command: "file.import_audio", params: { path: "in/melody.mid" }, fails: "file_unusable" },
  { command: "track.save_preset", params: { path: "out/lead.json", track: "Lead" }, expect: { device: "poly" } },
  { command: "track.load_preset", params: { path: "out/lead.json", track: "Melody" } },
];

/** What goes out, and comes back the same. */
const files: readonly Step[] = [
  {
    command: "file.bounce_mix",
    params: { path: "out/mix.wav" },
    expect: { format: "wav", bits: "24", rate: 48_000, silent: false },
    sound: "mix",
  },
  { command: "file.bounce_mix", params: { path: "out/mix.wav" }, fails: "file_exists" },
  { command: "file.bounce_mix", params: { path: "out/mix.flac", bits: "16" }, expect: { format: "flac", bits: "16" }, sound: "mix" },
  {
    command: "file.bounce_mix",
    params: { path: "out/part.wav", from: bars(5), to: bars(6), bits: "32f" },
    expect: { clipped: 0, dither: false },
    sound: "part",
  },
  { command: "file.export_midi", params: { path: "out/song.mid" }, expect: { tracks: 6 } },
  { command: "session.save_as", params: { path: "out/proof.studio" }, expect: { session: "s_proof", saved: "session" } },
];

/** Another song in between, then the one that was saved. */
const reopened: readonly Step[] = [
  { command: "session.new", params: { template: "beat" }, expect: { tracks: 3 } },
  { command: "track.add", params: {} },
  { command: "session.open", params: { path: "out/proof.studio" }, fails: "stale" },
  { command: "session.open", params: { path: "out/proof.studio", discard: true }, expect: { session: "s_proof", missing: [] } },
  { command: "file.bounce_mix", params: { path: "out/again.wav" }, sound: "mix" },
];

/** A whole session, as data: the same in a process and in a page. */
export function sessionSteps(pitch: number = 38): readonly Step[] {
  return [...setUp(pitch), ...edits, ...mix, ...imports, ...files, ...reopened];
}

/** The same song and its mix, and nothing else: with another first note, for what must differ. */
export function songSteps(pitch: number): readonly Step[] {
  return [
    ...setUp(pitch),
    ...edits,
    ...mix,
    ...imports.slice(0, 7),
    { command: "file.bounce_mix", params: { path: "out/other.wav", replace: true }, sound: "mix" },
  ];
}
