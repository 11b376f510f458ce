import {
  AudioFileError,
  type DecodedAudio,
  type SampleData,
  applyOps,
  compilePlan,
  decodeAudio,
  emptySong,
  measureWhole,
  render,
} from "@jackfield/studio";
import { bytesOf, chunk, formatOf, le, riff, words } from "../../../../packages/studio/src/audio-files/test-bytes.ts";
import type { CaseRow } from "../cases-a/case-row.ts";

/** A file of a case, and what it must come to: samples, as whole numbers of `scale`, or words of the refusal. */
interface AudioCase {
  readonly id: string;
  readonly what: string;
  readonly file: Uint8Array;
  readonly wanted: readonly number[] | RegExp;
  readonly scale?: number;
  readonly note?: RegExp;
}

const four = [1_000, -2_000, 3_000, -4_000];
const guid = [1, 0, 0, 0, 0, 0, 16, 0, 128, 0, 0, 170, 0, 56, 155, 113];
const five = [1, -2, 8_388_607, -8_388_608, 5];

function extensible(channels: number, mask: number, extra: readonly number[] = []): readonly number[] {
  const head = formatOf({ tag: 0xfffe, channels, bits: 24 });
  return [...head, ...le(22 + extra.length, 2), ...le(24, 2), ...le(mask, 4), ...guid, ...extra];
}

function plain(...between: readonly Uint8Array[]): Uint8Array {
  return riff([chunk("fmt ", formatOf()), ...between, chunk("data", words(...four))]);
}

function sized(riffSize: number, dataSize: number, ...more: readonly Uint8Array[]): Uint8Array {
  return riff([chunk("fmt ", formatOf()), chunk("data", words(...four), dataSize), ...more], riffSize);
}

function withFormat(format: readonly number[]): Uint8Array {
  return riff([chunk("fmt ", format), chunk("data", words(...four))]);
}

const three = five.flatMap((value) => le(value, 3));
const list = chunk("LIST", bytesOf("INFOIART", le(4, 4), "Ann\0"));
const toTheEnd = /bytes of samples; they were read to its end$/;
const floats = new Uint8Array(Float32Array.from([0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e30, -0.25]).buffer);

const cases: readonly AudioCase[] = [
  {
    id: "D10",
    what: "extensible, 24 bits, mono, five samples and a pad",
    file: riff([chunk("fmt ", extensible(1, 4)), chunk("data", three)]),
    wanted: five,
    scale: 8_388_608,
  },
  {
    id: "D10",
    what: "six bytes behind the sub-format",
    file: riff([chunk("fmt ", extensible(1, 4, [0, 0, 0, 0, 0, 0])), chunk("data", three)]),
    wanted: five,
    scale: 8_388_608,
  },
  {
    id: "D10",
    what: "six channels with a mask",
    file: riff([
      chunk("fmt ", extensible(6, 0x3f)),
      chunk("data", [8, 0, 0, 0].flatMap((value) => le(value, 3)).concat(Array.from({ length: 6 }, () => 0))),
    ]),
    wanted: [8],
    scale: 8_388_608,
  },
  { id: "D12", what: "sizes of all ones", file: sized(0xffffffff, 0xffffffff), wanted: four, note: toTheEnd },
  { id: "D12", what: "sizes of 0", file: sized(0, 0), wanted: four, note: toTheEnd },
  { id: "D12", what: "4,096 bytes where 8 are", file: sized(4_132, 4_096), wanted: four, note: toTheEnd },
  { id: "D12", what: "a true size, and a list behind", file: sized(70, 8, list), wanted: four },
  { id: "D12", what: "all ones, and a list behind", file: sized(0xffffffff, 0xffffffff, list), wanted: four, note: toTheEnd },
  { id: "D13", what: "a list of odd size with its pad", file: plain(chunk("LIST", [1, 2, 3])), wanted: four },
  {
    id: "D13",
    what: "fact, PEAK, bext, smpl, JUNK between",
    file: plain(...["fact", "PEAK", "bext", "smpl", "JUNK"].map((id) => chunk(id, [1, 2, 3, 4, 5]))),
    wanted: four,
  },
  {
    id: "D13",
    what: "a chunk larger than the file",
    file: plain(chunk("LIST", [1, 2], 0x7fffffff)),
    wanted: four,
    note: /longer than the file/,
  },
  { id: "D13", what: "10,000 empty chunks", file: plain(...Array.from({ length: 10_000 }, () => chunk("JUNK", []))), wanted: four },
  { id: "D15", what: "no bytes", file: new Uint8Array(), wanted: /^The file is empty$/ },
  { id: "D15", what: "the first twelve bytes", file: riff([]), wanted: /ends before it says/ },
  { id: "D15", what: "a header of eight bytes", file: withFormat(formatOf().slice(0, 8)), wanted: /8 bytes is too short/ },
  { id: "D15", what: "0 channels", file: withFormat(formatOf({ channels: 0 })), wanted: /0 channels/ },
  { id: "D15", what: "a rate of 0", file: withFormat(formatOf({ rate: 0 })), wanted: /0 samples a second/ },
  { id: "D15", what: "0 bits", file: withFormat(formatOf({ bits: 0 })), wanted: /0 bits/ },
  { id: "D15", what: "13 bits", file: withFormat(formatOf({ bits: 13 })), wanted: /13 bits/ },
  { id: "D15", what: "blocks of 0 bytes", file: withFormat(formatOf({ align: 0 })), wanted: /take 0 bytes/ },
  {
    id: "D15",
    what: "samples before the header",
    file: riff([chunk("data", words(...four)), chunk("fmt ", formatOf())]),
    wanted: /come before/,
  },
  {
    id: "D15",
    what: "two headers",
    file: riff([chunk("fmt ", formatOf()), chunk("fmt ", formatOf()), chunk("data", words(...four))]),
    wanted: /two headers/,
  },
  {
    id: "D15",
    what: "two parts of samples",
    file: riff([chunk("fmt ", formatOf()), chunk("data", words(...four)), chunk("data", words(9))]),
    wanted: four,
    note: /only the first was read/,
  },
  {
    id: "D15",
    what: "NaN, infinities and 1e30",
    file: riff([chunk("fmt ", formatOf({ tag: 3, bits: 32 })), chunk("data", floats)]),
    wanted: [16_384, 0, 0, 0, 0, -8_192],
    note: /^4 samples/,
  },
  { id: "D15", what: "text under the name of a recording", file: bytesOf("Dear Ann, this is no recording."), wanted: /no recording/ },
];

/** As the case list asks of each. */
const most = { milliseconds: 100, megabytes: 20 };

/** D10, D12, D13 and D15: what each file comes to, in what time, on how much memory. */
export async function audioCases(): Promise<readonly CaseRow[]> {
  const rows: CaseRow[] = [];
  for (const each of cases) rows.push({ id: each.id, target: "decodeAudio", what: each.what, problem: await problemOf(each) });
  rows.push({
    id: "D15",
    target: "bounce",
    what: "a song with the file of NaN and infinities sounds finite",
    problem: await bounceProblem(),
  });
  return rows;
}

async function problemOf({ file, wanted, scale = 32_768, note }: AudioCase): Promise<string | undefined> {
  const before = process.memoryUsage();
  // The best of three: others use this machine too.
  let milliseconds = Number.POSITIVE_INFINITY;
  let outcome: DecodedAudio | string = "";
  for (let turn = 0; turn < 3; turn++) {
    const started = performance.now();
    outcome = await decodeAudio(file).catch((error: unknown) =>
      error instanceof AudioFileError ? error.message : `broke: ${String(error)}`,
    );
    milliseconds = Math.min(milliseconds, performance.now() - started);
  }
  const after = process.memoryUsage();
  const megabytes = (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 1_048_576;
  if (milliseconds > most.milliseconds) return `it took ${Math.round(milliseconds)} ms`;
  if (megabytes > most.megabytes) return `it took ${Math.round(megabytes)} MB`;
  if (wanted instanceof RegExp) {
    if (typeof outcome !== "string") return `it was read: ${outcome.frames} samples`;
    return wanted.test(outcome) ? undefined : outcome;
  }
  if (typeof outcome === "string") return outcome;
  const samples = [...(outcome.channels[0] ?? [])].map((value) => value * scale);
  if (JSON.stringify(samples) !== JSON.stringify(wanted)) return `${samples.length} samples: ${samples.slice(0, 8).join(", ")}`;
  const said = outcome.notes.join("; ");
  return (note === undefined ? said === "" || outcome.format.channels > 2 : note.test(said)) ? undefined : `it said: ${said}`;
}

/** One good track, and one of the file: what comes out is as loud as without it, which holds next to nothing. */
async function bounceProblem(): Promise<string | undefined> {
  const { channels, rate } = await decodeAudio(riff([chunk("fmt ", formatOf({ tag: 3, bits: 32 })), chunk("data", floats)]));
  const sha = "a".repeat(64);
  const good = [
    { op: "track.add", id: "t_one", name: "Keys", kind: "notes", device: "keys", hue: 0, order: "a" },
    {
      op: "clip.add",
      track: "t_one",
      id: "c_one",
      name: "Keys",
      tick: 0,
      ticks: 1_920,
      notes: [{ id: "n_1", tick: 0, ticks: 960, pitch: 60, velocity: 100 }],
    },
  ];
  const bad = [
    { op: "sample.add", sha, name: "Odd", frames: 6, rate, channels: 1, from: "import", by: "Ann" },
    { op: "track.add", id: "t_two", name: "Odd", kind: "audio", device: "sampler", hue: 0, order: "b" },
    {
      op: "clip.add",
      track: "t_two",
      id: "c_two",
      name: "Odd",
      tick: 0,
      ticks: 960,
      audio: { sample: sha, from: 0, gainDb: 0, fadeInMs: 0, fadeOutMs: 0 },
    },
  ];
  const [left = new Float32Array()] = channels;
  const sample: SampleData = { rate, hertz: 261.63, left, right: left };
  const samples = new Map([[sha, sample]]);
  const [before, after] = [good, [...good, ...bad]].map((ops) => bounced(ops, samples));
  if (before === undefined || after === undefined) return "nothing was rendered";
  const values = [after.integrated, after.samplePeak, after.truePeak];
  if (values.some((value) => value === undefined || !Number.isFinite(value))) return `it measures ${values.join(", ")}`;
  return Math.abs((after.integrated ?? 0) - (before.integrated ?? 0)) < 0.5
    ? undefined
    : `${before.integrated} LUFS became ${after.integrated}`;
}

function bounced(ops: Parameters<typeof applyOps>[1], samples: ReadonlyMap<string, SampleData>): ReturnType<typeof measureWhole> {
  const { song, missed } = applyOps(emptySong("s_1"), ops);
  if (missed.length > 0) throw new Error(`The song took no ${missed.map(({ op }) => op).join(", ")}`);
  const plan = compilePlan(song, { rate: 44_100 });
  const [left, right] = [new Float32Array(plan.frames), new Float32Array(plan.frames)];
  for (const piece of render(plan, samples)) {
    left.set(piece.left, piece.at);
    right.set(piece.right, piece.at);
  }
  return measureWhole([left, right], plan.rate);
}
