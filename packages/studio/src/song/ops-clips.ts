import type { Draft } from "immer";
import type { FieldSchema, ObjectSchema } from "./fields.ts";
import { type OpRow, decibelsField, given, idField, nameField, opRow, tickField, ticksField } from "./op-row.ts";
import type { AudioPart, Clip, Id, Note, Song } from "./song.ts";
import { TempoMap } from "./tempo-map.ts";

const pitchField: FieldSchema = { type: "integer", minimum: 0, maximum: 127, description: "A MIDI pitch: 60 is middle C" };
const velocityField: FieldSchema = { type: "integer", minimum: 1, maximum: 127 };
const noteFields: ObjectSchema = {
  type: "object",
  properties: { id: idField, tick: tickField, ticks: ticksField, pitch: pitchField, velocity: velocityField },
  required: ["id", "tick", "ticks", "pitch", "velocity"],
  additionalProperties: false,
  description: "Ticks count from the clip's beginning",
};
const notesField: FieldSchema = { type: "array", items: noteFields, maxItems: 2_000 };
const partFields: ObjectSchema = {
  type: "object",
  properties: {
    sample: { type: "string", maxLength: 64 },
    from: { type: "integer", minimum: 0, maximum: 1_000_000_000 },
    gainDb: decibelsField,
    fadeInMs: { type: "number", minimum: 0, maximum: 30_000 },
    fadeOutMs: { type: "number", minimum: 0, maximum: 30_000 },
  },
  required: ["sample", "from", "gainDb", "fadeInMs", "fadeOutMs"],
  additionalProperties: false,
};

type NoteWithId = Note & { readonly id: Id };

/** Clips, their notes, and automation. */
export const clipOps: readonly OpRow[] = [
  opRow<{ track: Id; id: Id; name: string; tick: number; ticks: number; notes?: readonly NoteWithId[]; audio?: AudioPart }>({
    op: "clip.add",
    title: "Add clip",
    blurb: "A clip of notes, or of a recording.",
    fields: { track: idField, id: idField, name: nameField, tick: tickField, ticks: ticksField, notes: notesField, audio: partFields },
    required: ["track", "id", "name", "tick", "ticks"],
    reduce(song, { track, id, name, tick, ticks, notes = [], audio }) {
      const on = song.tracks[track];
      if (on === undefined || Object.hasOwn(on.clips, id)) return "miss";
      if (audio !== undefined && !Object.hasOwn(song.samples, audio.sample)) return "miss";
      // A copy: what the next op of the same change writes here must not be written into this one.
      on.clips[id] = { name, tick, ticks, notes: byId(notes), audio: audio === undefined ? undefined : { ...audio } };
      return "ok";
    },
  }),
  opRow<{ track: Id; clip: Id; name?: string; tick?: number; ticks?: number; to?: Id } & Partial<Omit<AudioPart, "sample">>>({
    op: "clip.set",
    title: "Move or change clip",
    blurb: "A clip's name, place, length and track; a recording's beginning, level and fades.",
    fields: {
      track: idField,
      clip: idField,
      name: nameField,
      tick: tickField,
      ticks: ticksField,
      to: idField,
      from: { type: "integer", minimum: 0, maximum: 1_000_000_000 },
      gainDb: decibelsField,
      fadeInMs: { type: "number", minimum: 0, maximum: 30_000 },
      fadeOutMs: { type: "number", minimum: 0, maximum: 30_000 },
    },
    required: ["track", "clip"],
    reduce(song, op) {
      const on = song.tracks[op.track];
      const clip = on?.clips[op.clip];
      const to = op.to === undefined ? on : song.tracks[op.to];
      if (on === undefined || clip === undefined || to === undefined) return "miss";
      Object.assign(clip, given<Partial<Pick<Clip, "name" | "tick" | "ticks">>>(op, ["name", "tick", "ticks"]));
      if (clip.audio !== undefined) Object.assign(clip.audio, given<Partial<AudioPart>>(op, ["from", "gainDb", "fadeInMs", "fadeOutMs"]));
      if (to === on) return "ok";
      delete on.clips[op.clip];
      to.clips[op.clip] = clip;
      return "ok";
    },
  }),
  opRow<{ track: Id; clip: Id }>({
    op: "clip.remove",
    title: "Remove clip",
    blurb: "A clip with its notes.",
    destructive: true,
    fields: { track: idField, clip: idField },
    required: ["track", "clip"],
    reduce(song, { track, clip }) {
      const clips = song.tracks[track]?.clips;
      if (clips === undefined || !Object.hasOwn(clips, clip)) return "miss";
      delete clips[clip];
      return "ok";
    },
  }),
  opRow<{ track: Id; clip: Id; id: Id; tick: number }>({
    op: "clip.split",
    title: "Split clip",
    blurb: "Two clips of one, at a place within it. A note across the place is cut short.",
    fields: { track: idField, clip: idField, id: idField, tick: tickField },
    required: ["track", "clip", "id", "tick"],
    reduce(song, { track, clip: first, id, tick }) {
      const clips = song.tracks[track]?.clips;
      const clip = clips?.[first];
      if (clips === undefined || clip === undefined || Object.hasOwn(clips, id)) return "miss";
      const at = tick - clip.tick;
      if (at <= 0 || at >= clip.ticks) return "miss";
      const notes: Record<Id, Note> = {};
      for (const [key, note] of Object.entries(clip.notes)) {
        if (note.tick < at) note.ticks = Math.min(note.ticks, at - note.tick);
        else {
          notes[key] = { ...note, tick: note.tick - at };
          delete clip.notes[key];
        }
      }
      clips[id] = { name: clip.name, tick, ticks: clip.ticks - at, notes, audio: secondPart(song, clip, tick) };
      clip.ticks = at;
      // The fades were those of the whole: where it was cut there is none.
      if (clip.audio !== undefined) clip.audio.fadeOutMs = 0;
      return "ok";
    },
  }),
  opRow<{ track: Id; clip: Id; notes: readonly NoteWithId[] }>({
    op: "note.set",
    title: "Add or change notes",
    blurb: "Notes of a clip, by their ids: those that are there are changed, others are added.",
    fields: { track: idField, clip: idField, notes: notesField },
    required: ["track", "clip", "notes"],
    reduce(song, { track, clip, notes }) {
      const into = notesOf(song, track, clip);
      if (into === undefined) return "miss";
      Object.assign(into, byId(notes));
      return "ok";
    },
  }),
  opRow<{ track: Id; clip: Id; notes: readonly Id[] }>({
    op: "note.remove",
    title: "Remove notes",
    blurb: "Notes of a clip, by their ids.",
    destructive: true,
    fields: { track: idField, clip: idField, notes: { type: "array", items: idField, maxItems: 2_000 } },
    required: ["track", "clip", "notes"],
    reduce(song, { track, clip, notes }) {
      const from = notesOf(song, track, clip);
      const there = notes.filter((id) => from !== undefined && Object.hasOwn(from, id));
      if (from === undefined || there.length === 0) return "miss";
      for (const id of there) delete from[id];
      return "ok";
    },
  }),
  opRow<{ track: Id; clip: Id; from: number; ticks: number; notes: readonly NoteWithId[] }>({
    op: "notes.replace",
    title: "Replace notes",
    blurb: "Every note of a clip that begins in a stretch, by others.",
    destructive: true,
    fields: { track: idField, clip: idField, from: tickField, ticks: ticksField, notes: notesField },
    required: ["track", "clip", "from", "ticks", "notes"],
    reduce(song, { track, clip, from, ticks, notes }) {
      const into = notesOf(song, track, clip);
      if (into === undefined) return "miss";
      for (const [id, note] of Object.entries(into)) if (note.tick >= from && note.tick < from + ticks) delete into[id];
      Object.assign(into, byId(notes));
      return "ok";
    },
  }),
  opRow<{ track: Id; param: string; id: Id; tick: number; value: number; shape: "hold" | "line" }>({
    op: "auto.set",
    title: "Set automation",
    blurb: "A point of a param's automation: gainDb, pan, reverbDb, echoDb, or device.NAME.",
    fields: {
      track: idField,
      param: { type: "string", minLength: 3, maxLength: 32, pattern: "^(gainDb|pan|reverbDb|echoDb|device\\.[a-z][a-zA-Z0-9]*)$" },
      id: idField,
      tick: tickField,
      value: { type: "number", minimum: -1_000_000, maximum: 1_000_000 },
      shape: { type: "string", maxLength: 4, enum: ["hold", "line"] },
    },
    required: ["track", "param", "id", "tick", "value", "shape"],
    reduce(song, { track, param, id, tick, value, shape }) {
      const on = song.tracks[track];
      if (on === undefined) return "miss";
      (on.automation[param] ??= {})[id] = { tick, value, shape };
      return "ok";
    },
  }),
  opRow<{ track: Id; param: string; id?: Id }>({
    op: "auto.remove",
    title: "Remove automation",
    blurb: "A point of a param's automation, or all of it.",
    destructive: true,
    fields: { track: idField, param: { type: "string", minLength: 3, maxLength: 32 }, id: idField },
    required: ["track", "param"],
    reduce(song, { track, param, id }) {
      const automation = song.tracks[track]?.automation;
      const points = automation !== undefined && Object.hasOwn(automation, param) ? automation[param] : undefined;
      if (automation === undefined || points === undefined || (id !== undefined && !Object.hasOwn(points, id))) return "miss";
      if (id !== undefined) delete points[id];
      if (id === undefined || Object.keys(points).length === 0) delete automation[param];
      return "ok";
    },
  }),
];

/** A recording goes on where the first part ends: so many of its frames later as time has passed there, at the tempo of that stretch. */
function secondPart(song: Draft<Song>, { audio, tick: from }: Draft<Clip>, tick: number): AudioPart | undefined {
  if (audio === undefined) return undefined;
  const rate = song.samples[audio.sample]?.rate ?? 0;
  const tempo = new TempoMap(song.tempo);
  return { ...audio, from: audio.from + tempo.frameAt(tick, rate) - tempo.frameAt(from, rate), fadeInMs: 0 };
}

function notesOf(song: Draft<Song>, track: Id, clip: Id): Record<Id, Draft<Note>> | undefined {
  const found = song.tracks[track]?.clips[clip];
  return found?.audio === undefined ? found?.notes : undefined;
}

function byId(notes: readonly NoteWithId[]): Record<Id, Note> {
  return Object.fromEntries(notes.map(({ id, tick, ticks, pitch, velocity }) => [id, { tick, ticks, pitch, velocity }]));
}
