import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LoudnessMeter, TruePeakMeter, encodeAudio, encodeWhole } from "@jackfield/studio";
import { tableOf } from "../../bench/src/table.ts";
import type { Proof } from "../proof.ts";
import { type FfmpegLoudness, ffmpegLoudness, ffmpegVersion } from "./support/loudness/ffmpeg-meter.ts";
import { type Measured, type Signal, signals } from "./support/loudness/signals.ts";

/** LU between our meter and ffmpeg's. */
const apart = 0.1;
const compared = ["integrated", "range", "momentaryMost", "shortTermMost"] as const;
/** Fewer than these and something was not measured: signals, comparisons with ffmpeg, values of recipes. */
const least = { signals: 50, comparisons: 150, recipes: 40 };

export const proof: Proof = {
  name: "loudness",
  title: "Loudness and true peak are what EBU's recipes say, and what ffmpeg's meter says",
  async run(out) {
    const version = await ffmpegVersion().catch(() => "");
    if (version === "") return { ok: false, figure: "ffmpeg is not installed: there is nothing to compare with" };
    const folder = await mkdtemp(join(tmpdir(), "jackfield-loudness-"));
    const rows: Row[] = [];
    try {
      for (const signal of signals) {
        out.signal.throwIfAborted();
        rows.push(await measure(signal, folder, out.signal));
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    out.line(
      tableOf(
        ["signal", "Hz", "", "I", "LRA", "M", "S", "dBTP", "recipe", "off by", "ffmpeg I", "LRA", "M", "S", "dBTP"],
        rows.map(cellsOf),
      ),
    );
    const checks = rows.flatMap((row) => row.checks);
    const failed = checks.filter(({ ok }) => !ok);
    for (const { name, is } of failed) out.line(`not: ${name}: ${is}`);
    const count = (kind: Check["kind"]): number => checks.filter((check) => check.kind === kind).length;
    const furthest = checks.filter(({ kind }) => kind === "ffmpeg").reduce((most, { off }) => Math.max(most, off), 0);
    const enough = rows.length >= least.signals && count("ffmpeg") >= least.comparisons && count("recipe") >= least.recipes;
    return {
      ok: failed.length === 0 && enough,
      figure: `${rows.length} signals: ${count("recipe")} values of EBU recipes and ${count("ffmpeg")} of ffmpeg ${version}, the furthest ${furthest.toFixed(3)} LU away; ${failed.length} outside their tolerance`,
    };
  },
};

type Ours = Readonly<Record<Measured, number>> & { readonly gridMomentary: number };

interface Check {
  readonly kind: "recipe" | "ffmpeg";
  readonly name: string;
  readonly is: string;
  readonly off: number;
  readonly ok: boolean;
}

interface Row {
  readonly signal: Signal;
  readonly ours: Ours;
  readonly theirs: FfmpegLoudness;
  readonly checks: readonly Check[];
}

async function measure(signal: Signal, folder: string, stop: AbortSignal): Promise<Row> {
  const channels = signal.make();
  const file = join(folder, "signal.wav");
  const wav = encodeAudio("wav", { rate: signal.rate, channels: 2, sample: "f32", dither: undefined });
  await writeFile(file, encodeWhole(wav, channels));
  const theirs = await ffmpegLoudness(file, stop);
  const ours = measured(signal.rate, channels);
  return { signal, ours, theirs, checks: [...recipeChecks(signal, ours), ...ffmpegChecks(signal, ours, theirs)] };
}

/** Fed in pieces of no round length, as a render comes. */
function measured(rate: number, channels: readonly Float32Array[]): Ours {
  const meter = new LoudnessMeter(rate, 2);
  const peaks = channels.map(() => new TruePeakMeter());
  const frames = channels[0]?.length ?? 0;
  for (let at = 0; at < frames; at += 10_007) {
    const piece = channels.map((data) => data.subarray(at, at + 10_007));
    meter.feed(piece);
    for (const [index, peak] of peaks.entries()) peak.feed(piece[index] ?? new Float32Array());
  }
  const none = Number.NaN;
  const { integrated = none, range = none, momentaryMost = none, shortTermMost = none } = meter.read();
  return {
    integrated,
    range,
    momentaryMost,
    shortTermMost,
    truePeak: Math.max(...peaks.map(({ decibels }) => decibels ?? none)),
    gridMomentary: Math.max(...meter.curve("momentary")),
  };
}

function recipeChecks(signal: Signal, ours: Ours): readonly Check[] {
  return signal.wanted.map(({ measure: of, value, above, below }) => {
    const off = ours[of] - value;
    return { kind: "recipe", name: `${signal.name} ${of}`, is: `${ours[of]}, not ${value}`, off, ok: off <= above && off >= -below };
  });
}

/**
 * Of true peaks ffmpeg is further from the recipes than these allow, and it is not asked. Its momentary curve moves by a tenth of a second, and is
 * compared with ours at that step; what lasts shorter than 3 seconds has no short-term loudness, and what it calls one counts silence before it.
 */
function ffmpegChecks(signal: Signal, ours: Ours, theirs: FfmpegLoudness): readonly Check[] {
  return compared
    .filter((of) => !Number.isNaN(ours[of]))
    .map((of) => {
      const mine = of === "momentaryMost" ? ours.gridMomentary : ours[of];
      const off = Math.abs(mine - theirs[of]);
      return { kind: "ffmpeg", name: `${signal.name} ${of}`, is: `${mine}, ffmpeg ${theirs[of]}`, off, ok: off <= apart };
    });
}

function cellsOf({ signal, ours, theirs, checks }: Row): readonly string[] {
  const number = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : "–");
  const numbers = (of: Readonly<Record<Measured, number>>): readonly string[] =>
    (["integrated", "range", "momentaryMost", "shortTermMost", "truePeak"] as const).map((name) => number(of[name]));
  const recipe = checks.filter(({ kind }) => kind === "recipe");
  return [
    signal.name,
    String(signal.rate),
    checks.every(({ ok }) => ok) ? "ok" : "FAIL",
    ...numbers(ours),
    signal.wanted.map(({ value }) => String(value)).join(" "),
    recipe.map(({ off }) => off.toFixed(2)).join(" "),
    ...numbers(theirs),
  ];
}
