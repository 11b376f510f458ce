import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { applyOps, emptySong, encodeAudio, encodeWhole, writeMidi } from "@jackfield/studio";
import { ffmpeg, run } from "../../../../test/studio/audio-tools.ts";
import type { ProofOut } from "../../../proof.ts";
import type { CaseRow } from "../cases-a/case-row.ts";
import { memoryCage } from "../memory-cage.ts";
import type { FuzzCounts } from "./fuzz-child.ts";

/** Every reader, and how a program that is not ours makes its seed of a WAV file. */
const seeds: Readonly<Record<string, (wav: string, to: string) => Promise<unknown>>> = {
  "pcm.wav": (wav, to) => ffmpeg("-i", wav, to),
  "extensible.wav": (wav, to) => ffmpeg("-i", wav, "-c:a", "pcm_s24le", to),
  "float.wav": (wav, to) => ffmpeg("-i", wav, "-c:a", "pcm_f64le", to),
  "ima.wav": (wav, to) => ffmpeg("-i", wav, "-c:a", "adpcm_ima_wav", to),
  "ms.wav": (wav, to) => ffmpeg("-i", wav, "-c:a", "adpcm_ms", to),
  "rf64.wav": (wav, to) => ffmpeg("-i", wav, "-rf64", "always", to),
  "wave.w64": (wav, to) => ffmpeg("-i", wav, to),
  "pcm.aiff": (wav, to) => run("sox", [wav, to]),
  "float.aiff": (wav, to) => ffmpeg("-i", wav, "-c:a", "pcm_f32be", to),
  "ima.aiff": (wav, to) => ffmpeg("-i", wav, "-c:a", "adpcm_ima_qt", to),
  "pcm.caf": (wav, to) => ffmpeg("-i", wav, "-c:a", "pcm_s16be", to),
  "ima.caf": (wav, to) => ffmpeg("-i", wav, "-c:a", "adpcm_ima_qt", to),
  "fixed.flac": (wav, to) => run("flac", ["-s", "-f", "-0", "-o", to, wav]),
  "linear.flac": (wav, to) => run("flac", ["-s", "-f", "-8", "-o", to, wav]),
  "flac.ogg": (wav, to) => ffmpeg("-i", wav, "-c:a", "flac", to),
  "steady.mp3": (wav, to) => ffmpeg("-i", wav, "-b:a", "96k", to),
  "varying.mp3": (wav, to) => ffmpeg("-i", wav, "-q:a", "4", to),
  "vorbis.ogg": (wav, to) => ffmpeg("-i", wav, "-c:a", "libvorbis", to),
  "music.opus": (wav, to) => ffmpeg("-i", wav, "-c:a", "libopus", to),
  "aac.m4a": (wav, to) => ffmpeg("-i", wav, "-c:a", "aac", to),
  "alac.m4a": (wav, to) => ffmpeg("-i", wav, "-c:a", "alac", to),
  "bare.aac": (wav, to) => ffmpeg("-i", wav, "-c:a", "aac", to),
  "song.midi": (_, to) => writeFile(to, seedSong()),
};

/** Bytes that a child may use: Node and its WASM take a third of it. */
const memoryBytes = 512 * 1024 * 1024;
/** A file of some kilobytes takes 10 ms; on a machine that does much else, a hundred times that is still no hang. */
const slowestMs = 5_000;
/** Without a word for so long, a child hangs: it is killed, and the file is named. */
const silentMs = 60_000;

/** `count` wrong files for each reader, in a process with a memory limit: each is read or refused in words, in time. */
export async function fuzzCases(out: ProofOut, count: number): Promise<readonly CaseRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "jackfield-fuzz-"));
  try {
    const wav = join(folder, "source.wav");
    await writeFile(wav, seedWav());
    const rows: CaseRow[] = [];
    const left = Object.entries(seeds);
    const worker = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined && !out.signal.aborted; next = left.shift()) {
        const [name, make] = next;
        const seed = join(folder, name);
        await make(wav, seed);
        rows.push(await fuzz(name, seed, count, out.signal));
      }
    };
    await Promise.all([worker(), worker()]);
    return rows.toSorted((a, b) => a.target.localeCompare(b.target));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fuzz(name: string, seed: string, all: number, signal: AbortSignal): Promise<CaseRow> {
  const kind = name.endsWith(".midi") ? "midi" : /\.(m4a|aac)$/.test(name) ? "foreign" : "audio";
  // Each is a process of ffmpeg's, whose readers are not ours to try: it is tried that what they do is borne.
  const count = kind === "foreign" ? Math.ceil(all / 20) : all;
  const { counts, problem } = await inChild(kind, seed, count, signal);
  const id = name.endsWith(".midi") ? "D16" : "D15";
  if (counts === undefined)
    return { id, target: name, what: `${count} files with wrong bytes`, problem: problem ?? "the child said nothing" };
  const { read, refused, broken, slowestMs: slowest } = counts;
  const what = `${read} of ${count} files with wrong bytes read, ${refused} refused, the slowest in ${Math.round(slowest)} ms`;
  if (broken.length > 0) return { id, target: name, what, problem: broken.slice(0, 3).join("; ") };
  if (read + refused !== count) return { id, target: name, what, problem: `only ${read + refused} were tried` };
  return { id, target: name, what, problem: slowest > slowestMs ? "too slow" : undefined };
}

interface Ended {
  readonly counts: FuzzCounts | undefined;
  readonly problem: string | undefined;
}

async function inChild(kind: string, seed: string, count: number, signal: AbortSignal): Promise<Ended> {
  const cage = memoryCage(memoryBytes);
  const script = fileURLToPath(new URL("fuzz-child.ts", import.meta.url));
  const node = ["--conditions=@jackfield/source", "--max-old-space-size=256", "--import", "tsx", script, kind, seed, "0", String(count)];
  const [program = process.execPath, ...words] = [...(cage?.enter ?? []), process.execPath, ...node];
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "ignore"], signal });
  let said = "";
  let hangs = false;
  const timer = setTimeout(() => {
    hangs = true;
    child.kill("SIGKILL");
  }, silentMs);
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    timer.refresh();
  });
  const code = await new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("close", resolve);
  });
  clearTimeout(timer);
  const kills = cage?.kills() ?? 0;
  cage?.[Symbol.dispose]();
  const lines = said.trimEnd().split("\n");
  const last = lines.at(-1) ?? "";
  if (code === 0 && last.startsWith("{")) return { counts: JSON.parse(last) as FuzzCounts, problem: undefined };
  const why = hangs ? "hangs" : kills > 0 ? `takes more than ${memoryBytes / 1_048_576} MB` : `ends with ${code}`;
  return { counts: undefined, problem: `it ${why} at one of the twenty files from ${last}` };
}

/** Short, so that a change of a few bytes hits something: a tone on one side, a sweep on the other. */
function seedWav(): Uint8Array {
  const channels = [0, 1].map((side) => Float32Array.from({ length: 6_000 }, (_, n) => 0.5 * Math.sin(n * (0.05 + side * n * 0.00003))));
  return encodeWhole(encodeAudio("wav", { rate: 44_100, channels: 2, sample: "s16", dither: 1 }), channels);
}

function seedSong(): Uint8Array {
  const notes = Array.from({ length: 40 }, (_, n) => ({ id: `n_${n}a`, tick: n * 120, ticks: 100, pitch: 40 + (n % 30), velocity: 90 }));
  const { song } = applyOps(emptySong("s_1", "Rain"), [
    { op: "song.set", tonic: "A", mode: "minor" },
    { op: "marker.set", id: "k_one", name: "Verse", tick: 960 },
    { op: "track.add", id: "t_one", name: "Bass", kind: "notes", device: "sub", hue: 1, order: "a" },
    { op: "clip.add", track: "t_one", id: "c_one", name: "Riff", tick: 0, ticks: 7_680, notes },
    { op: "track.add", id: "t_two", name: "Kit", kind: "notes", device: "drums", hue: 1, order: "b" },
    { op: "clip.add", track: "t_two", id: "c_two", name: "Beat", tick: 0, ticks: 7_680, notes },
  ]);
  return writeMidi(song);
}
