import { type Studio, StudioResources, pageTools, studioPrompts, tabInstructions } from "@jackfield/studio";
import { type Links, createLinks, exposeToWebMcp } from "@jackfield/tab";
import { tabTool } from "./tab-tool.ts";

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
  const tools = pageTools.map((tool) => tabTool(tool, { studio, hold, kept }));
  const offers = { prompts: studioPrompts(studio), resources: new StudioResources(studio) };
  const links = createLinks({
    relay,
    app: "studio",
    title: "Studio",
    version: "0.1.0",
    path: "/",
    instructions: tabInstructions,
    tools,
    ...offers,
  });
  if ("modelContext" in document) void exposeToWebMcp(links);
  return links;
}
