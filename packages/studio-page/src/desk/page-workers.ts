import { Fault } from "@jackfield/contract";
import { type AudioDecoder, AudioFileError, type Renderer } from "@jackfield/studio";
import { workerDecoder } from "@jackfield/studio/worker-decoder";
import { workerRenderer } from "@jackfield/studio/worker-renderer";

const renderer = workerRenderer(new URL("./studio-render.js", import.meta.url));

/**
 * Renders in a worker: the page's own thread is the slowest place to do so, and has something else to do. Where the worker breaks, whoever waits for
 * it is told so, and the next render has a worker of its own.
 */
export const pageRenderer: Renderer = {
  async *render(plan, samples, options = {}) {
    try {
      yield* renderer.render(plan, samples, options);
    } catch (error) {
      if (options.signal?.aborted === true || Fault.is(error)) throw error;
      const why = error instanceof Error ? error.message : "The render worker broke";
      throw new Fault("tool_failed", why, { hint: "Call again: the song is as it was", cause: error });
    }
  },
};

const inWorker: AudioDecoder = workerDecoder(new URL("./studio-decode.js", import.meta.url));

/** Reads files in a worker that can be ended: whoever made them may have meant harm. What is not read there, the browser may know. */
export const pageDecoder: AudioDecoder = async (bytes, options = {}) => {
  // The worker takes the bytes along.
  const copy = bytes.slice();
  try {
    return await inWorker(bytes, options);
  } catch (error) {
    if (!(error instanceof AudioFileError) || error.problem !== "unsupported") throw error;
    return (await import("./browser-audio.ts")).browserAudio(copy, options.signal);
  }
};
