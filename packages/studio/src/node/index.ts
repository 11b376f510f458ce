export { threadRenderer } from "./thread-renderer.ts";
