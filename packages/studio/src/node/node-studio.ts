import { openRoots } from "@jackfield/files";
import type { AgentRule } from "../open-song/review-state.ts";
import { OpenSong } from "../open-song/open-song.ts";
import { emptySong } from "../song/empty-song.ts";
import type { Song } from "../song/song.ts";
import { Studio } from "../studio.ts";
import { withFfmpeg } from "./ffmpeg-decoder.ts";
import { keepFile } from "./kept-file.ts";
import { MemorySamples } from "../memory-samples.ts";
import { sessionStore } from "./session/session-store.ts";
import { studioFiles } from "./studio-files.ts";
import { threadDecoder } from "./thread-decoder.ts";
import { threadRenderer } from "./thread-renderer.ts";

export interface NodeStudioOptions {
  /** The folder that may be read, and the one that may be written to. With neither, nothing is confined; with one, the other access is not there. */
  readonly read?: string | undefined;
  readonly write?: string | undefined;
  /** What relative paths are relative to. */
  readonly base: string;
  /** The program that reads AAC and ALAC, where it is installed. */
  readonly ffmpeg: string | undefined;
  /** Default: an empty song. */
  readonly song?: Song;
  readonly agents?: AgentRule;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A studio of a process: no page, no sound, its files on disk. Throws a Fault (`config`) where a root is no existing folder. */
export function nodeStudio({ read, write, base, ffmpeg, song, agents = "apply", now }: NodeStudioOptions): Studio {
  const roots = openRoots({ read, write, base });
  const decoder = withFfmpeg(threadDecoder, { ffmpeg, keep: (bytes, signal) => keepFile(roots, bytes, signal) });
  return new Studio(
    {
      files: studioFiles(roots),
      sessions: sessionStore({ files: roots, now }),
      samples: new MemorySamples(),
      renderer: threadRenderer,
      decoder,
      now,
    },
    new OpenSong({ song: song ?? emptySong("s_untitled"), now, agents }),
  );
}
