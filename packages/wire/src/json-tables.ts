/** The grammar of JSON (RFC 8259) as tables by byte, for `JsonScan`. */

/** The bytes of true, false and null, by their first byte. */
export const literals: readonly (Uint8Array | undefined)[] = byByte((character) => {
  const literal = ["true", "false", "null"].find((word) => word.startsWith(character));
  return literal === undefined ? undefined : new TextEncoder().encode(literal);
});

/** 1 for what may follow a backslash, but for the "u" that four digits follow. */
export const escapes: Uint8Array = Uint8Array.from(byByte((character) => ('"\\/bfnrt'.includes(character) ? 1 : 0)));

/** 1 for hexadecimal digits. */
export const hexDigits: Uint8Array = Uint8Array.from(byByte((character) => (/[0-9a-fA-F]/.test(character) ? 1 : 0)));

/** What a byte is to a number: 1 "0", 2 "1" to "9", 3 "-", 4 "+", 5 ".", 6 "e" or "E", 0 no part of it. */
export const numberClass: Uint8Array = Uint8Array.from(
  byByte((character) =>
    /[1-9]/.test(character) ? 2 : (({ "0": 1, "-": 3, "+": 4, ".": 5, e: 6, E: 6 } as Record<string, number>)[character] ?? 0),
  ),
);

/**
 * The next state of a number, by state × 8 + class: `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`. 0: this byte is not part of it.
 * States: 0 before, 1 after "-", 2 after a leading "0", 3 in the integer, 4 after ".", 5 in the fraction, 6 after "e", 7 after its sign,
 * 8 in the exponent.
 */
export const numberNext: Uint8Array = Uint8Array.from(
  [
    [0, 2, 3, 1, 0, 0, 0, 0],
    [0, 2, 3, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 4, 6, 0],
    [0, 3, 3, 0, 0, 4, 6, 0],
    [0, 5, 5, 0, 0, 0, 0, 0],
    [0, 5, 5, 0, 0, 0, 6, 0],
    [0, 8, 8, 7, 7, 0, 0, 0],
    [0, 8, 8, 0, 0, 0, 0, 0],
    [0, 8, 8, 0, 0, 0, 0, 0],
  ].flat(),
);

/** 1 for the states in which a number may end. */
export const numberMayEnd: Uint8Array = Uint8Array.of(0, 0, 1, 1, 0, 1, 0, 0, 1);

function byByte<T>(of: (character: string) => T): T[] {
  return Array.from({ length: 256 }, (_, byte) => of(String.fromCharCode(byte)));
}
