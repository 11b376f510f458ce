import { type ChildProcess, spawn } from "node:child_process";
import type { AudioDecoder } from "../audio-decoder.ts";
import { audioCeilings } from "../audio-files/audio-ceilings.ts";
import { AudioFileError } from "../audio-files/audio-file-error.ts";
import type { Container, DecodedAudio } from "../audio-files/decoded-audio.ts";
import { sniff } from "../audio-files/sniff.ts";

export interface FfmpegOptions {
  /** Where the program is; undefined: it is not installed. */
  readonly ffmpeg: string | undefined;
  /** Puts bytes into a file of their own inside the write root, which is removed when it is disposed of. MP4 is not read from a pipe. */
  readonly keep: (bytes: Uint8Array, signal?: AbortSignal) => Promise<KeptFile>;
  readonly decodeMs?: number;
}

export interface KeptFile extends AsyncDisposable {
  readonly path: string;
}

/** What ffmpeg is asked for, and what it calls their container. CAF only where its samples are packed in a way that is not read here. */
const formats: Readonly<Partial<Record<Container, { readonly name: string; readonly demuxer: string }>>> = {
  mp4: { name: "AAC or ALAC", demuxer: "mov" },
  adts: { name: "AAC", demuxer: "aac" },
  caf: { name: "CAF of that kind", demuxer: "caf" },
};

/**
 * A decoder that has ffmpeg read what `decoder` does not: AAC and ALAC, whose free decoders are under the GPL and so no part of this program.
 * The file is told by its bytes, and ffmpeg is told what it is: it opens no other file and no address. Without ffmpeg the refusal says what to
 * install.
 */
export function withFfmpeg(decoder: AudioDecoder, options: FfmpegOptions): AudioDecoder {
  return async (bytes, decodeOptions = {}) => {
    try {
      return await decoder(bytes, decodeOptions);
    } catch (error) {
      const container = sniff(bytes);
      const format = container === undefined ? undefined : formats[container];
      if (!(error instanceof AudioFileError) || error.problem !== "unsupported" || container === undefined || format === undefined)
        throw error;
      if (options.ffmpeg === undefined)
        throw new AudioFileError(
          "unsupported",
          `${format.name} is read by ffmpeg, which is not installed: install it, or convert the file to FLAC or WAV`,
        );
      await using kept = await options.keep(bytes, decodeOptions.signal);
      const { ffmpeg, decodeMs = audioCeilings.decodeMs.value } = options;
      const wav = await run(ffmpeg, argumentsFor(format.demuxer, kept.path), decodeMs, decodeOptions.signal);
      return named(await decoder(wav, decodeOptions), container);
    }
  };
}

/** Floats of 32 bits hold all that AAC decodes to, and ALAC's whole numbers of 24 bits. */
function argumentsFor(demuxer: string, path: string): readonly string[] {
  const input = ["-protocol_whitelist", "file,pipe", "-f", demuxer, "-i", `file:${path}`];
  return ["-nostdin", "-hide_banner", "-v", "error", ...input, "-map", "0:a:0", "-vn", "-c:a", "pcm_f32le", "-f", "wav", "pipe:1"];
}

function named(decoded: DecodedAudio, container: Container): DecodedAudio {
  // What is said of the WAV in between is nothing that the file has.
  const notes = decoded.notes.filter((note) => !note.startsWith("The file says that it has"));
  const { channels } = decoded.format;
  return { ...decoded, format: { container, codec: "ffmpeg", channels }, notes: [...notes, "Read by ffmpeg"] };
}

/** What the program wrote. It gets no shell, no environment and no input, and is killed when it takes too long, writes too much, or is not wanted. */
async function run(program: string, words: readonly string[], decodeMs: number, signal?: AbortSignal): Promise<Uint8Array> {
  signal?.throwIfAborted();
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "ignore"], env: {}, windowsHide: true });
  let failure: Error | undefined;
  const stop = (why: Error): void => {
    failure ??= why;
    child.kill("SIGKILL");
  };
  const abort = (): void =>
    stop(signal?.reason instanceof Error ? signal.reason : new DOMException("The reading was stopped", "AbortError"));
  const timer = setTimeout(
    () => stop(new AudioFileError("damaged", `ffmpeg could not read the file in ${decodeMs / 1_000} seconds`)),
    decodeMs,
  );
  signal?.addEventListener("abort", abort);
  const pieces: Buffer[] = [];
  let bytes = 0;
  child.stdout?.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > audioCeilings.fileBytes.value)
      stop(new AudioFileError("too large", "The sound in the file is longer than what is read here"));
    else pieces.push(piece);
  });
  try {
    const code = await ended(child);
    if (failure !== undefined) throw failure;
    if (code !== 0 || bytes === 0) throw new AudioFileError("damaged", "ffmpeg cannot read the file");
    return new Uint8Array(Buffer.concat(pieces));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

/** Its exit code, when all it wrote is here. */
async function ended(child: ChildProcess): Promise<number | null> {
  return await new Promise((resolve, reject) => {
    child.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "ENOENT" || error.code === "EACCES"
          ? new AudioFileError("unsupported", "ffmpeg cannot be started: install it, or convert the file to FLAC or WAV")
          : error,
      ),
    );
    child.once("close", (code) => resolve(code));
  });
}
