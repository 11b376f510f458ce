import type { AudioFileProblem } from "../audio-files/audio-file-error.ts";
import type { DecodedAudio } from "../audio-files/decoded-audio.ts";

/** What a worker that decodes is told: once, and then it is ended. */
export interface DecodeRequest {
  readonly bytes: Uint8Array;
  /** The rate to bring the sound to; undefined: it keeps its own. */
  readonly rate: number | undefined;
}

/** What it answers. */
export type DecodeReply =
  | { readonly is: "decoded"; readonly decoded: DecodedAudio }
  | { readonly is: "refused"; readonly problem: AudioFileProblem; readonly message: string }
  | { readonly is: "failed"; readonly message: string };
