/** A recording as it is played: one or two channels of the file's own rate. */
export interface DecodedAudio {
  readonly rate: number;
  /** 1 or 2, each of `frames` numbers; full scale is −1 to 1. None is NaN or infinite. */
  readonly channels: readonly Float32Array[];
  readonly frames: number;
  readonly format: AudioFormat;
  /** What was odd about the file and how it was read all the same, for people. */
  readonly notes: readonly string[];
}

export interface AudioFormat {
  readonly container: Container;
  /** `pcm`, `float`, `alaw`, `ulaw`, `ima-adpcm`, `ms-adpcm`, `flac`, `mp3`, `vorbis`, `opus`, `aac`, `alac`. */
  readonly codec: string;
  /** Of a sample in the file, where it has a size. */
  readonly bits?: number;
  /** As many as the file has: more than two have been folded down. */
  readonly channels: number;
}

export type Container = "wav" | "wave64" | "aiff" | "caf" | "flac" | "mp3" | "ogg" | "adts" | "mp4";
