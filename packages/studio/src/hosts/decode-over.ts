import { audioCeilings } from "../audio-files/audio-ceilings.ts";
import { AudioFileError } from "../audio-files/audio-file-error.ts";
import type { DecodedAudio } from "../audio-files/decoded-audio.ts";
import type { AudioDecoder } from "../audio-decoder.ts";
import type { DecodeReply, DecodeRequest } from "./decode-messages.ts";

/** A worker or thread that decodes, as its other side sees it. */
export interface DecodePort {
  tell(request: DecodeRequest): void;
  /** Ends it, in the middle of its work too. */
  end(): void;
}

/** What a port gets to say what it hears. */
export interface DecodeEars {
  readonly said: (reply: DecodeReply) => void;
  /** It is broken, or not there. */
  readonly broke: (why: Error) => void;
}

/** A decoder that takes a worker of its own for each file, which ends with it: also when it takes too long, or the signal says so. */
export function decodeOver(open: (ears: DecodeEars) => DecodePort, decodeMs: number = audioCeilings.decodeMs.value): AudioDecoder {
  return async (bytes, { signal, rate } = {}) => {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = settling<DecodeReply>();
    const port = open({ said: resolve, broke: reject });
    const abort = (): void =>
      reject(signal?.reason instanceof Error ? signal.reason : new DOMException("The reading was stopped", "AbortError"));
    const timer = setTimeout(
      () => reject(new AudioFileError("damaged", `The file could not be read in ${decodeMs / 1_000} seconds`)),
      decodeMs,
    );
    signal?.addEventListener("abort", abort);
    try {
      // A view is sent with all that lies around it: only its own bytes are.
      const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
      port.tell({ bytes: own, rate });
      return decodedOf(await promise);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      port.end();
    }
  };
}

function decodedOf(reply: DecodeReply): DecodedAudio {
  if (reply.is === "decoded") return reply.decoded;
  if (reply.is === "refused") throw new AudioFileError(reply.problem, reply.message);
  throw new Error(`Cannot read the file: ${reply.message}`);
}

function settling<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (why: Error) => void } {
  let resolve: (value: T) => void = () => undefined;
  let reject: (why: Error) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
