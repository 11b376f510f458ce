/** Writes numbers of any bits, the greatest bit first. */
export class BitWriter {
  #bytes = new Uint8Array(16_384);
  #length = 0;
  /** Bits that do not fill a byte yet, and how many. */
  #rest = 0;
  #restBits = 0;

  /** The lowest `bits` of a whole number, 0 to 32 of them; negative ones by their two's complement. */
  write(value: number, bits: number): void {
    let left = bits;
    while (left > 0) {
      const take = Math.min(left, 8 - this.#restBits);
      this.#rest = (this.#rest << take) | ((value >> (left - take)) & ((1 << take) - 1));
      this.#restBits += take;
      left -= take;
      if (this.#restBits === 8) this.#push();
    }
  }

  /** A number in Rice's code: what is above the parameter's bits as so many zeros and a one, then those bits. */
  rice(value: number, parameter: number): void {
    let zeros = value >>> parameter;
    for (; zeros >= 24; zeros -= 24) this.write(0, 24);
    this.write(1, zeros + 1);
    this.write(value, parameter);
  }

  align(): void {
    if (this.#restBits > 0) this.write(0, 8 - this.#restBits);
  }

  /** What has been written, whole bytes of it; the next write ends that it is valid. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
    this.#rest = 0;
    this.#restBits = 0;
  }

  #push(): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = this.#rest;
    this.#rest = 0;
    this.#restBits = 0;
  }
}
