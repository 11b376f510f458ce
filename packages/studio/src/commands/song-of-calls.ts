import { OpenSong } from "../open-song/open-song.ts";
import { renderHere } from "../renderer.ts";
import { emptySong } from "../song/empty-song.ts";
import type { Song } from "../song/song.ts";
import { Studio } from "../studio.ts";
import { runCommand } from "./run-command.ts";

/** The song that some commands make of an empty one. They may read and write no files. */
export async function songOfCalls(
  calls: readonly { readonly command: string; readonly params?: unknown }[],
  id: string,
  now: () => number,
): Promise<Song> {
  const nothing = (): Promise<never> => Promise.reject(new Error("There are no files here"));
  const samples = { get: () => undefined, add: () => undefined, all: new Map() };
  const ports = {
    files: { roots: { confined: true }, read: nothing, write: nothing, exists: nothing },
    sessions: { open: nothing, save: nothing },
    samples,
    renderer: renderHere,
    now,
  };
  const studio = new Studio(ports, new OpenSong({ song: emptySong(id), now }));
  const caller = { author: { id: "studio", name: "Studio", kind: "person" }, role: "owner" } as const;
  const signal = new AbortController().signal;
  for (const { command, params = {} } of calls) await runCommand(studio, command, params, { caller, signal, progress: () => undefined });
  return { ...studio.open.song, rev: 0 };
}
