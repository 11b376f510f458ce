import { crc32 } from "./crc32.ts";

/** A file is no ZIP, or one that is not opened here. The message is for people. */
export class ZipProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ZipProblem";
  }
}

/** What bounds a ZIP from anywhere. `bytes`: of all that it holds, unpacked. */
export interface ZipLimits {
  readonly entries: number;
  readonly bytes: number;
  readonly nameBytes: number;
}

/** A session has a file for each recording; a tab holds them all at once. */
export const zipLimits: ZipLimits = { entries: 4_096, bytes: 1024 * 1024 * 1024, nameBytes: 512 };

/** Deflate packs a thousand and thirty-two bytes into one at the most: what claims more is no honest file. */
const mostPacked = 1_032;

interface Listed {
  readonly name: string;
  readonly packed: boolean;
  readonly crc: number;
  readonly size: number;
  readonly unpackedSize: number;
  readonly at: number;
}

/** An opened ZIP: names, and each file when it is asked for. */
export interface Zip {
  readonly names: readonly string[];
  /** Undefined: it has no such file. Throws `ZipProblem` where the bytes are not what the directory says. */
  read(name: string): Promise<Uint8Array | undefined>;
}

/**
 * Opens a ZIP. Its directory is read with every place and size checked against the bytes that are there; names that lead anywhere but into it
 * (`..`, `/x`) are refused, as are two files of one name. Throws `ZipProblem`.
 */
export function readZip(bytes: Uint8Array, limits: ZipLimits = zipLimits): Zip {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  if (count > limits.entries) throw new ZipProblem(`The file holds ${count} files; at most ${limits.entries} are opened`);
  const listed = new Map<string, Listed>();
  let at = view.getUint32(end + 16, true);
  let sum = 0;
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || view.getUint32(at, true) !== 0x02014b50) throw damaged();
    const [nameBytes, extra, note] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [number, number, number];
    if (nameBytes > limits.nameBytes || at + 46 + nameBytes > end) throw damaged();
    const entry = listedAt(view, at, nameOf(bytes.subarray(at + 46, at + 46 + nameBytes)));
    sum += entry.unpackedSize;
    if (sum > limits.bytes) throw new ZipProblem(`What the file holds is larger than ${limits.bytes} bytes`);
    if (listed.has(entry.name)) throw new ZipProblem("The file holds two files of one name");
    if (!entry.name.endsWith("/")) listed.set(entry.name, entry);
    at += 46 + nameBytes + extra + note;
  }
  return {
    names: [...listed.keys()],
    async read(name) {
      const entry = listed.get(name);
      return entry === undefined ? undefined : await contentOf(bytes, view, entry);
    },
  };
}

/** Where the directory's end stands: within the last 64 KiB, as a comment may follow it. */
function endOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xffff); at--)
    if (view.getUint32(at, true) === 0x06054b50) return at;
  throw new ZipProblem("This is no ZIP file");
}

function listedAt(view: DataView, at: number, name: string): Listed {
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  if ((flags & 1) !== 0) throw new ZipProblem("The file is locked with a password: unpack it and pack it again without one");
  if (method !== 0 && method !== 8) throw new ZipProblem("The file is packed in a way that is not read here: pack it as a plain ZIP");
  return {
    name,
    packed: method === 8,
    crc: view.getUint32(at + 16, true),
    size: view.getUint32(at + 20, true),
    unpackedSize: view.getUint32(at + 24, true),
    at: view.getUint32(at + 42, true),
  };
}

function nameOf(bytes: Uint8Array): string {
  const name = new TextDecoder().decode(bytes);
  const parts = name.replace(/\/$/u, "").split("/");
  if (/[\0\\]/u.test(name) || parts.some((part) => part === "" || part === "." || part === ".."))
    throw new ZipProblem("The file holds a name that leads out of it");
  return name;
}

async function contentOf(bytes: Uint8Array, view: DataView, entry: Listed): Promise<Uint8Array> {
  const { at, size, unpackedSize } = entry;
  if (at + 30 > bytes.length || view.getUint32(at, true) !== 0x04034b50) throw damaged();
  const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (from + size > bytes.length || (entry.packed ? unpackedSize > size * mostPacked : size !== unpackedSize)) throw damaged();
  const raw = bytes.subarray(from, from + size);
  const content = entry.packed ? await unpacked(raw, unpackedSize) : raw;
  if (content.length !== unpackedSize || crc32(content) !== entry.crc) throw damaged();
  return content;
}

/** Unpacks no further than the size that the directory has named, which is within the limits. */
async function unpacked(raw: Uint8Array, size: number): Promise<Uint8Array> {
  const into = new Uint8Array(size);
  let at = 0;
  try {
    const source = new Response(raw.slice()).body;
    const reader = source?.pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) {
      const piece = read.value;
      if (at + piece.length > size) {
        await reader?.cancel();
        throw damaged();
      }
      into.set(piece, at);
      at += piece.length;
    }
  } catch (error) {
    throw error instanceof ZipProblem ? error : damaged();
  }
  if (at !== size) throw damaged();
  return into;
}

function damaged(): ZipProblem {
  return new ZipProblem("The file is damaged: a part of it is not where it says");
}
