import { parentPort } from "node:worker_threads";
import { RenderAnswer } from "../hosts/answer-render.ts";
import type { RenderRequest } from "../hosts/render-messages.ts";

// The thread that `threadRenderer` starts.
const answer = new RenderAnswer((reply, buffers) =>
  parentPort?.postMessage(
    reply,
    buffers.filter((buffer) => buffer instanceof ArrayBuffer),
  ),
);
parentPort?.on("message", (request: RenderRequest) => answer.told(request));
