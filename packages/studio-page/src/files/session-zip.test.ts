import { OpenSong, type SessionToSave, applyOps, emptySong, sampleHash } from "@jackfield/studio";
import { expect, test } from "vitest";
import { ZipProblem } from "./read-zip.ts";
import { openSession, sessionPieces } from "./session-zip.ts";
import { writeZip } from "./write-zip.ts";

const ann = { author: { id: "ann", name: "Ann", kind: "person" }, role: "owner" } as const;

function session(): SessionToSave {
  const mono = Float32Array.from({ length: 400 }, (_, at) => Math.sin(at / 7) / 3);
  const stereo = [mono, mono.map((value) => -value)] as const;
  const [one, two] = [sampleHash([mono], 44_100), sampleHash(stereo, 48_000)];
  const open = new OpenSong({ song: emptySong("s_one", "Ä song"), now: () => 1 });
  const info = { from: "import", by: "Ann", licence: "CC0" };
  open.apply(ann, [{ op: "sample.add", sha: one, name: "Mono", frames: 400, rate: 44_100, channels: 1, ...info }], { label: "One" });
  open.comment(ann, { text: "Louder" });
  open.apply(ann, [{ op: "sample.add", sha: two, name: "Stereo", frames: 400, rate: 48_000, channels: 2, ...info }], { label: "Two" });
  return {
    song: open.song,
    changes: open.changes,
    review: open.review,
    samples: new Map([
      [one, { rate: 44_100, hertz: 220, left: mono, right: mono }],
      [two, { rate: 48_000, hertz: 0, left: stereo[0], right: stereo[1] }],
    ]),
  };
}

function bytesOf(pieces: Iterable<Uint8Array>): Uint8Array {
  return new Uint8Array(Buffer.concat([...pieces]));
}

test("a session comes back as it was: song, history and every sample of its recordings", async () => {
  const saved = session();
  const bytes = bytesOf(sessionPieces(saved));
  expect(Buffer.compare(bytes, bytesOf(sessionPieces(saved)))).toBe(0);
  const stored = await openSession(bytes);
  expect(stored.song).toEqual(saved.song);
  expect(stored.changes).toEqual(saved.changes);
  expect(stored.review).toEqual(saved.review);
  expect(stored.missing).toEqual([]);
  expect(stored.notes).toEqual([]);
  expect([...stored.samples.keys()]).toEqual([...saved.samples.keys()]);
  for (const [sha, { left, right, rate, hertz }] of saved.samples) {
    const back = stored.samples.get(sha);
    expect([back?.rate, back?.hertz]).toEqual([rate, hertz]);
    // −0 and 0 sound the same, and are written as one.
    for (const [was, is] of [
      [left, back?.left],
      [right, back?.right],
    ] as const)
      expect(is?.every((value, at) => value === was[at])).toBe(true);
  }
});

test("a recording that is gone, or another one, is missing; a history that does not lead to the song is left out", async () => {
  const saved = session();
  const [one = "", two = ""] = [...saved.samples.keys()];
  const first = saved.samples.get(one);
  if (first === undefined) throw new Error("The session has no recording");
  const changed = new Map([[one, { ...first, left: first.left.map((value) => value / 2) }]]);
  const stored = await openSession(bytesOf(sessionPieces({ ...saved, changes: saved.changes.slice(1), samples: changed })));
  expect(stored.missing.map(({ sha, why }) => [sha, why])).toEqual([
    [one, "It is not the recording that the song was made with"],
    [two, "It is not in the file"],
  ]);
  expect(stored.changes.length).toBe(1);
  const { song } = applyOps(saved.song, [{ op: "song.set", title: "Other" }]);
  const pieces = bytesOf(sessionPieces({ ...saved, song }));
  expect((await openSession(pieces)).changes.length).toBe(2);
});

test("what is no session is refused in words", async () => {
  const text = new TextEncoder();
  const zip = (name: string, content: string): Uint8Array => bytesOf(writeZip([{ name, bytes: text.encode(content) }]));
  await expect(openSession(text.encode("x".repeat(100)))).rejects.toThrow(ZipProblem);
  await expect(openSession(zip("other.txt", "x"))).rejects.toThrow(/holds no song/u);
  await expect(openSession(zip("song.json", "{"))).rejects.toThrow(/not JSON/u);
  await expect(openSession(zip("a/b/song.json", "{}"))).rejects.toThrow(/holds no song/u);
  const { song } = session();
  const inFolder = bytesOf(sessionPieces({ song: emptySong("s_two", song.title), changes: [], samples: new Map() }));
  expect((await openSession(inFolder)).song.title).toBe("Ä song");
});
