import { type AudioDecoder, AudioFileError, type Renderer } from "@jackfield/studio";
import { workerDecoder } from "@jackfield/studio/worker-decoder";
import { workerRenderer } from "@jackfield/studio/worker-renderer";

/** Renders in a worker: the page's own thread is the slowest place to do so, and has something else to do. */
export const pageRenderer: Renderer = workerRenderer(new URL("./studio-render.js", import.meta.url));

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
