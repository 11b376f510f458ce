import { describe, expect, it } from "vitest";
import { audioCeilings } from "./audio-ceilings.ts";
import { AudioFileError } from "./audio-file-error.ts";
import { decodeAudio } from "./decode-audio.ts";
import type { DecodedAudio } from "./decoded-audio.ts";
import { bytesOf, chunk, formatOf, le, riff, words } from "./test-bytes.ts";

const guid = [1, 0, 0, 0, 0, 0, 16, 0, 128, 0, 0, 170, 0, 56, 155, 113];
const four = words(1_000, -2_000, 3_000, -4_000);

async function samplesOf(file: Uint8Array, scale = 32_768): Promise<readonly number[]> {
  return [...((await decodeAudio(file)).channels[0] ?? [])].map((value) => value * scale);
}

async function problemOf(file: Uint8Array): Promise<string> {
  const problem: unknown = await decodeAudio(file).then(
    ({ frames }) => `read: ${frames}`,
    (error: unknown) => error,
  );
  return problem instanceof AudioFileError ? problem.message : `no AudioFileError: ${String(problem)}`;
}

describe("extensible headers and 24 bits (D10)", () => {
  const extended = (channels: number, mask: number, extra: readonly number[]): readonly number[] => [
    ...formatOf({ tag: 0xfffe, channels, bits: 24 }),
    ...le(22 + extra.length, 2),
    ...le(24, 2),
    ...le(mask, 4),
    ...guid,
    ...extra,
  ];
  const five = [1, -2, 8_388_607, -8_388_608, 5];
  const data = five.flatMap((value) => le(value, 3));

  it.each([[[]], [[0, 0, 0, 0, 0, 0]]])("five samples, whatever follows the sub-format: %j", async (extra) => {
    const file = riff([chunk("fmt ", extended(1, 4, extra)), chunk("data", data)]);
    expect(await samplesOf(file, 8_388_608)).toEqual(five);
  });

  it("six channels are folded down by their mask", async () => {
    const frame = [100, 200, 300, 400, 500, 600].flatMap((value) => le(value, 3));
    const { channels, frames, notes } = await decodeAudio(riff([chunk("fmt ", extended(6, 0x3f, [])), chunk("data", frame)]));
    expect(frames).toBe(1);
    const half = Math.SQRT1_2;
    expect((channels[0]?.[0] ?? 0) * 8_388_608).toBeCloseTo(100 + 300 * half + 500 * half, 3);
    expect((channels[1]?.[0] ?? 0) * 8_388_608).toBeCloseTo(200 + 300 * half + 600 * half, 3);
    expect(notes).toEqual(["6 channels were folded down to two"]);
  });
});

describe("sizes that are not true (D12)", () => {
  const sized = (riffSize: number, dataSize: number, more: readonly Uint8Array[] = []): Uint8Array =>
    riff([chunk("fmt ", formatOf()), chunk("data", four, dataSize), ...more], riffSize);
  const list = chunk("LIST", bytesOf("INFOIART", le(4, 4), "Ann\0"));

  it.each([
    ["all ones", sized(0xffffffff, 0xffffffff)],
    ["nought", sized(0, 0)],
    ["more than there is", sized(4_132, 4_096)],
    ["all ones, and a list behind", sized(0xffffffff, 0xffffffff, [list])],
    ["nought, and a list behind", sized(0, 0, [list])],
    ["true, and a list behind", sized(60, 8, [list])],
  ])("%s", async (_, file) => {
    expect(await samplesOf(file)).toEqual([1_000, -2_000, 3_000, -4_000]);
  });

  it("a part that was cut off is said; a part of no length is empty", async () => {
    expect((await decodeAudio(sized(0, 4_096))).notes).toEqual([
      "The file says that it has 4096 bytes of samples; they were read to its end",
    ]);
    expect(await problemOf(riff([chunk("fmt ", formatOf()), chunk("data", []), list]))).toBe("There is not one sample in the file");
    const cut = await decodeAudio(riff([chunk("fmt ", formatOf({ channels: 2 })), chunk("data", [...four, 1, 2])]));
    expect([cut.frames, cut.notes]).toEqual([2, ["The last sample is cut off and was left out"]]);
  });
});

describe("chunks that nobody asked for (D13)", () => {
  const between = (...chunks: readonly Uint8Array[]): Uint8Array => riff([chunk("fmt ", formatOf()), ...chunks, chunk("data", four)]);
  const others = ["LIST", "fact", "PEAK", "bext", "smpl", "JUNK", "?!\0\n"];

  it.each([
    ["none", between()],
    ["odd sizes, padded", between(...others.map((id) => chunk(id, [1, 2, 3])))],
    ["an odd size before the header", riff([chunk("LIST", [1]), chunk("fmt ", formatOf()), chunk("data", four)])],
    ["an odd size whose pad was forgotten", between(bytesOf("LIST", le(3, 4), [1, 2, 3]))],
    ["one that claims more than the file has", between(chunk("LIST", [1, 2, 3, 4], 0x7fffffff))],
    ["10,000 empty ones", between(...Array.from({ length: 10_000 }, () => chunk("JUNK", [])))],
  ])("%s", async (_, file) => {
    expect(await samplesOf(file)).toEqual([1_000, -2_000, 3_000, -4_000]);
  });

  it("more than a file can mean is refused", async () => {
    const many = new Uint8Array(65_537 * 8);
    for (let at = 0; at < many.length; at += 8) many.set(bytesOf("JUNK"), at);
    expect(await problemOf(between(many))).toBe("The file has more than 65536 parts");
  });
});

describe("headers that say nothing that can be (D15)", () => {
  const withFormat = (format: readonly number[]): Uint8Array => riff([chunk("fmt ", format), chunk("data", four)]);

  it.each([
    ["of no length", new Uint8Array(), "The file is empty"],
    ["the first twelve bytes", riff([]), "The file ends before it says what its samples are"],
    [
      "a header of eight bytes",
      withFormat(formatOf().slice(0, 8)),
      "The file's header of 8 bytes is too short to say what its samples are",
    ],
    ["no channels", withFormat(formatOf({ channels: 0 })), "The file says that it has 0 channels"],
    ["65,535 channels", withFormat(formatOf({ channels: 65_535 })), "The file says that it has 65535 channels; at most 64 are read"],
    ["no rate", withFormat(formatOf({ rate: 0 })), "The file says that it has 0 samples a second; 4000 to 384000 are read"],
    ["no bits", withFormat(formatOf({ bits: 0 })), "The file says that its samples have 0 bits"],
    ["13 bits", withFormat(formatOf({ bits: 13 })), "The file says that its samples have 13 bits"],
    ["blocks of nothing", withFormat(formatOf({ align: 0 })), "The file says that 1 samples of 16 bits take 0 bytes, not 2"],
    [
      "samples before the header",
      riff([chunk("data", four), chunk("fmt ", formatOf())]),
      "The samples come before what says what they are",
    ],
    [
      "two headers",
      riff([chunk("fmt ", formatOf()), chunk("fmt ", formatOf({ channels: 2 })), chunk("data", four)]),
      "The file has two headers that say what its samples are",
    ],
    [
      "text",
      bytesOf("Dear Ann, this is no recording.\n"),
      "This is no recording of a kind that is read here: WAV, AIFF, CAF, FLAC, MP3, Ogg Vorbis or Opus",
    ],
  ])("%s", async (_, file, message) => {
    expect(await problemOf(file)).toBe(message);
  });

  it("two parts of samples: the first is read, and it is said", async () => {
    const file = riff([chunk("fmt ", formatOf()), chunk("data", four), chunk("data", words(7))]);
    const { frames, notes } = await decodeAudio(file);
    expect([frames, notes]).toEqual([4, ["The file has more than one part of samples; only the first was read"]]);
  });

  it("numbers that are none become silence", async () => {
    const floats = new Uint8Array(Float32Array.from([0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e30, -0.25]).buffer);
    const { channels, notes } = await decodeAudio(riff([chunk("fmt ", formatOf({ tag: 3, bits: 32 })), chunk("data", floats)]));
    expect([...(channels[0] ?? [])]).toEqual([0.5, 0, 0, 0, -0.25]);
    expect(notes).toEqual(["3 samples that were no finite numbers, or beyond all loudness, were made silent"]);
  });
});

it("every kind of sample gives the number it stands for", async () => {
  const rows: readonly (readonly [ReturnType<typeof formatOf>, readonly number[] | Uint8Array, readonly number[]])[] = [
    [formatOf({ bits: 8 }), [0, 128, 255], [-1, 0, 127 / 128]],
    [formatOf({ bits: 16 }), words(-32_768, 1), [-1, 1 / 32_768]],
    [formatOf({ bits: 20 }), [...le(0x800000, 3), ...le(16, 3)], [-1, 1 / 524_288]],
    [formatOf({ bits: 32 }), [...le(0x80000000, 4), ...le(256, 4)], [-1, 1 / 8_388_608]],
    [formatOf({ tag: 3, bits: 64 }), new Uint8Array(Float64Array.from([0.1, -2]).buffer), [Math.fround(0.1), -2]],
    [formatOf({ tag: 6, bits: 8 }), [0xd5, 0x55, 0xaa], [8 / 32_768, -8 / 32_768, 32_256 / 32_768]],
    [formatOf({ tag: 7, bits: 8 }), [0xff, 0x7f, 0x80, 0x00], [0, 0, 32_124 / 32_768, -32_124 / 32_768]],
  ];
  for (const [format, data, expected] of rows) {
    const { channels } = await decodeAudio(riff([chunk("fmt ", format), chunk("data", data)]));
    expect((channels[0] ?? new Float32Array()).map((value) => value + 0)).toEqual(Float32Array.from(expected));
  }
  expect(rows).toHaveLength(7);
});

it("more than a file may have is refused before there is room made for it", async () => {
  const { fileBytes, frames } = audioCeilings;
  const large = new Uint8Array(fileBytes.value + 1);
  expect(await problemOf(large)).toBe(`The file has ${fileBytes.value + 1} bytes; at most ${fileBytes.value} are read`);
  const long = large.subarray(0, 44 + frames.value + 1);
  long.set(riff([chunk("fmt ", formatOf({ bits: 8 })), chunk("data", [], 0xffffffff)]));
  expect(await problemOf(long)).toBe(`The file has ${frames.value + 1} samples a channel; at most ${frames.value} are read`);
});

it("where only some kinds can be, no other is read", async () => {
  const file = riff([chunk("fmt ", formatOf()), chunk("data", four)]);
  expect((await decodeAudio(file, { only: ["wav", "flac"] })).frames).toBe(4);
  await expect(decodeAudio(file, { only: ["flac", "mp3"] })).rejects.toThrow("Here is a wav file, where only flac or mp3 is read");
});

it("a signal ends it", async () => {
  const file = riff([chunk("fmt ", formatOf()), chunk("data", four)]);
  const controller = new AbortController();
  const decoding: Promise<DecodedAudio> = decodeAudio(file, { signal: controller.signal });
  controller.abort(new Error("enough"));
  await expect(decoding).rejects.toThrow("enough");
});
