import { RenderAnswer } from "./answer-render.ts";
import type { RenderRequest } from "./render-messages.ts";

// A module worker: the page's own thread is the slowest place to render in.
const answer = new RenderAnswer((reply, buffers) =>
  self.postMessage(reply, { transfer: buffers.filter((buffer) => buffer instanceof ArrayBuffer) }),
);
self.addEventListener("message", ({ data }: MessageEvent<RenderRequest>) => answer.told(data));
