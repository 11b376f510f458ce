import { afterId3 } from "./after-id3.ts";
import { firstMpegFrame } from "./mpeg-frame.ts";
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
  { container: "mp3", is: (bytes, at) => firstMpegFrame(bytes, at) !== undefined },
];

function isAdts(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xff && ((bytes[at + 1] ?? 0) & 0xf6) === 0xf0;
}
