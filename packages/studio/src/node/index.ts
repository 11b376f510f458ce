export { threadRenderer } from "./thread-renderer.ts";
export { threadDecoder } from "./thread-decoder.ts";
