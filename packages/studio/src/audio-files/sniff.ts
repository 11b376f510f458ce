import { idAt } from "./walk-chunks.ts";
import type { Container } from "./decoded-audio.ts";

/** What a file is, by its first bytes; its name says nothing. Undefined: none that is known here. */
export function sniff(bytes: Uint8Array): Container | undefined {
  const at = afterId3(bytes);
  return signs.find(({ is }) => is(bytes, at))?.container;
}

const signs: readonly { readonly container: Container; readonly is: (bytes: Uint8Array, at: number) => boolean }[] = [
  { container: "wav", is: (bytes) => ["RIFF", "RF64", "BW64"].includes(idAt(bytes, 0)) && idAt(bytes, 8) === "WAVE" },
  { container: "wave64", is: (bytes) => idAt(bytes, 0) === "riff" && idAt(bytes, 24) === "wave" },
  { container: "aiff", is: (bytes) => idAt(bytes, 0) === "FORM" && ["AIFF", "AIFC"].includes(idAt(bytes, 8)) },
  { container: "caf", is: (bytes) => idAt(bytes, 0) === "caff" },
  { container: "flac", is: (bytes, at) => idAt(bytes, at) === "fLaC" },
  { container: "ogg", is: (bytes) => idAt(bytes, 0) === "OggS" },
  { container: "mp4", is: (bytes) => idAt(bytes, 4) === "ftyp" },
  { container: "adts", is: (bytes, at) => isAdts(bytes, at) },
  { container: "mp3", is: (bytes, at) => isMpegFrame(bytes, at) },
];

/** Tags that players put before MP3, FLAC and AAC; their size is written seven bits a byte. */
function afterId3(bytes: Uint8Array): number {
  if (bytes.length < 10 || idAt(bytes, 0).slice(0, 3) !== "ID3") return 0;
  return 10 + [6, 7, 8, 9].reduce((size, index) => size * 128 + ((bytes[index] ?? 0) & 127), 0);
}

function isAdts(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xff && ((bytes[at + 1] ?? 0) & 0xf6) === 0xf0;
}

/** A frame of MPEG audio, layer III, with another behind it where the file is long enough to tell. */
function isMpegFrame(bytes: Uint8Array, at: number): boolean {
  // Files that were cut begin within a frame, and some have zeros behind their tag.
  for (let from = at; from < Math.min(bytes.length - 4, at + searchBytes); from++) {
    const size = mpegFrameBytes(bytes, from);
    if (size === undefined) continue;
    if (from + size + 4 > bytes.length ? from === at : mpegFrameBytes(bytes, from + size) !== undefined) return true;
  }
  return false;
}

/** Bytes of the frame of MPEG audio that begins there; undefined: none does. */
function mpegFrameBytes(bytes: Uint8Array, at: number): number | undefined {
  const [one = 0, two = 0, three = 0] = bytes.subarray(at, at + 3);
  if (one !== 0xff || (two & 0xe0) !== 0xe0 || (two & 0x06) !== 0x02) return undefined;
  const version = (two >> 3) & 3;
  const kilobits = (version === 3 ? kilobits1 : kilobits2)[three >> 4] ?? 0;
  const rate = (mpegRates[(three >> 2) & 3] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4);
  if (version === 1 || kilobits === 0 || rate === 0) return undefined;
  return Math.floor(((version === 3 ? 144_000 : 72_000) * kilobits) / rate) + ((three >> 1) & 1);
}

const kilobits1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const kilobits2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const mpegRates = [44_100, 48_000, 32_000];
/** How far in the first whole frame may begin. */
const searchBytes = 4_096;
