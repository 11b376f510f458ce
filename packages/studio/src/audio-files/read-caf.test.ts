import { expect, it } from "vitest";
import { decodeAudio } from "./decode-audio.ts";
import { be, bytesOf, chunk, formatOf, le, riff, words } from "./test-bytes.ts";

const four = words(1_000, -2_000, 3_000, -4_000);

function caf({ format = "lpcm", flags = 2, packet = 2, channels = 1, size = 12 } = {}, before: readonly Uint8Array[] = []): Uint8Array {
  const rate = [...new Uint8Array(Float64Array.of(44_100).buffer)].toReversed();
  const description = bytesOf("desc", be(32, 8), rate, format, be(flags, 4), be(packet, 4), be(1, 4), be(channels, 4), be(16, 4));
  return bytesOf("caff", [0, 1, 0, 0], description, ...before, "data", be(size, 8), be(0, 4), four);
}

async function read(file: Uint8Array): Promise<readonly number[]> {
  return [...((await decodeAudio(file)).channels[0] ?? [])].map((value) => value * 32_768);
}

it.each([
  ["plain", caf()],
  ["no length, as a recorder leaves it", caf({ size: -1 })],
  ["more promised than there is", caf({ size: 4_096 })],
  ["a part of odd size between", caf({}, [bytesOf("free", be(3, 8), [1, 2, 3])])],
])("CAF: %s", async (_, file) => {
  expect(await read(file)).toEqual([1_000, -2_000, 3_000, -4_000]);
});

it.each([
  ["ALAC", caf({ format: "alac" }), "ALAC is not read here: convert it to FLAC or WAV"],
  ["a kind that is not known", caf({ format: "QDM2" }), "CAF files packed that way are not read here: convert it to FLAC or WAV"],
  ["frames of five bytes", caf({ packet: 5 }), "The file says that a frame of 1 channels has 5 bytes"],
  ["no channels", caf({ channels: 0 }), "The file says that it has 0 channels"],
  ["nothing more", caf().subarray(0, 8), "The file ends before it says what its samples are"],
])("CAF, refused: %s", async (_, file, message) => {
  await expect(decodeAudio(file)).rejects.toThrow(message);
});

/** Wave64: names of 16 bytes, sizes that count their own head. */
function wave64(dataSize: number): Uint8Array {
  const rest = [0xf3, 0xac, 0xd3, 0x11, 0x8c, 0xd1, 0x00, 0xc0, 0x4f, 0x8e, 0xdb, 0x8a];
  return bytesOf("riff", rest, le(112, 8), "wave", rest, "fmt ", rest, le(40, 8), formatOf(), "data", rest, le(dataSize, 8), four);
}

it("Wave64 and RF64", async () => {
  for (const size of [32, 0, 9_999]) expect(await read(wave64(size))).toEqual([1_000, -2_000, 3_000, -4_000]);
  const long = riff([
    chunk("ds64", [...le(0, 8), ...le(4, 8), ...le(2, 8), ...le(0, 4)]),
    chunk("fmt ", formatOf()),
    chunk("data", four, 0xffffffff),
  ]);
  long.set(bytesOf("RF64"));
  expect(await read(long)).toEqual([1_000, -2_000]);
});
