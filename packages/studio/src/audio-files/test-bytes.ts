/** Bytes of what files are made of: texts, lists of bytes, and other parts. */
export function bytesOf(...parts: readonly (string | readonly number[] | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const lists = parts.map((part) => (typeof part === "string" ? Array.from(part, (letter) => letter.charCodeAt(0)) : [...part]));
  return Uint8Array.from(lists.flat());
}

/** Bytes of a whole number, the least first. */
export function le(value: number, bytes: number): readonly number[] {
  return Array.from({ length: bytes }, (_, index) => Number((BigInt(value) >> BigInt(8 * index)) & 255n));
}

/** Bytes of a whole number, the greatest first. */
export function be(value: number, bytes: number): readonly number[] {
  return le(value, bytes).toReversed();
}

/** A chunk of a RIFF file, with its pad byte. `size` is what it claims. */
export function chunk(id: string, body: readonly number[] | Uint8Array, size: number = body.length): Uint8Array {
  return bytesOf(id, le(size, 4), body, body.length % 2 === 1 ? [0] : []);
}

/** A `fmt ` chunk's body. */
export function formatOf({
  tag = 1,
  channels = 1,
  rate = 44_100,
  bits = 16,
  align = channels * Math.ceil(bits / 8),
}: {
  readonly tag?: number;
  readonly channels?: number;
  readonly rate?: number;
  readonly bits?: number;
  readonly align?: number;
} = {}): readonly number[] {
  return [...le(tag, 2), ...le(channels, 2), ...le(rate, 4), ...le(rate * align, 4), ...le(align, 2), ...le(bits, 2)];
}

/** A RIFF file of chunks. `size` is what it claims. */
export function riff(chunks: readonly Uint8Array[], size?: number): Uint8Array {
  const body = bytesOf("WAVE", ...chunks);
  return bytesOf("RIFF", le(size ?? body.length, 4), body);
}

/** Samples of 16 bits. */
export function words(...values: readonly number[]): readonly number[] {
  return values.flatMap((value) => le(value, 2));
}
