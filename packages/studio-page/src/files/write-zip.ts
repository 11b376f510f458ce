import { crc32 } from "./crc32.ts";

/** A file in a ZIP. */
export interface ZipEntry {
  /** With `/` between folders. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * A ZIP of files as they are, none of them packed: what is in it is sound and JSON, and every computer opens it. Piece by piece, each entry's bytes
 * untouched. Sizes end at 4 GiB (APPNOTE 4.4.8); what holds recordings of a song stays far below. Throws RangeError past that.
 */
export function* writeZip(entries: Iterable<ZipEntry>): Generator<Uint8Array> {
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { name, bytes } of entries) {
    const title = new TextEncoder().encode(name);
    const same = { crc: crc32(bytes), size: bytes.length, title };
    const head = record(30, title, (view) => {
      view.setUint32(0, 0x04034b50, true);
      common(view, 4, same);
    });
    directory.push(
      record(46, title, (view) => {
        view.setUint32(0, 0x02014b50, true);
        view.setUint16(4, version, true);
        common(view, 6, same);
        view.setUint32(42, at, true);
      }),
    );
    yield head;
    yield bytes;
    at += head.length + bytes.length;
    if (at > 0xffff_ffff || directory.length > 0xffff) throw new RangeError("Cannot write a ZIP of more than 4 GiB");
  }
  yield* directory;
  const size = directory.reduce((sum, each) => sum + each.length, 0);
  yield record(22, new Uint8Array(), (view) => {
    view.setUint32(0, 0x06054b50, true);
    view.setUint16(8, directory.length, true);
    view.setUint16(10, directory.length, true);
    view.setUint32(12, size, true);
    view.setUint32(16, at, true);
  });
}

/** 2.0, the oldest that knows folders. */
const version = 20;
/** Names are UTF-8. */
const utf8 = 0x0800;
/** Midnight of the first of January 1980, where ZIP's time begins: the same song gives the same bytes. */
const firstDay = 0x0021;

/** What an entry's head and its line in the directory share. */
function common(view: DataView, from: number, { crc, size, title }: { crc: number; size: number; title: Uint8Array }): void {
  view.setUint16(from, version, true);
  view.setUint16(from + 2, utf8, true);
  view.setUint16(from + 8, firstDay, true);
  view.setUint32(from + 10, crc, true);
  view.setUint32(from + 14, size, true);
  view.setUint32(from + 18, size, true);
  view.setUint16(from + 22, title.length, true);
}

function record(bytes: number, title: Uint8Array, fill: (view: DataView) => void): Uint8Array {
  const made = new Uint8Array(bytes + title.length);
  fill(new DataView(made.buffer));
  made.set(title, bytes);
  return made;
}
