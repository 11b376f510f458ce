/** Bytes in one or more pieces, as they came: joining those of a large result would cost more than all that is done with it. */
export type Pieces = readonly Uint8Array[];

/** The bytes from offset `from` to `to` (or the end), without a copy. Offsets count over all pieces. */
export function cut(pieces: Pieces, from: number, to: number = Number.POSITIVE_INFINITY): Uint8Array[] {
  const kept: Uint8Array[] = [];
  let at = 0;
  for (const piece of pieces) {
    const start = Math.max(0, from - at);
    const end = Math.min(piece.length, to - at);
    if (end > start) kept.push(start === 0 && end === piece.length ? piece : piece.subarray(start, end));
    at += piece.length;
  }
  return kept;
}
