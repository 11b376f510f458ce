import type { StudioTool } from "../studio-tool.ts";
import { batchTool } from "./batch.ts";
import { executeTool } from "./execute.ts";
import { fileTools } from "./files.ts";
import { inspectSessionTool } from "./inspect-session.ts";
import { listCommandsTool } from "./list-commands.ts";
import { sessionTools } from "./sessions.ts";

/** What an agent has where there is no page: every command, and whole sessions. */
export const headlessTools: readonly StudioTool[] = [
  listCommandsTool,
  executeTool,
  batchTool,
  inspectSessionTool,
  ...sessionTools,
  ...fileTools,
];
