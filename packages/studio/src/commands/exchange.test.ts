import { describe, expect, test } from "vitest";
import { encodeWav } from "../audio-files/encode-wav.ts";
import { encodeWhole } from "../audio-files/audio-encoder.ts";
import { decodeAudio } from "../audio-files/decode-audio.ts";
import { readMidi } from "../midi/read-midi.ts";
import { runCommand } from "./run-command.ts";
import { testStudio } from "./test-studio.ts";

async function song() {
  const made = testStudio();
  const { studio, call, files } = made;
  const run = async (id: string, params: object = {}) => (await runCommand(studio, id, params, call)) as Readonly<Record<string, unknown>>;
  files.all.set(
    "hit.wav",
    encodeWhole(encodeWav({ rate: 48_000, channels: 1, sample: "f32", dither: undefined }), [Float32Array.of(0.5, -0.5, 0.25)]),
  );
  await run("song.set", { title: "First", tonic: "A", mode: "minor" });
  await run("tempo.set", { at: { ticks: 0 }, bpm: 100 });
  await run("tempo.set", { at: "3|1|0", bpm: 140 });
  await run("marker.set", { name: "Drop", at: "2|1|0" });
  await run("track.add", { id: "t_bass", name: "Bass", device: "sub" });
  await run("clip.add", {
    track: "Bass",
    id: "c_low",
    at: "3|1|0",
    notes: [
      { tick: 0, ticks: 240, pitch: "A1" },
      { tick: 480, ticks: 240, pitch: "C2" },
    ],
  });
  await run("device.set", { track: "Bass", params: { tone: 500 } });
  await run("eq.set", { track: "Bass", lowDb: 3 });
  await run("compressor.set", { track: "Bass", ratio: 5 });
  await run("auto.write", { track: "Bass", param: "pan", points: [{ at: 0, value: 0.5 }] });
  await run("file.import_audio", { path: "hit.wav", as: "t_hit", clip: "c_hit", at: "3|1|0" });
  return { ...made, run };
}

const tracksOf = (studio: Awaited<ReturnType<typeof song>>["studio"]) => Object.values(studio.open.song.tracks);

describe("sessions and groups", () => {
  test("saved, reopened, and saved over only where that is meant", async () => {
    const { studio, run } = await song();
    const before = studio.open.song;
    await run("session.save_as", { path: "a.studio" });
    expect(studio.dirty).toBe(false);
    await run("mix.gain", { track: "Bass", by: 1 });
    await run("session.save", {});
    await run("session.save_copy", { path: "b.studio" });
    await expect(run("session.save_copy", { path: "b.studio" })).rejects.toThrow("already");
    await run("session.new", {});
    await run("session.open", { path: "a.studio" });
    expect(studio.path).toBe("a.studio");
    expect(studio.open.song.rev).toBe(before.rev + 1);
    await run("edit.undo");
    expect({ ...studio.open.song, rev: 0 }).toEqual({ ...before, rev: 0 });
  });

  test("what changes while it is saved, or while another is opened, is not taken for saved", async () => {
    const { studio, run } = await song();
    await run("session.save_as", { path: "other.studio" });
    const saving = run("session.save_as", { path: "a.studio" });
    await Promise.all([saving, run("mix.gain", { track: "Bass", by: 1 })]);
    expect(studio.dirty).toBe(true);
    await run("session.save");
    const opening = run("session.open", { path: "other.studio" });
    const edit = run("mix.gain", { track: "Bass", by: 1 });
    await expect(opening).rejects.toMatchObject({ code: "stale" });
    await edit;
    expect(studio.path).toBe("a.studio");
  });

  test("a template has the tracks and none of the music", async () => {
    const { studio, run } = await song();
    await run("session.save_template", { path: "t.studio" });
    await run("session.new", { template: "t.studio", id: "s_new", discard: true });
    expect(studio.open.song).toMatchObject({ id: "s_new", title: "Untitled", rev: 0, markers: {} });
    expect(tracksOf(studio)).toMatchObject([
      { name: "Bass", params: { tone: 500 }, strip: { eq: { lowDb: 3 } }, clips: {} },
      { name: "hit", clips: {} },
    ]);
    expect(studio.open.song.samples).toEqual({});
  });

  test("tracks come in from another session with all that is on them, twice as two", async () => {
    const { studio, run } = await song();
    const [bass, hit] = tracksOf(studio);
    await run("file.export_selected_tracks_as_session", { path: "x.studio", tracks: ["Bass", "hit"] });
    await run("session.new", { discard: true });
    for (let n = 0; n < 2; n++) await run("file.import_session_data", { path: "x.studio", parts: ["tracks", "markers", "tempo"] });
    expect(Object.keys(studio.open.song.tracks)).toHaveLength(4);
    const [first, second] = tracksOf(studio);
    for (const [was, is] of [
      [bass, first],
      [hit, second],
    ]) {
      expect(is).toMatchObject({ name: was?.name, device: was?.device, params: was?.params, strip: was?.strip });
      expect(
        Object.values(is?.clips ?? {}).map(({ tick, ticks, audio, notes }) => ({ tick, ticks, audio, notes: Object.values(notes) })),
      ).toEqual(
        Object.values(was?.clips ?? {}).map(({ tick, ticks, audio, notes }) => ({ tick, ticks, audio, notes: Object.values(notes) })),
      );
    }
    expect(
      Object.values(studio.open.song.tempo)
        .toSorted((a, b) => a.tick - b.tick)
        .slice(0, 2),
    ).toEqual([
      { tick: 0, bpm: 100 },
      { tick: 3_840, bpm: 140 },
    ]);
    expect(studio.ports.samples.all.size).toBe(1);
    await expect(run("file.import_session_data", { path: "x.studio", tracks: ["No"] })).rejects.toThrow("no such track");
  });

  test("a clip group keeps its distances, on tracks of the same name or new ones", async () => {
    const { studio, run } = await song();
    await run("select.clips", { clips: ["c_low", "c_hit"] });
    expect(await run("file.export_clip_groups", { path: "g.studio" })).toMatchObject({ clips: 2, tracks: 2 });
    const made = await run("file.import_clip_groups", { path: "g.studio", at: "10|1|0" });
    expect(made).toMatchObject({ clips: [expect.any(String), expect.any(String)], missing: [] });
    expect(tracksOf(studio).map(({ clips }) => Object.values(clips).map(({ tick }) => tick))).toEqual([
      [3_840, 17_280],
      [3_840, 17_280],
    ]);
    await run("session.new", { discard: true });
    await run("file.import_clip_groups", { path: "g.studio" });
    expect(tracksOf(studio)).toMatchObject([
      { name: "Bass", params: { tone: 500 } },
      { name: "hit", kind: "audio" },
    ]);
  });
});

describe("files of other kinds", () => {
  test("MIDI goes out and comes in again", async () => {
    const { studio, files, run } = await song();
    expect(await run("file.export_midi", { path: "a.mid" })).toMatchObject({ tracks: 1 });
    const midi = readMidi(files.all.get("a.mid") ?? new Uint8Array());
    expect(midi).toMatchObject({
      tempo: [
        { tick: 0, bpm: 100 },
        { tick: 3_840, bpm: 140 },
      ],
      key: { tonic: "A", mode: "minor" },
    });
    await run("session.new", { discard: true });
    expect(await run("file.import_midi", { path: "a.mid" })).toMatchObject({ notes: 2 });
    expect(studio.open.song).toMatchObject({ title: "First", key: { tonic: "A", mode: "minor" } });
    expect(
      tracksOf(studio).flatMap(({ clips }) =>
        Object.values(clips).flatMap(({ tick, notes }) => Object.values(notes).map((note) => [tick + note.tick, note.pitch])),
      ),
    ).toEqual([
      [3_840, 33],
      [4_320, 36],
    ]);
    files.all.set("bad.mid", Uint8Array.of(1, 2, 3));
    await expect(run("file.import_midi", { path: "bad.mid" })).rejects.toMatchObject({ code: "file_unusable" });
  });

  test("clips go out as files of their own", async () => {
    const { files, run } = await song();
    const { files: made } = await run("file.export_clips", { path: "out", clips: ["c_low", "c_hit"] });
    expect(made).toMatchObject([
      { clip: "c_low", path: "out/001 Clip 1.mid" },
      { clip: "c_hit", path: "out/002 hit.wav" },
    ]);
    const midi = readMidi(files.all.get("out/001 Clip 1.mid") ?? new Uint8Array());
    expect(midi.tempo).toEqual([{ tick: 0, bpm: 140 }]);
    expect(midi.tracks[0]?.notes.map(({ tick }) => tick)).toEqual([0, 480]);
    const wav = await decodeAudio(files.all.get("out/002 hit.wav") ?? new Uint8Array());
    expect([...(wav.channels[0] ?? [])]).toEqual([0.5, -0.5, 0.25]);
  });

  test("the session as text names what is there", async () => {
    const { studio, call, files, run } = await song();
    await runCommand(studio, "track.rename", { track: "hit", name: "Hit\u001b[31m\n" }, call);
    await run("file.export_session_text", { path: "a.txt" });
    const text = new TextDecoder().decode(files.all.get("a.txt"));
    expect(text).toContain("3|1|000    0:04.800  tempo 140");
    expect(text).toContain("TRACK Bass (t_bass), sub");
    expect(text).toContain("2 notes, A1 to C2");
    expect(text).not.toContain("\u001b");
  });

  test("presets carry a sound from track to track, and a file that is none changes nothing", async () => {
    const { studio, files, run } = await song();
    await run("track.save_preset", { path: "p.json", track: "Bass" });
    await run("track.add", { id: "t_other", name: "Other", device: "poly" });
    await run("track.load_preset", { path: "p.json", track: "Other" });
    const { t_bass: bass, t_other: other } = studio.open.song.tracks;
    expect(other).toMatchObject({ device: "sub", params: bass?.params, strip: bass?.strip, name: "Other" });
    const { rev } = studio.open.song;
    const bad = [
      "no json",
      "{}",
      JSON.stringify({ format: "jackfield-track-preset", ops: [{ op: "track.remove", track: "t_bass" }] }),
      JSON.stringify({ format: "jackfield-track-preset", ops: [{ op: "eq.set", track: "t_x", lowDb: 1e9 }] }),
      JSON.stringify({ format: "jackfield-track-preset", ops: [{ op: "device.define", device: { id: "x" } }] }),
    ];
    for (const text of bad) {
      files.all.set("bad.json", new TextEncoder().encode(text));
      await expect(run("track.load_preset", { path: "bad.json", track: "Bass" })).rejects.toMatchObject({ code: "file_unusable" });
    }
    expect(studio.open.song.rev).toBe(rev);
  });
});
