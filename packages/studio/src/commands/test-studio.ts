import type { Caller } from "../open-song/caller.ts";
import { OpenSong } from "../open-song/open-song.ts";
import { emptySong } from "../song/empty-song.ts";
import { renderHere } from "../renderer.ts";
import { MemorySamples } from "../memory-samples.ts";
import { Studio } from "../studio.ts";
import type { FilePieces, SessionStore, SessionToSave, StudioFiles, StudioPorts } from "../studio-ports.ts";
import type { StudioCall } from "../tools/studio-tool.ts";

/** A studio whose files are in memory, for tests: everything else in it is the real thing. */
export function testStudio(options: { readonly role?: Caller["role"] } = {}) {
  const files = new MemoryFiles();
  const studio = new Studio(testPorts(files), new OpenSong({ song: emptySong("s_test"), now: () => 1_000 }));
  const call = testCall({ author: { id: "agent", name: "Agent", kind: "agent" }, role: options.role ?? "owner" });
  return { studio, files, call };
}

export function testCall(caller: Caller, signal: AbortSignal = new AbortController().signal): StudioCall {
  return { caller, signal, progress: () => {} };
}

function testPorts(files: StudioFiles): StudioPorts {
  return {
    files,
    renderer: renderHere,
    sessions: memorySessions(),
    samples: new MemorySamples(),
    now: () => 1_000,
  };
}

/** Sessions as they were saved, by their path. */
function memorySessions(): SessionStore {
  const all = new Map<string, SessionToSave>();
  return {
    open(path) {
      const found = all.get(path);
      return found === undefined ? Promise.reject(new Error(`There is no session ${path}`)) : Promise.resolve({ ...found, missing: [] });
    },
    save(path, session, { replace, own = false }) {
      if (all.has(path) && !replace && !own) return Promise.reject(new Error(`There is a session ${path} already`));
      all.set(path, session);
      return Promise.resolve({ path });
    },
  };
}

export class MemoryFiles implements StudioFiles {
  readonly roots = { confined: false };
  readonly all = new Map<string, Uint8Array>();

  read(path: string): Promise<Uint8Array> {
    const bytes = this.all.get(path);
    return bytes === undefined ? Promise.reject(new Error(`There is no file ${path}`)) : Promise.resolve(bytes);
  }

  async write(path: string, pieces: FilePieces, { replace }: { readonly replace: boolean }) {
    if (!replace && this.all.has(path)) throw new Error(`There is a file ${path} already`);
    let bytes = new Uint8Array(0);
    for await (const piece of pieces) {
      const { at, bytes: part } = piece instanceof Uint8Array ? { at: bytes.length, bytes: piece } : piece;
      const grown = new Uint8Array(Math.max(bytes.length, at + part.length));
      grown.set(bytes);
      grown.set(part, at);
      bytes = grown;
    }
    if (!replace && this.all.has(path)) throw new Error(`There is a file ${path} already`);
    this.all.set(path, bytes);
    return { bytes: bytes.length };
  }

  exists(path: string): Promise<boolean> {
    return Promise.resolve(this.all.has(path));
  }
}
