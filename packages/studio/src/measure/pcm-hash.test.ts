import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { Md5 } from "../audio-files/flac/md5.ts";
import { PcmHash, pcmHash, sampleHash } from "./pcm-hash.ts";
import { Sha256 } from "./sha256.ts";

const bytes = Uint8Array.from({ length: 1_000 }, (_, n) => (n * 7) % 251);

it("SHA-256 and MD5 of every length around their blocks, in pieces, are what Node says", () => {
  let compared = 0;
  for (let length = 0; length <= 300; length++) {
    const [sha, md5] = [new Sha256(), new Md5()];
    for (let at = 0; at < length; at += 37) {
      sha.feed(bytes.subarray(at, Math.min(length, at + 37)));
      md5.feed(bytes.subarray(at, Math.min(length, at + 37)));
    }
    const whole = bytes.subarray(0, length);
    expect(sha.end()).toBe(createHash("sha256").update(whole).digest("hex"));
    expect(Buffer.from(md5.end()).toString("hex")).toBe(createHash("md5").update(whole).digest("hex"));
    compared++;
  }
  expect(compared).toBe(301);
});

it("a sound's hash is that of its samples, left and right by turns, however it is fed", () => {
  const [left, right] = [
    Float32Array.from({ length: 40_000 }, (_, n) => n / 50_000),
    Float32Array.from({ length: 40_000 }, (_, n) => -n / 50_000),
  ];
  const interleaved = Float32Array.from({ length: 80_000 }, (_, n) => ((n % 2 === 0 ? left : right)[n >> 1] ?? 0) + 0);
  const wanted = createHash("sha256").update(new Uint8Array(interleaved.buffer)).digest("hex");
  expect(pcmHash([left, right])).toBe(wanted);
  const hash = new PcmHash();
  for (let at = 0; at < 40_000; at += 1_234) hash.feed([left.subarray(at, at + 1_234), right.subarray(at, at + 1_234)]);
  expect(hash.end()).toBe(wanted);
  expect(pcmHash([Float32Array.of(-0)])).toBe(pcmHash([Float32Array.of(0)]));
  expect(new Set([sampleHash([left], 44_100), sampleHash([left], 48_000), sampleHash([left, left], 44_100), pcmHash([left])]).size).toBe(4);
});
