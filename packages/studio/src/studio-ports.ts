import type { AudioDecoder } from "./audio-decoder.ts";
import type { SampleData } from "./kernel/modules/module.ts";
import type { Renderer } from "./renderer.ts";
import type { ReviewState } from "./open-song/review-state.ts";
import type { Change } from "./song/history.ts";
import type { Song } from "./song/song.ts";

/**
 * What a studio needs of where it runs, and is handed: files, recordings, the person's page. A tab has its own storage under the names of
 * files, a process has folders that it is confined to.
 */
export interface StudioPorts {
  readonly files: StudioFiles;
  readonly sessions: SessionStore;
  readonly samples: SampleStore;
  /** What computes how the song sounds. */
  readonly renderer: Renderer;
  /** What reads recordings. Default: this very thread. */
  readonly decoder?: AudioDecoder;
  /** Where the page is that opens a shared song: an address without a fragment. */
  readonly address?: string;
  /** Not there without a page. */
  readonly room?: Room;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Files by path in a process, by name in a tab. Refused paths throw, with a text that an agent can read and correct. */
export interface StudioFiles {
  readonly roots: { readonly confined: boolean; readonly read?: string; readonly write?: string };
  read(path: string, signal?: AbortSignal): Promise<Uint8Array>;
  /** The whole file appears at once or not at all. Throws where it is there and `replace` is false. */
  write(path: string, pieces: FilePieces, options: WriteOptions): Promise<{ readonly bytes: number }>;
  exists(path: string): Promise<boolean>;
  /** True where a folder is there. A place without folders leaves it out. */
  isFolder?(path: string): Promise<boolean>;
}

/** A file as it is made: each piece goes behind those before, or, with a place, over what is there: a head that is known at the end only. */
export type FilePieces = AsyncIterable<FilePiece> | Iterable<FilePiece>;
export type FilePiece = Uint8Array | { readonly at: number; readonly bytes: Uint8Array };

export interface WriteOptions {
  readonly replace: boolean;
  /** Makes the folders above it where they are missing. Default false: they must be there. */
  readonly folders?: boolean;
  readonly signal?: AbortSignal;
}

/** Sessions: a song with its history and recordings. */
export interface SessionStore {
  open(path: string, signal?: AbortSignal): Promise<StoredSession>;
  /** Throws where a session is there, unless `replace` or `own` allows it. */
  save(path: string, session: SessionToSave, options: SaveOptions): Promise<SavedSession>;
}

export interface SaveOptions extends WriteOptions {
  /** It is the session that is open: what is there may be gone on with, unless another program has changed it since. */
  readonly own?: boolean;
}

export interface SavedSession {
  /** The session's folder, as it was asked for, with `.studio` behind it. */
  readonly path: string;
  /** Recordings that the song names and that were not here to be saved. */
  readonly missing?: readonly string[];
}

export interface SessionToSave {
  readonly song: Song;
  readonly changes: readonly Change[];
  readonly samples: ReadonlyMap<string, SampleData>;
  /** What was proposed and said. Undefined: what is there stays. */
  readonly review?: ReviewState;
}

export interface StoredSession extends SessionToSave {
  /** What was odd and how it was read all the same, for people. */
  readonly notes?: readonly string[];
  /** Recordings that could not be loaded, and why. */
  readonly missing: readonly { readonly sha: string; readonly name: string; readonly why: string }[];
}

/** Recordings in memory, by their hash: what the kernel plays. */
export interface SampleStore {
  get(sha: string): SampleData | undefined;
  add(sha: string, data: SampleData): void;
  /** Another song is open: those of the one before may go. */
  keepOnly?(shas: ReadonlySet<string>): void;
  readonly all: ReadonlyMap<string, SampleData>;
}

/** The person's page, as far as a tool reaches into it. */
export interface Room {
  play(what: { readonly from?: number; readonly to?: number; readonly loop?: boolean; readonly take?: string }): Promise<void>;
  stop(): void;
  readonly playing: boolean;
  /** Ticks. */
  readonly playhead: number;
  /** Pulses what is named for a while. */
  highlight(ids: readonly string[], seconds: number): void;
  say(text: string, by: string): void;
  /** Resolves when the person has answered; `undefined`: not yet, when the signal ended. */
  ask(
    question: { readonly text: string; readonly choices: readonly string[]; readonly by: string },
    signal: AbortSignal,
  ): Promise<string | undefined>;
  showDevice(track: string): void;
  /** What the person hummed or tapped last. */
  readonly capture: Capture | undefined;
  /** A recording that the person dropped to compare with. */
  readonly reference: { readonly name: string; readonly data: SampleData } | undefined;
}

export interface Capture {
  readonly kind: "hum" | "tap";
  /** Seconds from its beginning; a tap has no pitch. */
  readonly notes: readonly { readonly at: number; readonly seconds: number; readonly pitch?: number; readonly velocity: number }[];
}
