import { Random } from "../../../../packages/studio/src/kernel/random.ts";

/** A file with something wrong with it, by a number: the same number, the same file. */
export function mutated(seed: Uint8Array, number: number): Uint8Array<ArrayBuffer> {
  const random = new Random(number * 7_919 + 13);
  const upTo = (most: number): number => Math.floor(random.unit() * Math.max(1, most));
  let file = new Uint8Array(seed);
  for (let change = upTo(5) + 1; change > 0 && file.length > 0; change--) {
    // Half of the changes hit the head, where a byte does the most harm.
    const at = upTo(upTo(2) === 0 ? Math.min(file.length, 160) : file.length);
    file = changes[upTo(changes.length)]?.(file, at, upTo) ?? file;
  }
  return number % 2 === 0 ? withChecksums(file) : file;
}

const changes: readonly ((file: Uint8Array<ArrayBuffer>, at: number, upTo: (most: number) => number) => Uint8Array<ArrayBuffer>)[] = [
  (file, at, upTo) => file.with(at, upTo(256)),
  (file, at, upTo) => file.with(at, (file[at] ?? 0) ^ (1 << upTo(8))),
  (file, at) => file.with(at, 0),
  (file, at) => file.with(at, 255),
  (file, at, upTo) =>
    spliced(
      file,
      at,
      4,
      Array.from({ length: 4 }, () => [0, 255, 127, 128][upTo(4)] ?? 0),
    ),
  (file, at, upTo) =>
    spliced(
      file,
      at,
      0,
      Array.from({ length: upTo(64) }, () => upTo(256)),
    ),
  (file, at, upTo) => spliced(file, at, upTo(64), []),
  (file, at, upTo) => spliced(file, at, 0, [...file.subarray(at, at + upTo(2_000))]),
  (file, at) => file.slice(0, at),
];

function spliced(file: Uint8Array, at: number, take: number, put: readonly number[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...file.subarray(0, at), ...put, ...file.subarray(at + take)]);
}

/** Makes the checksums of Ogg's pages right again: damage that nobody finds by them reaches the decoders. */
function withChecksums(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let at = 0; at + 27 <= file.length; at++) {
    if (view.getUint32(at) !== 0x4f676753) continue;
    const segments = file[at + 26] ?? 0;
    let end = at + 27 + segments;
    for (let segment = 0; segment < segments; segment++) end += file[at + 27 + segment] ?? 0;
    if (end > file.length) continue;
    view.setUint32(at + 22, 0, true);
    let crc = 0;
    for (let n = at; n < end; n++) {
      crc ^= (file[n] ?? 0) << 24;
      for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
    }
    view.setUint32(at + 22, crc >>> 0, true);
    at = end - 1;
  }
  return file;
}
