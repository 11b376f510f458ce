import { audioCeilings } from "./audio-ceilings.ts";
import { AudioFileError } from "./audio-file-error.ts";

/** A part of a file: four letters, a size, and its bytes. */
export interface Chunk {
  readonly id: string;
  readonly from: number;
  /** As the file says; it may reach behind the file's end. */
  readonly size: number;
  /** Behind its last byte that is there. */
  readonly to: number;
}

/** How a family of files writes its chunks. */
export interface ChunkStyle {
  readonly littleEndian: boolean;
  /** Bytes of a size: 8 in CAF. */
  readonly sizeBytes: 4 | 8;
  /** A byte follows those of odd size, unless one of these begins there all the same: some programs forget it. */
  readonly padded: boolean;
  readonly main: readonly string[];
}

/** The chunks of a file from `at` on, until they reach its end. Throws where there are more than can be meant. */
export function* walkChunks(bytes: Uint8Array, at: number, { littleEndian, sizeBytes, padded, main }: ChunkStyle): Generator<Chunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = 4 + sizeBytes;
  for (let count = 0; at + head <= bytes.length; count++) {
    if (count === audioCeilings.chunks.value)
      throw new AudioFileError("too large", `The file has more than ${audioCeilings.chunks.value} parts`);
    const size = sizeBytes === 4 ? view.getUint32(at + 4, littleEndian) : bigSize(view, at + 4, littleEndian);
    const from = at + head;
    // A size of all ones stands for "until the end", which a signed size reads as −1.
    const reach = size < 0 ? bytes.length : from + size;
    yield { id: idAt(bytes, at), from, size, to: Math.min(bytes.length, reach) };
    at = reach + (padded && size % 2 === 1 && !main.includes(idAt(bytes, reach)) ? 1 : 0);
  }
}

/** Four letters; what is none becomes a question mark, since ids get into messages. */
export function idAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4)).replaceAll(/[^ -~]/g, "?");
}

/** A number of eight bytes with a sign, as near as a double gets. */
function bigSize(view: DataView, at: number, littleEndian: boolean): number {
  return Number(view.getBigInt64(at, littleEndian));
}
