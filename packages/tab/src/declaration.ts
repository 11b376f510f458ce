import type { Json } from "@jackfield/contract";
import type { Declaration } from "@jackfield/wire";
import type { Offers } from "./offers.ts";
import { type ReadyTool, toolListing } from "./tool.ts";

/** What a page says of itself, and offers beside tools. */
export interface PageOffer extends Offers {
  /** The app's id: lower-case letters, digits and dashes, at most 64. Links are kept under it. */
  readonly app: string;
  /** What people call the app. Default: the app's id. */
  readonly title?: string;
  readonly version?: string;
  /** For the agent, once: what this page is and how its tools belong together. */
  readonly instructions?: string;
  /** Old tool names that still work, each with the name it has now. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/** What the page offers, as the relay wants it at hello (docs/protocol.md, 6). A relay with a catalog of its own ignores it. */
export function declarationOf(page: PageOffer, tools: Iterable<ReadyTool>): Declaration {
  const list = [...tools];
  const { app, title, version, instructions, aliases, resources, prompts, complete } = page;
  const slow: readonly (readonly [string, number])[] = list
    .filter((ready) => ready.timeoutMs !== 30_000)
    .map((ready) => [ready.tool.name, ready.timeoutMs]);
  const declaration = {
    info: { name: app, title: title ?? app, version: version ?? "1" },
    instructions,
    tools: list.map(toolListing),
    resources: resources && {
      list: resources.list.map(({ meta, ...resource }) => ({ ...resource, ...(meta === undefined ? {} : { _meta: meta }) })),
      templates: resources.templates,
      subscribe: true,
    },
    prompts: prompts?.map(({ name, title, description, arguments: given }) => ({ name, title, description, arguments: given })),
    completion: complete === undefined ? undefined : true,
    logging: true,
    timeouts: slow.length === 0 ? undefined : Object.fromEntries<number>(slow),
    aliases,
  };
  // Members that are undefined are left out, as JSON does.
  return JSON.parse(JSON.stringify(declaration)) as Declaration & Json;
}
