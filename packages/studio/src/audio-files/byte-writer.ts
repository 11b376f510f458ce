/** Writes the fields of a header one after another. */
export class ByteWriter {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  #at = 0;

  constructor(length: number) {
    this.#bytes = new Uint8Array(length);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Letters of ASCII. */
  text(letters: string): this {
    for (const letter of letters) this.#bytes[this.#at++] = letter.charCodeAt(0);
    return this;
  }

  raw(bytes: ArrayLike<number>): this {
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
    return this;
  }

  u8(value: number): this {
    this.#view.setUint8(this.#at++, value);
    return this;
  }

  u16(value: number, littleEndian = false): this {
    this.#view.setUint16(this.#at, value, littleEndian);
    this.#at += 2;
    return this;
  }

  u32(value: number, littleEndian = false): this {
    this.#view.setUint32(this.#at, value, littleEndian);
    this.#at += 4;
    return this;
  }

  /** What was written; as many bytes as it was made for, the last of them 0 where fewer were. */
  done(): Uint8Array<ArrayBuffer> {
    return this.#bytes;
  }
}
