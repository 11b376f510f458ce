import type { Json } from "@jackfield/contract";
import { type Command, menus } from "../../commands/command.ts";
import { commands } from "../../commands/commands.ts";
import { paramsDoc } from "../../commands/params-doc.ts";
import type { Studio } from "../../studio.ts";
import { studioTool } from "../studio-tool.ts";

/** Commands on one page. */
const pageSize = 50;

export const listCommandsTool = studioTool<{ filter?: string; menu?: string; page?: number; schema?: boolean }>({
  name: "list_commands",
  title: "List commands",
  description: `Returns what execute and batch can run: id, title, menu, shortcut, what it does, its params, whether it can be done now (and why not), and whether it can be undone. ${pageSize} a page; filter finds words in ids, titles and descriptions. With schema, params are JSON Schemas.`,
  effect: "read",
  places: ["tab", "headless"],
  fields: {
    filter: { type: "string", maxLength: 64, description: "Words: all of them must be there" },
    menu: { type: "string", maxLength: 16, enum: menus },
    page: { type: "integer", minimum: 1, maximum: 1_000, description: "From 1" },
    schema: { type: "boolean", description: "Default false" },
  },
  run(studio, { filter = "", menu, page = 1, schema = false }) {
    const words = filter
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    const found = commands.filter((each) => (menu === undefined || each.menu === menu) && matches(each, words));
    const pages = Math.max(1, Math.ceil(found.length / pageSize));
    const some = found.slice((page - 1) * pageSize, page * pageSize);
    return {
      total: found.length,
      page,
      pages,
      commands: some.map((each) => entry(studio, each, schema)),
      ...(found.length === 0 ? { hint: "Nothing matches: try fewer words" } : page < pages ? { next: page + 1 } : {}),
    };
  },
});

function matches({ id, title, blurb }: Command, words: readonly string[]): boolean {
  const text = `${id} ${title} ${blurb}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function entry(studio: Studio, each: Command, schema: boolean): Json {
  const { id, title, menu, shortcut, blurb, kind, destructive, undoable, params } = each;
  const why = each.blocked?.(studio);
  return {
    id,
    title,
    menu,
    ...(shortcut === undefined ? {} : { shortcut }),
    does: blurb,
    params: schema ? (params as unknown as Json) : paramsDoc(params),
    kind,
    ...(destructive ? { destructive } : {}),
    undoable,
    enabled: why === undefined,
    ...(why === undefined ? {} : { why }),
  };
}
