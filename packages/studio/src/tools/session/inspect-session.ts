import { Fault, type Json, type JsonObject } from "@jackfield/contract";
import { commandCeilings } from "../../commands/command-ceilings.ts";
import type { Studio } from "../../studio.ts";
import { studioTool } from "../studio-tool.ts";
import { type SectionAsked, inspectSections, overview } from "./inspect-sections.ts";

export const inspectCharacters: number = commandCeilings.inspectCharacters.value;
/** Rows of one page. */
const pageRows = 500;
/** Rows of each list in the overview. */
const overviewRows = 60;
/** Lists that stand in the overview, as far as they are short. */
const inOverview = ["tracks", "clips", "sends", "markers", "sections", "tempo", "meter", "sources"];

const names = Object.keys(inspectSections);

export const inspectSessionTool = studioTool<{ section?: string; page?: number } & SectionAsked>({
  name: "inspect_session",
  title: "Inspect session",
  description: `Returns what is in the session. Without section: its facts (path, unsaved changes, length, selection, which files may be read and written) and the first ${overviewRows} of each list. With one: all of that, ${pageRows} a page, of one track or clip where named. sources say whether each recording is loaded. More than ${inspectCharacters} characters are refused, with what to ask for instead.`,
  effect: "read",
  foreign: true,
  places: ["tab", "headless"],
  fields: {
    section: { type: "string", maxLength: 16, enum: names, description: "One of its lists" },
    track: { type: "string", minLength: 1, maxLength: 64, description: "Only of this track, by name or id" },
    clip: { type: "string", minLength: 1, maxLength: 64, description: "Of notes: only of this clip" },
    page: { type: "integer", minimum: 1, maximum: 10_000, description: "From 1" },
  },
  run(studio, { section, page = 1, ...asked }) {
    return bounded(section === undefined ? whole(studio, asked) : pageOf(studio, section, page, asked));
  },
});

function whole(studio: Studio, asked: SectionAsked): JsonObject {
  const lists: Record<string, Json> = {};
  const more: Record<string, number> = {};
  for (const name of inOverview) {
    const rows = rowsOf(studio, name, asked);
    lists[name] = rows.slice(0, overviewRows);
    if (rows.length > overviewRows) more[name] = rows.length;
  }
  return {
    ...overview(studio),
    ...lists,
    ...(Object.keys(more).length === 0 ? {} : { in_all: more, hint: "Name a section to see all of it" }),
    other_sections: names.filter((name) => !inOverview.includes(name)),
  };
}

function pageOf(studio: Studio, section: string, page: number, asked: SectionAsked): JsonObject {
  const rows = rowsOf(studio, section, asked);
  const pages = Math.max(1, Math.ceil(rows.length / pageRows));
  return {
    section,
    rev: studio.open.song.rev,
    total: rows.length,
    page,
    pages,
    [section]: rows.slice((page - 1) * pageRows, page * pageRows),
    ...(page < pages ? { next: page + 1 } : {}),
  };
}

function rowsOf(studio: Studio, section: string, asked: SectionAsked): readonly Json[] {
  return inspectSections[section]?.(studio, asked) ?? [];
}

function bounded(data: JsonObject): Json {
  const got = JSON.stringify(data).length;
  if (got <= inspectCharacters) return data;
  throw new Fault("result_too_large", `That is ${got} characters, and at most ${inspectCharacters} are returned`, {
    hint: "Ask for less: one section, of one track",
    data: { ceiling: "inspectCharacters", limit: inspectCharacters, got },
  });
}
