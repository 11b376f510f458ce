import type { Json } from "@jackfield/contract";
import type { Song } from "../../song/song.ts";

/** Lines of what changed; what is more is counted. */
const mostLines = 100;

/** What is different in another state of a song, a line for each thing: for who asks before they do it. */
export function changesBetween(before: Song, after: Song): Json {
  const lines: string[] = [];
  for (const [name, [was, is]] of parts(before, after)) compareMaps(name, was, is, lines);
  const { title, key, master, rooms } = after;
  for (const [name, was, is] of [
    ["title", before.title, title],
    ["key", before.key, key],
    ["master", before.master, master],
    ["rooms", before.rooms, rooms],
  ] as const)
    if (was !== is) lines.push(`${name} changed`);
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines), `and ${lines.length - mostLines} more`];
}

type Map = Readonly<Record<string, unknown>>;

function* parts(before: Song, after: Song): Generator<readonly [string, readonly [Map, Map]]> {
  for (const name of ["tempo", "meter", "sections", "markers", "samples", "devices", "locks"] as const)
    yield [name, [before[name], after[name]]];
  yield ["tracks", [before.tracks, after.tracks]];
  for (const [id, track] of Object.entries(after.tracks)) {
    const was = before.tracks[id];
    if (was === undefined || was === track) continue;
    yield [`tracks/${id}/clips`, [was.clips, track.clips]];
    for (const [clip, is] of Object.entries(track.clips)) {
      const then = was.clips[clip];
      if (then !== undefined && then !== is) yield [`tracks/${id}/clips/${clip}/notes`, [then.notes, is.notes]];
    }
  }
}

/** Maps that were not touched are the very same. */
function compareMaps(name: string, before: Map, after: Map, lines: string[]): void {
  if (before === after) return;
  for (const id of Object.keys(after)) {
    if (!Object.hasOwn(before, id)) lines.push(`${name}/${id} added`);
    else if (before[id] !== after[id]) lines.push(`${name}/${id} changed`);
  }
  for (const id of Object.keys(before)) if (!Object.hasOwn(after, id)) lines.push(`${name}/${id} removed`);
}
