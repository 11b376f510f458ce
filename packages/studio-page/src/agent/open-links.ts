import { type Studio, type StudioTool, studioTools } from "@jackfield/studio";
import { type Links, createLinks, exposeToWebMcp } from "@jackfield/tab";
import { instructions } from "./instructions.ts";
import { tabTool } from "./tab-tool.ts";

/**
 * What agents are offered here: a tab's tools, and those that work by commands and files. What decides in the person's name is not among them: the
 * person is at the page, and does so by hand.
 */
const offered: readonly StudioTool[] = studioTools.filter(
  ({ places, confirm = false }) => !confirm && (places.includes("tab") || places.includes("headless")),
);

export interface OpenLinksOptions {
  readonly relay: string;
  readonly studio: Studio;
  /** Resolves when this tab holds the song. */
  readonly hold: () => Promise<void>;
  /** Resolves when what has happened outlasts the page. */
  readonly kept: () => Promise<void>;
}

/** Offers the studio's tools through a relay, and to agents within the browser. Nothing is sent anywhere until the person turns a link on. */
export function openLinks({ relay, studio, hold, kept }: OpenLinksOptions): Links {
  const tools = offered.map((tool) => tabTool(tool, { studio, hold, kept }));
  const links = createLinks({ relay, app: "studio", title: "Studio", version: "0.1.0", path: "/", instructions, tools });
  if ("modelContext" in document) void exposeToWebMcp(links);
  return links;
}
