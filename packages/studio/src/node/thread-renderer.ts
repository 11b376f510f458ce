import type { RenderReply } from "../hosts/render-messages.ts";
import { renderOver } from "../hosts/render-over.ts";
import type { Renderer } from "../renderer.ts";
import { openThread } from "./open-thread.ts";

/** Renders in a thread of its own for each render, so that whatever serves goes on serving. Two at once use two cores. */
export const threadRenderer: Renderer = {
  render: (plan, samples, options = {}) =>
    renderOver(
      ({ said, broke }) => {
        const thread = openThread("render-thread");
        thread.on("message", (reply: RenderReply) => said(reply));
        thread.on("error", (error) => broke(new Error(`The render thread broke: ${error.message}`, { cause: error })));
        thread.on("exit", () => broke(new Error("The render thread ended before it was done")));
        return { tell: (request) => thread.postMessage(request), end: () => void thread.terminate() };
      },
      plan,
      samples,
      options,
    ),
};
