import { Refusal } from "../open-song/refusal.ts";
import type { FieldSchema } from "../song/fields.ts";
import { type Op, decibelsField } from "../song/op-row.ts";
import { type Command, command } from "./command.ts";
import { trackField } from "./command-fields.ts";
import type { Desk } from "./desk.ts";
import { sampleOf, targetTracks, tracksInOrder } from "./lookup.ts";
import { positionField, tickOf } from "./positions.ts";

const paramField: FieldSchema = {
  type: "string",
  minLength: 3,
  maxLength: 32,
  pattern: "^(gainDb|pan|reverbDb|echoDb|device\\.[a-z][a-zA-Z0-9]*)$",
  description: "gainDb, pan, reverbDb, echoDb, or device.NAME",
};
const valueField: FieldSchema = { type: "number", minimum: -1_000_000, maximum: 1_000_000 };
const shapeField: FieldSchema = {
  type: "string",
  maxLength: 4,
  enum: ["hold", "line"],
  description: "How it goes on to the next. Default line",
};

/** The mixer by hand: one thing of a strip at a time, of every track that is selected. */
export const mixCommands: readonly Command[] = [
  strip("mix.gain", "Set gain", undefined, "A track's fader, or by how much it moves.", {
    gainDb: { ...decibelsField, description: "Decibels" },
    by: { type: "number", minimum: -60, maximum: 60, description: "Decibels more or less than now" },
  }),
  strip("mix.pan", "Set pan", undefined, "A track's place between left and right.", {
    pan: { type: "number", minimum: -1, maximum: 1, description: "−1 left to 1 right" },
  }),
  strip("mix.mute", "Mute", "M", "Mutes tracks, or lets them sound again; turns it over where nothing is said.", {
    mute: { type: "boolean" },
  }),
  strip("mix.solo", "Solo", "S", "Solos tracks, or no more; turns it over where nothing is said.", { solo: { type: "boolean" } }),
  command<{ track?: string; to: "reverb" | "echo"; db: number }>({
    id: "mix.send",
    title: "Set send",
    menu: "Mix",
    blurb: "How much of a track goes to the reverb or the echo, after its fader.",
    fields: { track: trackField, to: { type: "string", maxLength: 6, enum: ["reverb", "echo"] }, db: decibelsField },
    required: ["to", "db"],
    run: (desk, { track, to, db }) => strips(desk, track, "Set send", () => ({ [to === "reverb" ? "reverbDb" : "echoDb"]: db })),
  }),
  command({
    id: "mix.clear_mutes",
    title: "Clear mutes",
    menu: "Mix",
    shortcut: "Alt+M",
    blurb: "Lets every muted track sound.",
    fields: {},
    run: (desk) => desk.edit("Clear mutes", all(desk, "mute")),
  }),
  command({
    id: "mix.clear_solos",
    title: "Clear solos",
    menu: "Mix",
    shortcut: "Alt+S",
    blurb: "Ends every solo.",
    fields: {},
    run: (desk) => desk.edit("Clear solos", all(desk, "solo")),
  }),
  command<{ track?: string }>({
    id: "mix.reset_strip",
    title: "Reset strip",
    menu: "Mix",
    blurb: "A track's fader, pan, sends, equalizer and compressor as they are on a new track.",
    destructive: true,
    fields: { track: trackField },
    run: (desk, { track }) =>
      desk.edit(
        "Reset strip",
        targetTracks(desk, track).flatMap((id): readonly Op[] => [
          { op: "strip.set", track: id, gainDb: -6, pan: 0, mute: false, solo: false, reverbDb: -150, echoDb: -150 },
          { op: "eq.set", track: id, highPassHz: 0, lowDb: 0, midDb: 0, highDb: 0 },
          { op: "compressor.set", track: id, on: false },
        ]),
      ),
  }),
  command<{ track?: string; sample: string }>({
    id: "mix.sampler_sample",
    title: "Choose the sampler's recording",
    menu: "Mix",
    blurb: "Makes a track a sampler of one of the song's recordings. mix.sampler_load takes one from a file.",
    fields: { track: trackField, sample: { type: "string", minLength: 1, maxLength: 64, description: "By name or hash" } },
    required: ["sample"],
    run: (desk, { track, sample }) =>
      desk.edit(
        "Choose the sampler's recording",
        targetTracks(desk, track).map((id) => ({ op: "device.set", track: id, device: "sampler", sample: sampleOf(desk.song, sample) })),
      ),
  }),
  command<{ track?: string; param: string; points: readonly Point[]; replace?: boolean }>({
    id: "auto.write",
    title: "Write automation",
    menu: "Mix",
    blurb: "Many points of a param's automation at once.",
    fields: {
      track: trackField,
      param: paramField,
      points: {
        type: "array",
        maxItems: 500,
        items: {
          type: "object",
          properties: { at: positionField, value: valueField, shape: shapeField },
          required: ["at", "value"],
          additionalProperties: false,
        },
      },
      replace: { type: "boolean", description: "In place of all points that are there. Default false" },
    },
    required: ["param", "points"],
    run: (desk, params) => writeAutomation(desk, params),
  }),
];

interface Point {
  readonly at: unknown;
  readonly value: number;
  readonly shape?: "hold" | "line";
}

type StripChange = Readonly<{ gainDb?: number; by?: number; pan?: number; mute?: boolean; solo?: boolean }>;

function strip(
  id: string,
  title: string,
  shortcut: string | undefined,
  blurb: string,
  fields: Readonly<Record<string, FieldSchema>>,
): Command {
  return command<{ track?: string } & StripChange>({
    id,
    title,
    menu: "Mix",
    ...(shortcut === undefined ? {} : { shortcut }),
    blurb,
    fields: { track: trackField, ...fields } as never,
    run: (desk, { track, by, ...given }) => {
      const name = id.slice(id.indexOf(".") + 1);
      return strips(desk, track, title, (now) => {
        if (Object.keys(given).length > 0) return given;
        if (by !== undefined) return { gainDb: Math.min(12, Math.max(-150, now.gainDb + by)) };
        if (name === "mute" || name === "solo") return { [name]: !now[name] };
        throw new Refusal("invalid_op", `${id} is given nothing to set`, `It takes ${Object.keys(fields).join(" or ")}`);
      });
    },
  });
}

interface Strip {
  readonly gainDb: number;
  readonly mute: boolean;
  readonly solo: boolean;
}

function strips(desk: Desk, named: string | undefined, label: string, change: (now: Strip) => Readonly<Record<string, unknown>>) {
  const list = targetTracks(desk, named).flatMap((track) => {
    const now = desk.song.tracks[track]?.strip;
    return now === undefined ? [] : [{ op: "strip.set", track, ...change(now) }];
  });
  return desk.edit(label, list, { tracks: list.map(({ track }) => track) });
}

function all(desk: Desk, what: "mute" | "solo"): readonly Op[] {
  const on = tracksInOrder(desk.song).filter(([, track]) => track.strip[what]);
  if (on.length === 0) throw new Refusal("nothing", `No track has ${what} on`);
  return on.map(([track]) => ({ op: "strip.set", track, [what]: false }));
}

function writeAutomation(
  desk: Desk,
  { track, param, points, replace = false }: { track?: string; param: string; points: readonly Point[]; replace?: boolean },
) {
  const list = targetTracks(desk, track).flatMap((id): readonly Op[] => {
    const automation = desk.song.tracks[id]?.automation ?? {};
    const there = Object.hasOwn(automation, param) ? (automation[param] ?? {}) : {};
    const removed = replace && Object.keys(there).length > 0 ? [{ op: "auto.remove", track: id, param }] : [];
    const byTick = new Map(replace ? [] : Object.entries(there).map(([point, { tick }]) => [tick, point]));
    return [
      ...removed,
      ...points.map(({ at, value, shape = "line" }) => {
        const tick = tickOf(desk.song, at);
        return { op: "auto.set", track: id, param, id: byTick.get(tick) ?? desk.newId("a"), tick, value, shape };
      }),
    ];
  });
  return desk.edit("Write automation", list, { param, points: points.length });
}
