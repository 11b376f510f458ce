/** FLAC's check of a frame's header. */
export function crc8(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0;
  for (let at = from; at < to; at++) crc = table8[crc ^ (bytes[at] as number)] as number;
  return crc;
}

/** FLAC's check of a whole frame. */
export function crc16(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0;
  for (let at = from; at < to; at++) crc = ((crc << 8) & 0xffff) ^ (table16[(crc >> 8) ^ (bytes[at] as number)] as number);
  return crc;
}

const table8 = Uint8Array.from({ length: 256 }, (_, byte) => divided(byte, 8, 0x07));
const table16 = Uint16Array.from({ length: 256 }, (_, byte) => divided(byte << 8, 16, 0x8005));

function divided(start: number, bits: number, polynomial: number): number {
  let crc = start;
  for (let n = 0; n < 8; n++) crc = (crc >> (bits - 1)) & 1 ? (crc << 1) ^ polynomial : crc << 1;
  return crc & (bits === 8 ? 0xff : 0xffff);
}
