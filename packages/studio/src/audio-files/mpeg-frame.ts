/** What stands before a frame of MPEG audio, layer III. */
export interface MpegFrame {
  readonly bytes: number;
  readonly rate: number;
  readonly channels: 1 | 2;
}

/** The frame that begins there; undefined: none does. */
export function mpegFrameAt(bytes: Uint8Array, at: number): MpegFrame | undefined {
  const [one = 0, two = 0, three = 0, four = 0] = bytes.subarray(at, at + 4);
  if (one !== 0xff || (two & 0xe0) !== 0xe0 || (two & 0x06) !== 0x02) return undefined;
  const version = (two >> 3) & 3;
  const kilobits = (version === 3 ? kilobits1 : kilobits2)[three >> 4] ?? 0;
  const rate = (rates[(three >> 2) & 3] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4);
  if (version === 1 || kilobits === 0 || rate === 0) return undefined;
  const size = Math.floor(((version === 3 ? 144_000 : 72_000) * kilobits) / rate) + ((three >> 1) & 1);
  return { bytes: size, rate, channels: four >> 6 === 3 ? 1 : 2 };
}

/** The first frame with another behind it, or that ends with the file. Files that were cut begin within one, and some have zeros behind their tag. */
export function firstMpegFrame(bytes: Uint8Array, from: number): MpegFrame | undefined {
  for (let at = from; at < Math.min(bytes.length - 4, from + searchBytes); at++) {
    const frame = mpegFrameAt(bytes, at);
    if (frame === undefined) continue;
    const next = at + frame.bytes;
    if (next + 4 > bytes.length ? at === from : mpegFrameAt(bytes, next)?.rate === frame.rate) return frame;
  }
  return undefined;
}

const kilobits1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const kilobits2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const rates = [44_100, 48_000, 32_000];
/** How far in the first whole frame may begin. */
const searchBytes = 4_096;
