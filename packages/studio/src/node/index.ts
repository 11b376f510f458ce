export { threadRenderer } from "./thread-renderer.ts";
export { threadDecoder } from "./thread-decoder.ts";
export { type FfmpegOptions, type KeptFile, withFfmpeg } from "./ffmpeg-decoder.ts";
