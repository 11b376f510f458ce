import { headlessTools } from "./session/headless-tools.ts";
import { parityTool } from "./session/parity.ts";
import type { StudioTool, ToolPlace } from "./studio-tool.ts";
import { tabTools } from "./tab-tools.ts";

/** Every tool of the studio, in the order agents see them. Each says where it is offered. */
export const studioTools: readonly StudioTool[] = [...headlessTools, parityTool(() => studioTools), ...tabTools];

/** The tools of a place. */
export function toolsAt(place: ToolPlace): readonly StudioTool[] {
  return studioTools.filter(({ places }) => places.includes(place));
}

/**
 * What agents are offered in a page: a tab's tools, and those that work by commands and files. What decides in the person's name is not among
 * them: the person is at the page, and does so by hand.
 */
export const pageTools: readonly StudioTool[] = studioTools.filter(
  ({ places, confirm = false }) => !confirm && (places.includes("tab") || places.includes("headless")),
);
