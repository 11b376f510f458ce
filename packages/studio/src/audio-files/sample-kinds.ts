/** One kind of sample in a file: its size, and how it is read as a number of −1 to 1. */
export interface SampleKind {
  readonly bytes: number;
  readonly codec: "pcm" | "float" | "alaw" | "ulaw";
  readonly bits: number;
  read(view: DataView, at: number): number;
}

export type SampleKindName = keyof typeof sampleKinds;

/** Every kind that WAV, AIFF and CAF files have. Whole numbers are divided by a power of two, so that none is changed. */
export const sampleKinds = {
  u8: { bytes: 1, codec: "pcm", bits: 8, read: (view, at) => (view.getUint8(at) - 128) / 128 },
  s8: { bytes: 1, codec: "pcm", bits: 8, read: (view, at) => view.getInt8(at) / 128 },
  s16le: { bytes: 2, codec: "pcm", bits: 16, read: (view, at) => view.getInt16(at, true) / 32_768 },
  s16be: { bytes: 2, codec: "pcm", bits: 16, read: (view, at) => view.getInt16(at, false) / 32_768 },
  s24le: { bytes: 3, codec: "pcm", bits: 24, read: (view, at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 65_536) / 8_388_608 },
  s24be: { bytes: 3, codec: "pcm", bits: 24, read: (view, at) => (view.getInt8(at) * 65_536 + view.getUint16(at + 1, false)) / 8_388_608 },
  s32le: { bytes: 4, codec: "pcm", bits: 32, read: (view, at) => view.getInt32(at, true) / 2_147_483_648 },
  s32be: { bytes: 4, codec: "pcm", bits: 32, read: (view, at) => view.getInt32(at, false) / 2_147_483_648 },
  f32le: { bytes: 4, codec: "float", bits: 32, read: (view, at) => view.getFloat32(at, true) },
  f32be: { bytes: 4, codec: "float", bits: 32, read: (view, at) => view.getFloat32(at, false) },
  f64le: { bytes: 8, codec: "float", bits: 64, read: (view, at) => view.getFloat64(at, true) },
  f64be: { bytes: 8, codec: "float", bits: 64, read: (view, at) => view.getFloat64(at, false) },
  alaw: { bytes: 1, codec: "alaw", bits: 8, read: (view, at) => fromALaw(view.getUint8(at)) },
  ulaw: { bytes: 1, codec: "ulaw", bits: 8, read: (view, at) => fromULaw(view.getUint8(at)) },
} as const satisfies Record<string, SampleKind>;

/** ITU-T G.711. */
function fromALaw(byte: number): number {
  const code = byte ^ 0x55;
  const segment = (code >> 4) & 7;
  const step = ((code & 15) << 4) + 8;
  const size = segment === 0 ? step : (step + 256) << (segment - 1);
  return ((code & 0x80) === 0 ? -size : size) / 32_768;
}

function fromULaw(byte: number): number {
  const code = ~byte & 0xff;
  const size = ((((code & 15) << 3) + 132) << ((code >> 4) & 7)) - 132;
  return ((code & 0x80) === 0 ? size : -size) / 32_768;
}
