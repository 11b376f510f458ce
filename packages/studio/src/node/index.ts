export { threadRenderer } from "./thread-renderer.ts";
export { threadDecoder } from "./thread-decoder.ts";
export { type FfmpegOptions, type KeptFile, withFfmpeg } from "./ffmpeg-decoder.ts";
export { type KeepOptions, type KeptSession, keepSession } from "./session/keep-session.ts";
export { sessionCeilings } from "./session/session-ceilings.ts";
export { SessionFolder, type SessionFolderOptions } from "./session/session-folder.ts";
export { sessionFolder } from "./session/session-names.ts";
export { sessionStore } from "./session/session-store.ts";
export { type NodeStudioOptions, nodeStudio } from "./node-studio.ts";
