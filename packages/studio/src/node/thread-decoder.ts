import type { DecodeReply } from "../hosts/decode-messages.ts";
import { type DecodeEars, type DecodePort, decodeOver } from "../hosts/decode-over.ts";
import { openThread } from "./open-thread.ts";

/** Reads each file in a thread of its own, so that whatever serves goes on serving, and what hangs can be ended. */
export const threadDecoder = decodeOver(openPort);

/** A thread that decodes one file. */
export function openPort({ said, broke }: DecodeEars): DecodePort {
  const thread = openThread("decode-thread");
  thread.on("message", (reply: DecodeReply) => said(reply));
  thread.on("error", (error) => broke(new Error(`The decode thread broke: ${error.message}`, { cause: error })));
  thread.on("exit", () => broke(new Error("The decode thread ended before it was done")));
  return { tell: (request) => thread.postMessage(request), end: () => void thread.terminate() };
}
