import { answerDecode, buffersOf } from "./answer-decode.ts";
import type { DecodeRequest } from "./decode-messages.ts";

// A module worker: files of others are read where they can be ended. What decoders complain of says nothing that the answer does not.
globalThis.console.error = () => undefined;
self.addEventListener("message", ({ data }: MessageEvent<DecodeRequest>) => {
  void answerDecode(data).then((reply) => self.postMessage(reply, { transfer: buffersOf(reply) }));
});
