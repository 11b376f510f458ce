import { adjust } from "./adjust.ts";
import { applyOpsTool } from "./apply-ops.ts";
import { arrangeAround } from "./arrange-around.ts";
import { arrangeSong } from "./arrange-song.ts";
import { askHuman, getVariationResult } from "./ask-human.ts";
import { addComment, listComments, replyComment } from "./comments.ts";
import { compareToReference } from "./compare-to-reference.ts";
import { approveChange, rejectChange } from "./decide.ts";
import { defineDevice } from "./define-device.ts";
import { getDevice, listDevices } from "./devices.ts";
import { getCapture } from "./get-capture.ts";
import { getGuide } from "./get-guide.ts";
import { getHistory } from "./get-history.ts";
import { getProject } from "./get-project.ts";
import { getSelection } from "./get-selection.ts";
import { lockTool, unlockTool } from "./locks.ts";
import { studioContext } from "./place.ts";
import { proposeVariations } from "./propose-variations.ts";
import { provenanceReport } from "./provenance-report.ts";
import { renderAndMeasure } from "./render-and-measure.ts";
import { highlightTool, playTool, sayTool, showDevice, stopTool } from "./room-tools.ts";
import { shareLink } from "./share-link.ts";
import type { StudioTool } from "./studio-tool.ts";
import { redoTool, revertMyChanges, undoTool } from "./take-back.ts";
import { transformTool } from "./transform.ts";

/** What agents can do beside a person, and where there is no page: looking, changing, measuring, asking, deciding. */
export const tabTools: readonly StudioTool[] = [
  studioContext,
  getProject,
  getGuide,
  getSelection,
  getHistory,
  listDevices,
  getDevice,
  getCapture,
  listComments,
  applyOpsTool,
  adjust,
  transformTool,
  arrangeSong,
  arrangeAround,
  defineDevice,
  proposeVariations,
  getVariationResult,
  renderAndMeasure,
  compareToReference,
  undoTool,
  redoTool,
  revertMyChanges,
  lockTool,
  unlockTool,
  approveChange,
  rejectChange,
  addComment,
  replyComment,
  playTool,
  stopTool,
  highlightTool,
  sayTool,
  askHuman,
  showDevice,
  shareLink,
  provenanceReport,
];
