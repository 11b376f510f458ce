/** MD5 (RFC 1321), fed in pieces: FLAC files carry that of their samples. It guards against damage, not against anyone. */
export class Md5 {
  readonly #state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  readonly #block = new Uint8Array(64);
  readonly #words = new Int32Array(16);
  #filled = 0;
  #length = 0;

  feed(bytes: Uint8Array): void {
    this.#length += bytes.length;
    for (let at = 0; at < bytes.length;) {
      const take = Math.min(64 - this.#filled, bytes.length - at);
      this.#block.set(bytes.subarray(at, at + take), this.#filled);
      this.#filled += take;
      at += take;
      if (this.#filled < 64) return;
      this.#run();
      this.#filled = 0;
    }
  }

  /** The sixteen bytes; nothing is fed after. */
  end(): Uint8Array {
    const bits = this.#length * 8;
    const rest = (120 - (this.#length % 64)) % 64 || 64;
    const tail = new Uint8Array(rest + 8);
    tail[0] = 0x80;
    const view = new DataView(tail.buffer);
    view.setUint32(rest, bits % 4_294_967_296, true);
    view.setUint32(rest + 4, Math.floor(bits / 4_294_967_296), true);
    this.feed(tail);
    const digest = new DataView(new ArrayBuffer(16));
    for (const [index, word] of this.#state.entries()) digest.setInt32(index * 4, word, true);
    return new Uint8Array(digest.buffer);
  }

  #run(): void {
    const [block, words, state] = [this.#block, this.#words, this.#state];
    for (let n = 0, at = 0; n < 16; n++, at += 4) words[n] = at4(block, at);
    let [a, b, c, d] = state as unknown as [number, number, number, number];
    for (let n = 0; n < 64; n++) {
      const round = n >> 4;
      const mix = round === 0 ? (b & c) | (~b & d) : round === 1 ? (d & b) | (~d & c) : round === 2 ? b ^ c ^ d : c ^ (b | ~d);
      const word = words[(n * (steps[round] as number) + (starts[round] as number)) & 15] as number;
      const sum = (a + mix + (sines[n] as number) + word) | 0;
      const turn = turns[round * 4 + (n & 3)] as number;
      a = d;
      d = c;
      c = b;
      b = (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0;
    }
    state[0] = (state[0] as number) + a;
    state[1] = (state[1] as number) + b;
    state[2] = (state[2] as number) + c;
    state[3] = (state[3] as number) + d;
  }
}

function at4(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24);
}

const steps = [1, 5, 3, 7];
const starts = [0, 1, 5, 0];
const turns = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
/** The first 32 bits of |sin(n + 1)|. */
const sines = [
  0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1,
  0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453,
  0xd8a1e681, 0xe7d3fbc8, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a, 0xfffa3942,
  0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05,
  0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665, 0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d,
  0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
];
