import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { RenderReply } from "../hosts/render-messages.ts";
import { renderOver } from "../hosts/render-over.ts";
import type { Renderer } from "../renderer.ts";

/** Renders in a thread of its own for each render, so that whatever serves goes on serving. Two at once use two cores. */
export const threadRenderer: Renderer = {
  render: (plan, samples, options = {}) =>
    renderOver(
      ({ said, broke }) => {
        const thread = openThread();
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

/** Beside this file in the source, where a thread needs tsx to read it; as a bundle beside the program, whose parts are one folder below. */
function openThread(): Worker {
  const { url } = import.meta;
  if (!url.endsWith(".ts")) return new Worker(new URL(url.includes("/chunks/") ? "../render-thread.js" : "./render-thread.js", url));
  const tsx = new URL("api/index.mjs", pathToFileURL(createRequire(url).resolve("tsx/esm"))).href;
  const file = new URL("./render-thread.ts", url).href;
  return new Worker(`import(${JSON.stringify(tsx)}).then(({ register }) => (register(), import(${JSON.stringify(file)})))`, { eval: true });
}
