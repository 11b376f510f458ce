import { idAt } from "../walk-chunks.ts";

/** A page of an Ogg file (RFC 3533): pieces of packets of one stream. */
export interface OggPage {
  readonly from: number;
  readonly to: number;
  readonly serial: number;
  readonly first: boolean;
  readonly last: boolean;
  /** It begins with what the page before did not end. */
  readonly continues: boolean;
  /** The codec's count at its end: frames, as a rule. −1: no packet ends in it. */
  readonly granule: number;
  /** Its pieces, and whether the packet ends with each. */
  readonly pieces: readonly { readonly from: number; readonly to: number; readonly ends: boolean }[];
}

/** The pages whose checksum is right. `damaged` counts the others, which are passed over. */
export function oggPages(bytes: Uint8Array): { readonly pages: readonly OggPage[]; readonly damaged: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pages: OggPage[] = [];
  let damaged = 0;
  for (let at = 0; at + headBytes <= bytes.length;) {
    const page = bytes[at] === 0x4f && idAt(bytes, at) === "OggS" ? readPage(bytes, view, at) : undefined;
    if (page !== undefined && checksum(bytes, page) === view.getUint32(at + 22, true)) {
      pages.push(page);
      at = page.to;
    } else {
      if (bytes[at] === 0x4f && idAt(bytes, at) === "OggS") damaged++;
      at++;
    }
  }
  return { pages, damaged };
}

function readPage(bytes: Uint8Array, view: DataView, from: number): OggPage | undefined {
  const segments = bytes[from + 26] as number;
  let at = from + headBytes + segments;
  if (bytes[from + 4] !== 0 || at > bytes.length) return undefined;
  const pieces: { from: number; to: number; ends: boolean }[] = [];
  let begins = at;
  for (let segment = 0; segment < segments; segment++) {
    const size = bytes[from + headBytes + segment] as number;
    at += size;
    const ends = size < 255;
    if (!ends && segment + 1 < segments) continue;
    pieces.push({ from: begins, to: at, ends });
    begins = at;
  }
  if (at > bytes.length) return undefined;
  const flags = bytes[from + 5] as number;
  return {
    from,
    to: at,
    serial: view.getUint32(from + 14, true),
    first: (flags & 2) !== 0,
    last: (flags & 4) !== 0,
    continues: (flags & 1) !== 0,
    granule: Number(view.getBigInt64(from + 6, true)),
    pieces,
  };
}

/** Over the page with its own four bytes as zeros. */
function checksum(bytes: Uint8Array, { from, to }: OggPage): number {
  let crc = 0;
  for (let at = from; at < to; at++) {
    const byte = at >= from + 22 && at < from + 26 ? 0 : (bytes[at] as number);
    crc = ((crc << 8) ^ (table[(crc >>> 24) ^ byte] as number)) >>> 0;
  }
  return crc;
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let n = 0; n < 8; n++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc >>> 0;
});
const headBytes = 27;
