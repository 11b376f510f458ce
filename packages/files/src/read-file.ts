import type { FileHandle } from "node:fs/promises";
import { Fault } from "@jackfield/contract";
import { fileCeilings } from "./ceilings.ts";
import { openRegular } from "./open-file.ts";
import { type Authority, shown } from "./path-text.ts";
import type { Grants } from "./roots.ts";
import { systemFault } from "./system-fault.ts";

export interface ReadAsked {
  /** The most bytes that are read; a larger file is an error. By default and at most `readBytes`. */
  readonly most?: number;
  /** Whose folder it must be in: a writer may read back what it wrote. By default `read`. */
  readonly as?: Authority;
  readonly signal?: AbortSignal;
}

/** A file that is held open for reading. Close it; twice does no harm. */
export interface OpenFile extends AsyncDisposable {
  readonly size: number;
  /** For a child process that is to read this very file, whatever its name stands for by then. */
  readonly descriptor: number;
  /** The bytes from `position`, fewer where the file ends. */
  read(position: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A whole file. Throws a Fault: refused, missing, not a file, too large, or what the system said. */
export async function readFile(grants: Grants, path: string, asked: ReadAsked = {}): Promise<Uint8Array> {
  const most = Math.min(asked.most ?? fileCeilings.readBytes.value, fileCeilings.readBytes.most);
  const { handle, size } = await openRegular(grants, asked.as ?? "read", path);
  try {
    if (size > most) throw tooLarge(path, size, most);
    return await readAll(handle, size, path, most, asked.signal);
  } catch (error) {
    throw asked.signal?.aborted === true ? error : systemFault(`read "${shown(path)}"`, error);
  } finally {
    await handle.close();
  }
}

/** Until the end, not until `size`: it may have grown, and files that the system makes up have none. */
async function readAll(handle: FileHandle, size: number, path: string, most: number, signal?: AbortSignal): Promise<Uint8Array> {
  let bytes = new Uint8Array(size + 1);
  let got = 0;
  for (;;) {
    signal?.throwIfAborted();
    if (got === bytes.length) {
      const wider = new Uint8Array(Math.min(most + 1, Math.max(65_536, bytes.length * 2)));
      wider.set(bytes);
      bytes = wider;
    }
    const { bytesRead } = await handle.read(bytes, got, Math.min(bytes.length - got, pieceBytes), null);
    if (bytesRead === 0) return bytes.subarray(0, got);
    got += bytesRead;
    if (got > most) throw tooLarge(path, got, most);
  }
}

function tooLarge(path: string, got: number, limit: number): Fault {
  return new Fault("file_unusable", `Cannot read "${shown(path)}": it has ${got} bytes, and at most ${limit} are read`, {
    hint: "Use a smaller file",
    data: { ceiling: "readBytes", limit, got },
  });
}

/** Opens a file for reading it in parts. Throws a Fault as `readFile` does; its size is not bounded. */
export async function openRead(grants: Grants, path: string, as: Authority = "read"): Promise<OpenFile> {
  const { handle, size } = await openRegular(grants, as, path);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => await (closing ??= handle.close());
  return {
    size,
    descriptor: handle.fd,
    async read(position, length) {
      const bytes = new Uint8Array(Math.min(length, pieceBytes));
      try {
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, position);
        return bytes.subarray(0, bytesRead);
      } catch (error) {
        throw systemFault(`read "${shown(path)}"`, error);
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** What is read at once. */
const pieceBytes = 4 * 1_048_576;
