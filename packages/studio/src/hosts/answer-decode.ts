import { AudioFileError } from "../audio-files/audio-file-error.ts";
import { decodeAudio } from "../audio-files/decode-audio.ts";
import { decodedAt } from "../audio-files/decoded-at.ts";
import type { DecodeReply, DecodeRequest } from "./decode-messages.ts";

/** What a worker answers to what it is told. */
export async function answerDecode({ bytes, rate }: DecodeRequest): Promise<DecodeReply> {
  try {
    const decoded = await decodeAudio(bytes);
    return { is: "decoded", decoded: rate === undefined ? decoded : await decodedAt(decoded, rate) };
  } catch (error) {
    if (error instanceof AudioFileError) return { is: "refused", problem: error.problem, message: error.message };
    return { is: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

/** The buffers that an answer gives away instead of copying them. */
export function buffersOf(reply: DecodeReply): ArrayBuffer[] {
  if (reply.is !== "decoded") return [];
  return reply.decoded.channels.map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer);
}
