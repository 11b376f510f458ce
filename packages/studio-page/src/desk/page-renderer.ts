import type { Renderer } from "@jackfield/studio";
import { workerRenderer } from "@jackfield/studio/worker-renderer";

/** Renders in a worker: the page's own thread is the slowest place to do so, and has something else to do. */
export const pageRenderer: Renderer = workerRenderer(new URL("./studio-render.js", import.meta.url));
