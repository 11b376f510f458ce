import { Fault, safeText } from "@jackfield/contract";
import { type FilePieces, type StudioFiles, plainName } from "@jackfield/studio";
import type { Shelf } from "../store/shelf.ts";

/** A file of the page, without its bytes. */
export interface FileCard {
  readonly name: string;
  readonly bytes: number;
  /** When it was written. Milliseconds since the epoch. */
  readonly at: number;
}

/** The page's own files: what was dropped in, and what was bounced or saved by name. Tools read and write these and no others. */
export interface PageFiles extends StudioFiles {
  /** The last written first. */
  list(): Promise<readonly FileCard[]>;
  remove(name: string): Promise<void>;
  /** Calls when a file was written or removed here. Returns what ends it. */
  follow(listener: () => void): () => void;
}

export const fileLimits = { files: 500, bytes: 512 * 1024 * 1024, nameCharacters: 200 } as const;

/** The browser's shelf as files by name. */
export function openPageFiles(shelf: Shelf, now: () => number): PageFiles {
  const listeners = new Set<() => void>();

  function tell(): void {
    for (const listener of listeners) listener();
  }

  return {
    roots: { confined: true, read: "the files of this page", write: "the files of this page" },
    async read(path, signal) {
      signal?.throwIfAborted();
      const bytes = await shelf.value("files", `file/${fileName(path)}`);
      if (!(bytes instanceof Uint8Array))
        throw new Fault("file_missing", `Cannot read "${safeText(path, 200)}": this page has no such file`);
      return bytes;
    },
    async write(path, pieces, { replace, signal }) {
      const name = fileName(path);
      // What is kept is listed as it is named: a name that reads otherwise than it is, as of another kind of file, is not taken.
      if (plainName(name) !== name) throw notPlain();
      const all = await shelf.keys("files", "card/");
      const isThere = all.includes(`card/${name}`);
      if (isThere && !replace)
        throw new Fault("file_exists", `Cannot write "${safeText(name, 200)}": a file of that name is there already`);
      if (!isThere && all.length >= fileLimits.files)
        throw new Fault("file_failed", `This page holds ${all.length} files already`, {
          hint: "Have the person remove some in the list of files",
        });
      const bytes = await gathered(pieces, signal);
      await shelf.write([
        { put: "files", key: `file/${name}`, value: bytes },
        { put: "files", key: `card/${name}`, value: { name, bytes: bytes.length, at: now() } satisfies FileCard },
      ]);
      tell();
      return { bytes: bytes.length };
    },
    exists: async (path) => (await shelf.keys("files", `card/${fileName(path)}`)).includes(`card/${fileName(path)}`),
    async list() {
      const cards = (await shelf.rows("files", "card/")).map(({ value }) => asFileCard(value)).filter((card) => card !== undefined);
      return cards.toSorted((a, b) => b.at - a.at);
    },
    async remove(name) {
      await shelf.write([
        { remove: "files", key: `file/${name}` },
        { remove: "files", key: `card/${name}` },
      ]);
      tell();
    },
    follow(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A path as the name of a file of this page. Throws with what names look like. */
export function fileName(path: string): string {
  const name = path.replace(/^(\.?\/)+/u, "");
  const parts = name.split("/");
  const isPlain = !/[\p{Cc}\\]/u.test(name) && parts.every((part) => part !== "" && part !== "." && part !== "..");
  if (name.length <= fileLimits.nameCharacters && isPlain) return name;
  throw notPlain();
}

function notPlain(): Fault {
  return new Fault("path_refused", 'Files of this page have plain names, as "mix.wav" or "stems/bass.wav"');
}

function asFileCard(value: unknown): FileCard | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { name, bytes, at } = value as Record<string, unknown>;
  return typeof name === "string" && typeof bytes === "number" && typeof at === "number" ? { name, bytes, at } : undefined;
}

/** The whole of it, no larger than a file may be. */
async function gathered(pieces: FilePieces, signal: AbortSignal | undefined): Promise<Uint8Array<ArrayBuffer>> {
  const kept: { readonly at: number; readonly bytes: Uint8Array }[] = [];
  let size = 0;
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    // A piece with a place goes over what came before: a head that was known at the end only.
    const placed = piece instanceof Uint8Array ? { at: size, bytes: piece } : piece;
    size = Math.max(size, placed.at + placed.bytes.length);
    if (size > fileLimits.bytes) throw new Fault("file_unusable", `A file of this page has at most ${fileLimits.bytes} bytes`);
    kept.push(placed);
  }
  const whole = new Uint8Array(size);
  for (const { at, bytes } of kept) whole.set(bytes, at);
  signal?.throwIfAborted();
  return whole;
}
