import type { JsonObject } from "@jackfield/contract";
import type { OpenSong } from "../open-song/open-song.ts";
import type { Change } from "../song/history.ts";
import { countsOf } from "./get-history.ts";
import { studioTool } from "./studio-tool.ts";

/** Entries of each list in one answer. */
const most = 100;

export const provenanceReport = studioTool<object>({
  name: "provenance_report",
  title: "Provenance report",
  description:
    "Returns who made what of the song, from its change log: each person and agent with how many changes of which kinds, what was approved by whom, where each recording comes from, and the hashes of renders. Names in it were written by people. A record, not a legal opinion.",
  effect: "read",
  foreign: true,
  places: ["tab", "headless", "review"],
  fields: {},
  run({ open }) {
    const { song, changes, renders } = open;
    const kept = changes.filter(({ seq }) => !open.isUndone(seq));
    return {
      title: song.title,
      rev: song.rev,
      changes: changes.length,
      taken_back: changes.length - kept.length,
      authors: authorsOf(open),
      approvals: approvalsOf(changes).slice(-most),
      recordings: Object.entries(song.samples)
        .slice(0, most)
        .map(([sha, { name, from, by }]) => ({ sha, name, from, by })),
      own_devices: Object.values(song.devices)
        .map(({ id, name }) => ({ id, name }))
        .slice(0, most),
      renders: renders
        .slice(-most)
        .map(({ sha, rev, at, by, what }) => ({ sha256: sha, rev, at: new Date(at).toISOString(), by: by.name, what })),
      notes_by: notesBy(open),
    };
  },
});

function authorsOf(open: OpenSong): readonly JsonObject[] {
  const ids = [...new Set(open.changes.map(({ by }) => by.id))];
  return ids.slice(0, most).map((id) => {
    const own = open.changes.filter(({ by }) => by.id === id);
    const by = own.at(-1)?.by;
    return {
      id,
      name: by?.name ?? "",
      kind: by?.kind ?? "",
      ...(by?.for === undefined ? {} : { acts_for: by.for }),
      changes: own.length,
      undone: own.filter(({ seq }) => open.isUndone(seq)).length,
      first: new Date(own[0]?.at ?? 0).toISOString(),
      last: new Date(own.at(-1)?.at ?? 0).toISOString(),
      ops: countsOf(own.flatMap(({ ops }) => ops.map(({ op }) => op))),
      tools: countsOf(own.flatMap(({ tool }) => (tool === undefined ? [] : [tool]))),
    };
  });
}

function approvalsOf(changes: readonly Change[]): readonly JsonObject[] {
  return changes.flatMap(({ seq, by, approvedBy, on, label }) =>
    approvedBy === undefined
      ? []
      : [{ change: seq, label, by: by.name, approved_by: approvedBy.name, ...(on === undefined ? {} : { proposal: on }) }],
  );
}

/** How many of the notes that are there now were written or changed last by whom; those that the song came with are nobody's. */
function notesBy({ song, changes }: OpenSong): Readonly<Record<string, number>> {
  const last = new Map<string, string>();
  for (const { patches, by } of changes)
    for (const { path, value } of patches) {
      const [part, track, list, clip, notes, note] = path.map(String);
      if (part !== "tracks" || list !== "clips") continue;
      if (note !== undefined && notes === "notes") last.set(`${track}/${clip}/${note}`, by.name);
      else if (path.length === 4 && isClip(value)) for (const id of Object.keys(value.notes)) last.set(`${track}/${clip}/${id}`, by.name);
    }
  const names = Object.entries(song.tracks).flatMap(([track, { clips }]) =>
    Object.entries(clips).flatMap(([clip, { notes }]) =>
      Object.keys(notes).map((note) => last.get(`${track}/${clip}/${note}`) ?? "not in this log"),
    ),
  );
  return countsOf(names);
}

function isClip(value: unknown): value is { readonly notes: object } {
  return typeof value === "object" && value !== null && "notes" in value && typeof value.notes === "object" && value.notes !== null;
}
