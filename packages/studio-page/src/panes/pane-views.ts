import type { ComponentType } from "preact";
import { AgentPane } from "./agent/agent-pane.tsx";
import { ConnectPane } from "./connect/connect-pane.tsx";
import { FilesPane } from "./files/files-pane.tsx";
import { HistoryPane } from "./history/history-pane.tsx";
import type { PaneId } from "./panes.ts";
import { ReviewPane } from "./review/review-pane.tsx";

/** What each pane shows: loaded once the song is on the page. */
export const paneViews: Readonly<Record<PaneId, ComponentType>> = {
  agent: AgentPane,
  review: ReviewPane,
  history: HistoryPane,
  files: FilesPane,
  connect: ConnectPane,
};
