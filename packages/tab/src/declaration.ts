import type { Json } from "@jackfield/contract";
import type { Declaration } from "@jackfield/wire";
import type { Offers } from "./offers.ts";
import { type ReadyTool, toolListing } from "./tool.ts";

/** What a page says of itself. */
export interface About {
  readonly app: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string | undefined;
  /** Old tool names that still work, each with the name it has now. */
  readonly aliases: Readonly<Record<string, string>> | undefined;
}

/** What the page offers, as the relay wants it at hello (docs/protocol.md, 6). A relay with a catalog of its own ignores it. */
export function declarationOf(about: About, tools: Iterable<ReadyTool>, offers: Offers): Declaration {
  const list = [...tools];
  const { resources, prompts, complete } = offers;
  const slow: readonly (readonly [string, number])[] = list
    .filter((ready) => ready.timeoutMs !== 30_000)
    .map((ready) => [ready.tool.name, ready.timeoutMs]);
  const declaration = {
    info: { name: about.app, title: about.title, version: about.version },
    instructions: about.instructions,
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
    aliases: about.aliases,
  };
  // Members that are undefined are left out, as JSON does.
  return JSON.parse(JSON.stringify(declaration)) as Declaration & Json;
}
