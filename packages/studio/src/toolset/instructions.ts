import type { Studio } from "../studio.ts";
import type { ToolPlace } from "../tools/studio-tool.ts";

/** What a place is, for the agent, once. */
const places: Readonly<Record<ToolPlace, string>> = {
  tab: "The song is open in a person's page: what changes is seen and heard there at once.",
  headless:
    "There is no page and no sound here: nothing plays, and files are what comes out. Every menu command is run with execute, or several with batch; list_commands names them. inspect_session shows what is there; bounce_mix renders it and measures it.",
  review: "Others work on the song as well: what is proposed waits until somebody decides.",
};

/** Instructions of a studio: where it is, how things are named, and which files it may touch. */
export function instructionsOf(studio: Studio, place: ToolPlace, more?: string): string {
  return [
    "Jackfield Studio is a small music studio: tracks of notes with synthesizers, drums and samplers, tracks of recordings, a mixer with equalizers, compressors, reverb and echo, automation, tempo and meter.",
    places[place],
    'Tracks go by name or id, clips by id. Positions are samples (48,000 a second), {"seconds": 2.5}, {"ticks": 960} (480 to the quarter) or "bars_beats:5|1|000". Commands without a target act on the selection. Every change can be undone (edit.undo takes back the caller\'s own last one, never a person\'s).',
    filesText(studio.ports.files.roots),
    ...(more === undefined ? [] : [more]),
  ].join("\n\n");
}

/** The same for people: what a process says when it starts. */
export function filesText({ confined, read, write }: Studio["ports"]["files"]["roots"]): string {
  if (!confined) return "Files: not confined. Any file that this program's user may read or write can be named.";
  const reads = read === undefined ? "no file can be read" : `files are read from ${read} alone`;
  const writes = write === undefined ? "none can be written" : `written to ${write} alone`;
  return `Files: confined. ${reads.charAt(0).toUpperCase()}${reads.slice(1)}, and ${writes}.`;
}
