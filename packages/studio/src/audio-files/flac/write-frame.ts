import { BitWriter } from "./bit-writer.ts";
import { crc16, crc8 } from "./crc.ts";
import { type SubframePlan, planSubframe } from "./write-subframe.ts";

/** Frames of a block: what the reference encoder takes, and every decoder. */
export const blockFrames = 4_096;

/** Writes frames one after another. */
export class FrameWriter {
  readonly #rate: number;
  readonly #bits: 16 | 24;
  readonly #writer = new BitWriter();
  #number = 0;
  #least = 0;
  #most = 0;

  constructor(rate: number, bits: 16 | 24) {
    this.#rate = rate;
    this.#bits = bits;
  }

  /** Bytes of the smallest and the largest so far. */
  get least(): number {
    return this.#least;
  }

  get most(): number {
    return this.#most;
  }

  write(channels: readonly Int32Array[], frames: number): Uint8Array {
    const writer = this.#writer;
    writer.clear();
    const { code, plans } = planChannels(channels, frames, this.#bits);
    this.#header(frames, code);
    for (const plan of plans) plan.write(writer);
    writer.align();
    writer.write(crc16(writer.bytes, 0, writer.bytes.length), 16);
    const frame = writer.bytes.slice();
    this.#least = this.#number === 0 ? frame.length : Math.min(this.#least, frame.length);
    this.#most = Math.max(this.#most, frame.length);
    this.#number++;
    return frame;
  }

  #header(frames: number, channelCode: number): void {
    const writer = this.#writer;
    const rateCode = rateCodes[this.#rate] ?? 0;
    writer.write(0xfff8, 16);
    writer.write(frames === blockFrames ? 12 : 7, 4);
    writer.write(rateCode, 4);
    writer.write(channelCode, 4);
    writer.write(this.#bits === 16 ? 4 : 6, 3);
    writer.write(0, 1);
    for (const byte of numberBytes(this.#number)) writer.write(byte, 8);
    if (frames !== blockFrames) writer.write(frames - 1, 16);
    writer.write(crc8(writer.bytes, 0, writer.bytes.length), 8);
  }
}

/** Rates that a frame names; of others it says that the file's beginning has it. */
const rateCodes: Readonly<Record<number, number>> = {
  88_200: 1,
  176_400: 2,
  192_000: 3,
  8_000: 4,
  16_000: 5,
  22_050: 6,
  24_000: 7,
  32_000: 8,
  44_100: 9,
  48_000: 10,
  96_000: 11,
};

/** Two channels as they are, or one of them as the difference of both: whichever takes least. */
function planChannels(channels: readonly Int32Array[], frames: number, bits: number): { code: number; plans: readonly SubframePlan[] } {
  const [left, right] = channels;
  if (left === undefined || right === undefined) return { code: 0, plans: channels.map((channel) => planSubframe(channel, frames, bits)) };
  const mid = new Int32Array(frames);
  const side = new Int32Array(frames);
  for (let n = 0; n < frames; n++) {
    mid[n] = ((left[n] as number) + (right[n] as number)) >> 1;
    side[n] = (left[n] as number) - (right[n] as number);
  }
  const [l, r, m, s] = [
    planSubframe(left, frames, bits),
    planSubframe(right, frames, bits),
    planSubframe(mid, frames, bits),
    planSubframe(side, frames, bits + 1),
  ];
  const ways = [
    { code: 1, plans: [l, r] },
    { code: 8, plans: [l, s] },
    { code: 9, plans: [s, r] },
    { code: 10, plans: [m, s] },
  ];
  const cost = ({ plans }: (typeof ways)[number]): number => plans.reduce((sum, plan) => sum + plan.bits, 0);
  return ways.reduce((best, way) => (cost(way) < cost(best) ? way : best));
}

/** A frame's number as UTF-8 writes a character, up to 31 bits. */
function numberBytes(number: number): readonly number[] {
  if (number < 0x80) return [number];
  const following: number[] = [];
  let rest = number;
  do {
    following.unshift(0x80 | (rest & 63));
    rest >>= 6;
  } while (rest >= 1 << (6 - following.length));
  return [((0xff << (7 - following.length)) & 0xff) | rest, ...following];
}
