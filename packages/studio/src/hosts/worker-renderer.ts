import type { Renderer } from "../renderer.ts";
import type { RenderReply } from "./render-messages.ts";
import { renderOver } from "./render-over.ts";

/** Renders in a module worker of its own for each render. `worker`: where `render-worker` is served. */
export function workerRenderer(worker: string | URL): Renderer {
  return {
    render: (plan, samples, options = {}) =>
      renderOver(
        ({ said, broke }) => {
          const made = new Worker(worker, { type: "module", name: "render" });
          made.onmessage = ({ data }: MessageEvent<RenderReply>) => said(data);
          made.onerror = ({ message }) => broke(new Error(`The render worker broke: ${message || "it cannot be loaded"}`));
          return { tell: (request) => made.postMessage(request), end: () => made.terminate() };
        },
        plan,
        samples,
        options,
      ),
  };
}
