import { describe, expect, it } from "vitest";
import { encodeWhole } from "./audio-encoder.ts";
import { decodeAudio } from "./decode-audio.ts";
import { encodeAiff } from "./encode-aiff.ts";
import { extendedOf, fromExtended } from "./extended-float.ts";
import { be, bytesOf } from "./test-bytes.ts";
import { differenceOf, testSounds } from "./test-sounds.ts";

const four = [1_000, -2_000, 3_000, -4_000];
const sound = four.flatMap((value) => be(value, 2));

function chunk(id: string, body: readonly number[] | Uint8Array, size: number = body.length): Uint8Array {
  return bytesOf(id, be(size, 4), body, body.length % 2 === 1 ? [0] : []);
}

function common({ channels = 1, frames = 4, bits = 16, rate = 44_100, coding = "" } = {}): Uint8Array {
  const extra = coding === "" ? [] : [...bytesOf(coding), 0, 0];
  return chunk("COMM", bytesOf(be(channels, 2), be(frames, 4), be(bits, 2), rate > 0 ? extendedOf(rate) : be(0, 10), extra));
}

function form(chunks: readonly Uint8Array[], kind = "AIFF"): Uint8Array {
  const body = bytesOf(kind, ...chunks);
  return bytesOf("FORM", be(body.length, 4), body);
}

const samples = (size?: number): Uint8Array => chunk("SSND", [...be(0, 8), ...sound], size);

async function read(file: Uint8Array): Promise<readonly number[]> {
  return [...((await decodeAudio(file)).channels[0] ?? [])].map((value) => value * 32_768);
}

describe("AIFF", () => {
  it.each([
    ["s16", 1],
    ["s16", 2],
    ["s24", 1],
    ["s24", 2],
  ] as const)("%s of %d channels is read back as it was", async (sample, channels) => {
    const made = [testSounds.tone(9_999), testSounds.noise(9_999)].slice(0, channels);
    const back = await decodeAudio(encodeWhole(encodeAiff({ rate: 48_000, channels, sample, dither: undefined }), made));
    expect([back.rate, back.format.bits, back.notes]).toEqual([48_000, sample === "s16" ? 16 : 24, []]);
    expect(differenceOf(made, back.channels)).toBeLessThanOrEqual(sample === "s16" ? 1 / 32_768 : 1 / 8_388_608);
  });

  it.each([
    ["plain", form([common(), samples()])],
    ["samples first", form([samples(), common()])],
    ["odd chunks between", form([chunk("NAME", [65]), common(), chunk("ANNO", [1, 2, 3]), samples()])],
    ["more samples promised than there are", form([common({ frames: 4_000 }), samples(8_008)])],
    ["nothing promised, as a pipe leaves it", form([common({ frames: 0 }), samples(0)])],
    ["AIFC that says it is plain", form([common({ coding: "NONE" }), samples()], "AIFC")],
  ])("%s", async (_, file) => {
    expect(await read(file)).toEqual(four);
  });

  it("the least byte first, floats, µ-law", async () => {
    const of = (coding: string, bits: number, data: readonly number[] | Uint8Array, frames: number): Uint8Array =>
      form([common({ coding, bits, frames }), chunk("SSND", [...be(0, 8), ...data])], "AIFC");
    expect(await read(of("sowt", 16, [0xe8, 3], 1))).toEqual([1_000]);
    expect(await read(of("fl32", 32, [0x3f, 0, 0, 0], 1))).toEqual([16_384]);
    expect(await read(of("ulaw", 16, [0x80, 0xff], 2))).toEqual([32_124, 0]);
  });

  it.each([
    ["nothing else", form([]), "The file ends before it says what its samples are"],
    ["no samples", form([common()]), "The file ends before its samples begin"],
    ["two headers", form([common(), common(), samples()]), "The file has two headers that say what its samples are"],
    ["no channels", form([common({ channels: 0 }), samples()]), "The file says that it has 0 channels"],
    ["no rate", form([common({ rate: 0 }), samples()]), "The file says that it has 0 samples a second; 4000 to 384000 are read"],
    ["40 bits", form([common({ bits: 40 }), samples()]), "The file says that its samples have 40 bits"],
    [
      "a way of packing that is not known",
      form([common({ coding: "QDM2" }), samples()], "AIFC"),
      "AIFC files packed that way are not read here: convert it to FLAC or WAV",
    ],
  ])("refused: %s", async (_, file, message) => {
    await expect(decodeAudio(file)).rejects.toThrow(message);
  });
});

it("rates of ten bytes", () => {
  const rates = [4_000, 11_025, 44_100, 48_000, 96_000, 384_000, 22_050.5];
  for (const rate of rates) expect(fromExtended(new DataView(extendedOf(rate).buffer), 0)).toBe(rate);
  expect(rates).toHaveLength(7);
  expect(fromExtended(new DataView(new Uint8Array(10).fill(0xff).buffer), 0)).toBeNaN();
});
