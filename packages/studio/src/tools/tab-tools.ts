import { getSelection } from "./get-selection.ts";
import type { StudioTool } from "./studio-tool.ts";

/** What agents can do beside a person, and where there is no page: looking, changing, measuring, asking, deciding. */
export const tabTools: readonly StudioTool[] = [getSelection];
