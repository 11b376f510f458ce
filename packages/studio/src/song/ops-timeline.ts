import { type OpRow, idField, nameField, opRow, tickField, ticksField } from "./op-row.ts";
import type { Id } from "./song.ts";

/** The song as a whole, and what stands on its timeline. */
export const timelineOps: readonly OpRow[] = [
  opRow<{ title?: string; tonic?: string; mode?: "major" | "minor" }>({
    op: "song.set",
    title: "Song settings",
    blurb: "The song's title, and its key.",
    fields: {
      title: nameField,
      tonic: {
        type: "string",
        maxLength: 2,
        enum: ["C", "C#", "Db", "D", "D#", "Eb", "E", "F", "F#", "Gb", "G", "G#", "Ab", "A", "A#", "Bb", "B"],
      },
      mode: { type: "string", maxLength: 5, enum: ["major", "minor"] },
    },
    required: [],
    reduce(song, { title, tonic, mode }) {
      if (title !== undefined) song.title = title;
      if (tonic !== undefined || mode !== undefined)
        song.key = { tonic: tonic ?? song.key?.tonic ?? "C", mode: mode ?? song.key?.mode ?? "major" };
      return "ok";
    },
  }),
  opRow<{ id: Id; tick: number; bpm: number }>({
    op: "tempo.set",
    title: "Set tempo",
    blurb: "The tempo from a place on. The one at the beginning is `p_first`.",
    fields: { id: idField, tick: tickField, bpm: { type: "number", minimum: 20, maximum: 300, description: "Quarters a minute" } },
    required: ["id", "tick", "bpm"],
    reduce(song, { id, tick, bpm }) {
      song.tempo[id] = { tick: id === first.tempo ? 0 : tick, bpm };
      return "ok";
    },
  }),
  remover("tempo.remove", "Remove tempo change", "A change of tempo. The one at the beginning stays.", "tempo"),
  opRow<{ id: Id; tick: number; num: number; den: number }>({
    op: "meter.set",
    title: "Set meter",
    blurb: "The meter from a place on. The one at the beginning is `m_first`.",
    fields: {
      id: idField,
      tick: tickField,
      num: { type: "integer", minimum: 1, maximum: 32 },
      den: { type: "integer", minimum: 1, maximum: 16 },
    },
    required: ["id", "tick", "num", "den"],
    reduce(song, { id, tick, num, den }) {
      if (![1, 2, 4, 8, 16].includes(den)) return "miss";
      song.meter[id] = { tick: id === first.meter ? 0 : tick, num, den };
      return "ok";
    },
  }),
  remover("meter.remove", "Remove meter change", "A change of meter. The one at the beginning stays.", "meter"),
  opRow<{ id: Id; name: string; tick: number; ticks: number }>({
    op: "section.set",
    title: "Set section",
    blurb: "A named part of the song: verse, chorus.",
    fields: { id: idField, name: nameField, tick: tickField, ticks: ticksField },
    required: ["id", "name", "tick", "ticks"],
    reduce(song, { id, ...section }) {
      song.sections[id] = pick(section, ["name", "tick", "ticks"]);
      return "ok";
    },
  }),
  remover("section.remove", "Remove section", "A section's name; its music stays.", "sections"),
  opRow<{ id: Id; name: string; tick: number }>({
    op: "marker.set",
    title: "Set marker",
    blurb: "A named place.",
    fields: { id: idField, name: nameField, tick: tickField },
    required: ["id", "name", "tick"],
    reduce(song, { id, ...marker }) {
      song.markers[id] = pick(marker, ["name", "tick"]);
      return "ok";
    },
  }),
  remover("marker.remove", "Remove marker", "A marker.", "markers"),
];

/** The points that every song has. */
const first = { tempo: "p_first", meter: "m_first" } as const;

function remover(op: string, title: string, blurb: string, map: "tempo" | "meter" | "sections" | "markers"): OpRow {
  return opRow<{ id: Id }>({
    op,
    title,
    blurb,
    destructive: true,
    fields: { id: idField },
    required: ["id"],
    reduce(song, { id }) {
      if (!Object.hasOwn(song[map], id) || id === first.tempo || id === first.meter) return "miss";
      delete song[map][id];
      return "ok";
    },
  });
}

/** These members and no others: an op also has its own name. */
function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as unknown as Pick<T, K>;
}
