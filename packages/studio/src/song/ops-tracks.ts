import type { Draft } from "immer";
import { emptyTrack } from "./empty-song.ts";
import type { FieldSchema } from "./fields.ts";
import { type OpRow, decibelsField, given, idField, nameField, opRow } from "./op-row.ts";
import type { Id, SongCompressor, SongEq, SongTrack } from "./song.ts";

/** Tracks, their devices and strips. */
export const trackOps: readonly OpRow[] = [
  opRow<{ id: Id; name: string; kind: SongTrack["kind"]; device: string; hue: number; order: string }>({
    op: "track.add",
    title: "Add track",
    blurb: "A track of notes with a device, or a track of audio.",
    fields: {
      id: idField,
      name: nameField,
      kind: { type: "string", maxLength: 5, enum: ["notes", "audio"] },
      device: { type: "string", maxLength: 32, description: "A device's id; of a track of audio it is not used" },
      hue: hue(),
      order: order(),
    },
    required: ["id", "name", "kind", "device", "hue", "order"],
    reduce(song, { id, name, kind, device, hue: color, order: place }) {
      if (Object.hasOwn(song.tracks, id)) return "miss";
      song.tracks[id] = structuredClone(emptyTrack(name, kind, device, color, place)) as Draft<SongTrack>;
      return "ok";
    },
  }),
  opRow<{ track: Id; name?: string; hue?: number; order?: string }>({
    op: "track.set",
    title: "Track settings",
    blurb: "A track's name, color and place.",
    fields: { track: idField, name: nameField, hue: hue(), order: order() },
    required: ["track"],
    reduce: (song, op) => merge(song.tracks[op.track], given(op, ["name", "hue", "order"])),
  }),
  opRow<{ track: Id }>({
    op: "track.remove",
    title: "Remove track",
    blurb: "A track with all that is on it.",
    destructive: true,
    fields: { track: idField },
    required: ["track"],
    reduce(song, { track }) {
      if (!Object.hasOwn(song.tracks, track)) return "miss";
      delete song.tracks[track];
      return "ok";
    },
  }),
  opRow<{ track: Id; id: Id; order: string }>({
    op: "track.duplicate",
    title: "Duplicate track",
    blurb: "The same track once more. Its clips get ids made from the new track's.",
    fields: { track: idField, id: idField, order: order() },
    required: ["track", "id", "order"],
    reduce(song, { track, id, order: place }) {
      const from = song.tracks[track];
      if (from === undefined || Object.hasOwn(song.tracks, id)) return "miss";
      const copy = JSON.parse(JSON.stringify(from)) as Draft<SongTrack>;
      copy.order = place;
      copy.name = `${copy.name} 2`.slice(0, 64);
      copy.clips = Object.fromEntries(Object.values(copy.clips).map((clip, index) => [`c_${id.slice(2)}-${index}`, clip]));
      song.tracks[id] = copy;
      return "ok";
    },
  }),
  opRow<{ track: Id; device?: string; params?: Record<string, number>; sample?: string }>({
    op: "device.set",
    title: "Set device",
    blurb: "A track's device, its params, and the recording that a sampler plays.",
    fields: {
      track: idField,
      device: { type: "string", maxLength: 32 },
      params: { type: "object", properties: {}, required: [], additionalProperties: true, description: "Numbers by param" },
      sample: { type: "string", maxLength: 64 },
    },
    required: ["track"],
    reduce(song, { track, device, params, sample }) {
      const on = song.tracks[track];
      if (on === undefined || (sample !== undefined && !Object.hasOwn(song.samples, sample))) return "miss";
      if (device !== undefined && device !== on.device) {
        on.device = device;
        on.params = {};
      }
      for (const [name, value] of Object.entries(params ?? {})) if (Number.isFinite(value)) on.params[name.slice(0, 24)] = value;
      if (sample !== undefined) on.sample = sample;
      return "ok";
    },
  }),
  opRow<{ track: Id; gainDb?: number; pan?: number; mute?: boolean; solo?: boolean; reverbDb?: number; echoDb?: number }>({
    op: "strip.set",
    title: "Set mixer strip",
    blurb: "A track's fader, pan, mute, solo and sends.",
    fields: {
      track: idField,
      gainDb: decibelsField,
      pan: { type: "number", minimum: -1, maximum: 1, description: "−1 left to 1 right" },
      mute: { type: "boolean" },
      solo: { type: "boolean" },
      reverbDb: decibelsField,
      echoDb: decibelsField,
    },
    required: ["track"],
    reduce: (song, op) => merge(song.tracks[op.track]?.strip, given(op, ["gainDb", "pan", "mute", "solo", "reverbDb", "echoDb"])),
  }),
  opRow<{ track: Id } & Partial<SongEq>>({
    op: "eq.set",
    title: "Set equalizer",
    blurb: "A track's high pass and its three bands. 0 turns a band off.",
    fields: {
      track: idField,
      highPassHz: hertz(0, 2_000),
      lowDb: band(),
      lowHz: hertz(20, 1_000),
      midDb: band(),
      midHz: hertz(40, 16_000),
      midQ: { type: "number", minimum: 0.1, maximum: 12 },
      highDb: band(),
      highHz: hertz(1_000, 18_000),
    },
    required: ["track"],
    reduce: (song, op) =>
      merge(song.tracks[op.track]?.strip.eq, given(op, ["highPassHz", "lowDb", "lowHz", "midDb", "midHz", "midQ", "highDb", "highHz"])),
  }),
  opRow<{ track: Id; on: boolean } & Partial<SongCompressor>>({
    op: "compressor.set",
    title: "Set compressor",
    blurb: "A track's compressor, on or off.",
    fields: {
      track: idField,
      on: { type: "boolean" },
      thresholdDb: { type: "number", minimum: -60, maximum: 0 },
      ratio: { type: "number", minimum: 1, maximum: 20 },
      attackMs: { type: "number", minimum: 0.1, maximum: 200 },
      releaseMs: { type: "number", minimum: 5, maximum: 2_000 },
      makeupDb: { type: "number", minimum: 0, maximum: 24 },
    },
    required: ["track", "on"],
    reduce(song, op) {
      const strip = song.tracks[op.track]?.strip;
      if (strip === undefined) return "miss";
      const names = ["thresholdDb", "ratio", "attackMs", "releaseMs", "makeupDb"] as const;
      strip.compressor = op.on ? { ...(strip.compressor ?? compressor), ...given<Partial<SongCompressor>>(op, names) } : undefined;
      return "ok";
    },
  }),
  opRow<{ gainDb?: number; ceilingDb?: number; reverbSeconds?: number; reverbDulls?: number; echoBeats?: number; echoFeedback?: number }>({
    op: "master.set",
    title: "Set master",
    blurb: "The master's level and ceiling, the room and the echo that all tracks send to.",
    fields: {
      gainDb: { type: "number", minimum: -60, maximum: 12 },
      ceilingDb: { type: "number", minimum: -12, maximum: 0 },
      reverbSeconds: { type: "number", minimum: 0.1, maximum: 12 },
      reverbDulls: { type: "number", minimum: 0, maximum: 0.95 },
      echoBeats: { type: "number", minimum: 0.0625, maximum: 8 },
      echoFeedback: { type: "number", minimum: 0, maximum: 0.9 },
    },
    required: [],
    reduce(song, op) {
      Object.assign(song.rooms, given(op, ["reverbSeconds", "reverbDulls", "echoBeats", "echoFeedback"]));
      return merge(song.master, given(op, ["gainDb", "ceilingDb"]));
    },
  }),
];

const compressor: SongCompressor = { thresholdDb: -18, ratio: 3, attackMs: 10, releaseMs: 120, makeupDb: 0 };

function merge<T extends object>(into: Draft<T> | undefined, change: Partial<T>): "ok" | "miss" {
  if (into === undefined) return "miss";
  for (const [name, value] of Object.entries(change)) Reflect.set(into, name, value);
  return "ok";
}

function hue(): FieldSchema {
  return { type: "integer", minimum: 0, maximum: 359, description: "A color, by its hue" };
}

function order(): FieldSchema {
  return { type: "string", minLength: 1, maxLength: 200, description: "Sorts it among the others" };
}

function hertz(minimum: number, maximum: number): FieldSchema {
  return { type: "number", minimum, maximum, description: "Hertz" };
}

function band(): FieldSchema {
  return { type: "number", minimum: -24, maximum: 24, description: "Decibels" };
}
