export { type ToolCall, songCalls, toolCalls } from "./session.ts";
