import type { AudioDecoder } from "../audio-decoder.ts";
import type { DecodeReply } from "./decode-messages.ts";
import { decodeOver } from "./decode-over.ts";

/** Reads each file in a module worker of its own. `worker`: where `decode-worker` is served. */
export function workerDecoder(worker: string | URL): AudioDecoder {
  return decodeOver(({ said, broke }) => {
    const made = new Worker(worker, { type: "module", name: "decode" });
    made.onmessage = ({ data }: MessageEvent<DecodeReply>) => said(data);
    made.onerror = ({ message }) => broke(new Error(`The decode worker broke: ${message || "it cannot be loaded"}`));
    return { tell: (request) => made.postMessage(request), end: () => made.terminate() };
  });
}
