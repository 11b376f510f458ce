import { AudioFileError } from "../audio-file-error.ts";

/** Reads numbers of any bits, the greatest bit first. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #byte: number;
  /** Bits of that byte which have been read. */
  #bit = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#byte = at;
  }

  /** The byte that the next bit is in. */
  get at(): number {
    return this.#byte;
  }

  /** Of 0 to 32 bits. Behind the end are zeros, until `check`. */
  read(bits: number): number {
    if (bits === 0) return 0;
    const value = this.#next32() >>> (32 - bits);
    this.#skip(bits);
    return value;
  }

  /** The same with a sign; of at most 33 bits, which a side channel has. */
  signed(bits: number): number {
    if (bits === 0) return 0;
    if (bits === 33) return -this.read(1) * 4_294_967_296 + this.read(32);
    const value = this.#next32() >> (32 - bits);
    this.#skip(bits);
    return value;
  }

  /** How many zeros come before the next one, which is read too. Throws at the end of the file. */
  unary(): number {
    for (let zeros = 0; ; zeros += 32) {
      const next = this.#next32();
      if (next === 0) {
        this.#skip(32);
        this.check();
        continue;
      }
      const leading = Math.clz32(next);
      this.#skip(leading + 1);
      return zeros + leading;
    }
  }

  /** To the next whole byte. */
  align(): void {
    if (this.#bit > 0) this.#skip(8 - this.#bit);
  }

  /** Throws where more has been read than there is. */
  check(): void {
    if (this.#byte > this.#bytes.length || (this.#byte === this.#bytes.length && this.#bit > 0))
      throw new AudioFileError("damaged", "The file ends in the middle of its samples");
  }

  #next32(): number {
    const bytes = this.#bytes;
    const at = this.#byte;
    const bit = this.#bit;
    const word = at + 5 <= bytes.length ? whole(bytes, at) : partly(bytes, at);
    return bit === 0 ? word : (word << bit) | ((at + 4 < bytes.length ? (bytes[at + 4] as number) : 0) >>> (8 - bit));
  }

  #skip(bits: number): void {
    const bit = this.#bit + bits;
    this.#byte += bit >>> 3;
    this.#bit = bit & 7;
  }
}

function whole(bytes: Uint8Array, at: number): number {
  return ((bytes[at] as number) << 24) | ((bytes[at + 1] as number) << 16) | ((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number);
}

function partly(bytes: Uint8Array, at: number): number {
  return [0, 1, 2, 3].reduce((word, index) => (word << 8) | (at + index < bytes.length ? (bytes[at + index] as number) : 0), 0);
}
