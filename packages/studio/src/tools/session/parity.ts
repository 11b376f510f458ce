import type { Json } from "@jackfield/contract";
import type { Command } from "../../commands/command.ts";
import { commands } from "../../commands/commands.ts";
import { knownNames } from "../../commands/seed-names.ts";
import { type StudioTool, studioTool } from "../studio-tool.ts";

/** What can be done where. `tools`: all there are, which this one is among. */
export function parityTool(tools: () => readonly StudioTool[]): StudioTool {
  return studioTool<{ list?: boolean }>({
    name: "parity",
    title: "Feature parity",
    description:
      "Returns, from the tables of commands and tools, where each can be used: the menu, the tab, headless, and through --connect; and of the names that other studios' automation has, which are missing here and why. list: every command, not the counts alone.",
    effect: "read",
    places: ["tab", "headless"],
    fields: { list: { type: "boolean", description: "Default false" } },
    run(_studio, { list = false }) {
      const all = commands.map(placesOf);
      const names = new Set([...tools().map(({ name }) => name), ...commands.map(({ id }) => id)]);
      const here = knownNames.filter(({ name }) => names.has(name));
      return {
        commands: {
          all: all.length,
          menu: count(all, "menu"),
          tab: count(all, "tab"),
          headless: count(all, "headless"),
          connect: count(all, "connect"),
        },
        tools: {
          all: tools().length,
          tab: tools().filter(({ places }) => places.includes("tab")).length,
          headless: tools().filter(({ places }) => places.includes("headless")).length,
          review: tools().filter(({ places }) => places.includes("review")).length,
        },
        known: { all: knownNames.length, here: here.length },
        missing: knownNames.filter(({ name }) => !names.has(name)).map(({ name, is, out }) => ({ name, is, why: out ?? "not here yet" })),
        ...(list ? { list: all.map((each): Json => ({ ...each })) } : { hint: "list: true names every command" }),
      };
    },
  });
}

interface Places {
  readonly id: string;
  readonly menu: boolean;
  readonly tab: boolean;
  readonly headless: boolean;
  readonly connect: boolean;
}

/** The page makes its menus of the table, and --connect reaches the page: what plays needs one. */
function placesOf({ id, needsRoom = false }: Command): Places {
  return { id, menu: true, tab: true, headless: !needsRoom, connect: true };
}

function count(all: readonly Places[], where: Exclude<keyof Places, "id">): number {
  return all.filter((each) => each[where]).length;
}
