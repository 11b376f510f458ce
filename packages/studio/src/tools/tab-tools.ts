import { applyOpsTool } from "./apply-ops.ts";
import { arrangeAround } from "./arrange-around.ts";
import { arrangeSong } from "./arrange-song.ts";
import { addComment, listComments, replyComment } from "./comments.ts";
import { approveChange, rejectChange } from "./decide.ts";
import { getDevice, listDevices } from "./devices.ts";
import { getHistory } from "./get-history.ts";
import { getProject } from "./get-project.ts";
import { getSelection } from "./get-selection.ts";
import { lockTool, unlockTool } from "./locks.ts";
import type { StudioTool } from "./studio-tool.ts";
import { redoTool, revertMyChanges, undoTool } from "./take-back.ts";
import { transformTool } from "./transform.ts";

/** What agents can do beside a person, and where there is no page: looking, changing, measuring, asking, deciding. */
export const tabTools: readonly StudioTool[] = [
  getProject,
  getSelection,
  getHistory,
  listDevices,
  getDevice,
  listComments,
  applyOpsTool,
  transformTool,
  arrangeSong,
  arrangeAround,
  undoTool,
  redoTool,
  revertMyChanges,
  lockTool,
  unlockTool,
  approveChange,
  rejectChange,
  addComment,
  replyComment,
];
