import { describe, expect, it } from "vitest";
import { firstSong } from "../model/first-song.ts";
import { midiOfSong } from "./midi.ts";
import { noise } from "./noise.ts";
import { wavOf } from "./wav.ts";

describe("midiOfSong", () => {
  it("is a type 1 file whose chunks add up, with every note turned off", () => {
    const file = midiOfSong(firstSong);
    const view = new DataView(file.buffer);
    expect(text(file, 0, 4)).toBe("MThd");
    expect([view.getUint16(8), view.getUint16(10), view.getUint16(12)]).toEqual([1, 9, 480]);
    let [at, chunks, on, off] = [14, 0, 0, 0];
    while (at < file.length) {
      expect(text(file, at, 4)).toBe("MTrk");
      const end = at + 8 + view.getUint32(at + 4);
      expect([...file.subarray(end - 3, end)]).toEqual([0xff, 0x2f, 0]);
      for (const event of events(file.subarray(at + 8, end))) {
        if ((event[0] ?? 0) >> 4 === 9) on++;
        if ((event[0] ?? 0) >> 4 === 8) off++;
      }
      at = end;
      chunks++;
    }
    expect(at).toBe(file.length);
    expect(chunks).toBe(9);
    expect(on).toBeGreaterThan(200);
    expect(off).toBe(on);
  });
});

describe("wavOf", () => {
  it("writes the header and samples of 16-bit stereo, and cuts what is too loud", () => {
    const file = wavOf([Float32Array.of(0, 0.5, 2), Float32Array.of(0, -0.5, -2)], 48_000, () => 0);
    const view = new DataView(file.buffer);
    expect([text(file, 0, 4), text(file, 8, 8), text(file, 36, 4)]).toEqual(["RIFF", "WAVEfmt ", "data"]);
    expect([view.getUint32(4, true), view.getUint16(22, true), view.getUint32(24, true), view.getUint32(40, true)]).toEqual([
      48, 2, 48_000, 12,
    ]);
    expect([...new Int16Array(file.buffer, 44)]).toEqual([0, 0, 16_384, -16_383, 32_767, -32_768]);
  });
});

describe("noise", () => {
  it("is the same for a seed, other for another, and within -1 to 1 around 0", () => {
    const [one, again, other] = [noise(1), noise(1), noise(2)];
    const drawn = Array.from({ length: 10_000 }, () => one());
    expect(drawn).toEqual(Array.from({ length: 10_000 }, () => again()));
    expect(drawn.slice(0, 10)).not.toEqual(Array.from({ length: 10 }, () => other()));
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(-1);
    expect(Math.max(...drawn)).toBeLessThan(1);
    expect(Math.abs(drawn.reduce((sum, value) => sum + value, 0) / drawn.length)).toBeLessThan(0.03);
  });
});

function text(file: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...file.subarray(at, at + length));
}

function* events(chunk: Uint8Array): Generator<readonly number[]> {
  let at = 0;
  while (at < chunk.length) {
    while (((chunk[at++] ?? 0) & 128) !== 0);
    const length = chunk[at] === 0xff ? 3 + (chunk[at + 2] ?? 0) : 3;
    yield [...chunk.subarray(at, at + length)];
    at += length;
  }
}
