import { AudioFileError } from "../audio-file-error.ts";
import { joinBytes } from "../join-bytes.ts";
import { type OggPage, oggPages } from "./ogg-pages.ts";

/** The sound in an Ogg file: its first stream of a codec that is known here. */
export interface OggStream {
  readonly codec: "flac" | "opus" | "vorbis";
  readonly pages: readonly OggPage[];
  readonly packets: readonly Uint8Array[];
  /** The codec's count at the end of the last page; frames with what is skipped at the beginning. −1: no page has one. */
  readonly lastGranule: number;
  readonly notes: string[];
}

/** How the first packet of a stream of each codec begins. */
const beginnings: readonly (readonly [codec: string, letters: string])[] = [
  ["opus", "OpusHead"],
  ["vorbis", "\u0001vorbis"],
  ["flac", "\u007fFLAC"],
  ["Speex", "Speex   "],
];

/** Finds the sound in an Ogg file. Throws `AudioFileError` where there is none. */
export function findOggStream(bytes: Uint8Array): OggStream {
  const { pages: all, damaged } = oggPages(bytes);
  const notes: string[] = [];
  const beginners = all.filter(({ first }) => first).map((page) => ({ page, codec: codecOf(bytes, page) }));
  const begin = beginners.find(({ codec }) => codec === "flac" || codec === "opus" || codec === "vorbis");
  if (begin === undefined) {
    const other = beginners.find(({ codec }) => codec !== undefined)?.codec;
    if (all.length === 0) throw new AudioFileError("damaged", "There is no whole page in the file");
    throw new AudioFileError("unsupported", `${other ?? "Sound of that kind"} in Ogg is not read here: convert it to FLAC or WAV`);
  }
  const { serial } = begin.page;
  const pages = all.filter((page) => page.serial === serial && page.from >= begin.page.from);
  // Another stream may follow under the same number.
  const again = pages.findIndex((page, index) => index > 0 && page.first);
  const mine = again < 0 ? pages : pages.slice(0, again);
  if (damaged > 0) notes.push(`${damaged} pages of the file are damaged and were left out`);
  if (beginners.length > 1) notes.push("The file has more than one stream; only the first with sound was read");
  const lastGranule = mine.findLast(({ granule }) => granule >= 0)?.granule ?? -1;
  return { codec: begin.codec as OggStream["codec"], pages: mine, packets: packetsOf(bytes, mine), lastGranule, notes };
}

function codecOf(bytes: Uint8Array, { pieces: [piece] }: OggPage): string | undefined {
  if (piece === undefined) return undefined;
  const begin = String.fromCharCode(...bytes.subarray(piece.from, Math.min(piece.to, piece.from + 8)));
  return beginnings.find(([, letters]) => begin.startsWith(letters))?.[0];
}

/** What was cut over pages is joined; a packet whose beginning or end is missing is none. */
function packetsOf(bytes: Uint8Array, pages: readonly OggPage[]): readonly Uint8Array[] {
  const packets: Uint8Array[] = [];
  let open: Uint8Array[] | undefined;
  for (const page of pages) {
    if (!page.continues) open = [];
    for (const { from, to, ends } of page.pieces) {
      open?.push(bytes.subarray(from, to));
      if (!ends) continue;
      const [only] = open ?? [];
      if (open !== undefined && only !== undefined) packets.push(open.length === 1 ? only : joinBytes(open));
      open = [];
    }
    if (page.pieces.at(-1)?.ends !== false) open = [];
  }
  return packets;
}
