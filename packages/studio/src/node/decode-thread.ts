import { parentPort } from "node:worker_threads";
import { answerDecode, buffersOf } from "../hosts/answer-decode.ts";
import type { DecodeRequest } from "../hosts/decode-messages.ts";

// The thread that `threadDecoder` starts. What decoders complain of says nothing that the answer does not.
globalThis.console.error = () => undefined;
parentPort?.on("message", (request: DecodeRequest) => {
  void answerDecode(request).then((reply) => parentPort?.postMessage(reply, buffersOf(reply)));
});
