import type { Id, Song } from "../song/song.ts";
import { orderBetween } from "../song/order-key.ts";
import type { Menu } from "./command.ts";
import type { Desk } from "./desk.ts";
import { tracksInOrder } from "./lookup.ts";
import { ticksOfBars } from "./positions.ts";

type SoFar = Readonly<Record<string, unknown>>;

/** What an op's command has beside the op: where it stands, and what is taken for what is left out. */
export interface OpPlace {
  readonly menu: Menu;
  readonly shortcut?: string;
  /** By the op's field, in the order in which they are worked out. A field that has one may be left out. */
  readonly defaults?: Readonly<Record<string, (desk: Desk, so: SoFar) => unknown>>;
  /** Fields of the op that nobody gives: they say who and when. */
  readonly own?: Readonly<Record<string, (desk: Desk, so: SoFar) => unknown>>;
}

const playhead = (desk: Desk): number => desk.selection.playhead;
const fresh = (prefix: string) => (desk: Desk) => desk.newId(prefix);

/** Every op has its place: the test of the table holds that. */
export const opPlaces: Readonly<Record<string, OpPlace>> = {
  "song.set": { menu: "Timeline" },
  "tempo.set": { menu: "Timeline", defaults: { tick: playhead, id: at("tempo", "p") } },
  "tempo.remove": { menu: "Timeline" },
  "meter.set": { menu: "Timeline", defaults: { tick: playhead, id: at("meter", "m") } },
  "meter.remove": { menu: "Timeline" },
  "section.set": {
    menu: "Timeline",
    defaults: { tick: playhead, ticks: (desk, so) => ticksOfBars(desk.song, 4, Number(so["tick"])), id: at("sections", "s") },
  },
  "section.remove": { menu: "Timeline" },
  "marker.set": {
    menu: "Timeline",
    shortcut: "Shift+M",
    defaults: { tick: playhead, name: ({ song }) => `Marker ${Object.keys(song.markers).length + 1}`, id: at("markers", "k") },
  },
  "marker.remove": { menu: "Timeline" },
  "track.add": {
    menu: "Track",
    shortcut: "Alt+T",
    defaults: {
      kind: () => "notes",
      device: (_desk, so) => (so["kind"] === "audio" ? "" : "poly"),
      name: ({ song }) => `Track ${Object.keys(song.tracks).length + 1}`,
      hue: ({ song }) => (Object.keys(song.tracks).length * 47 + 20) % 360,
      order: ({ song }) => orderBetween(tracksInOrder(song).at(-1)?.[1].order, undefined),
      id: fresh("t"),
    },
  },
  "track.set": { menu: "Track" },
  "track.remove": { menu: "Track" },
  "track.duplicate": { menu: "Track", defaults: { order: ({ song }, so) => orderAfter(song, String(so["track"])), id: fresh("t") } },
  "device.set": { menu: "Track" },
  "device.define": { menu: "Track" },
  "strip.set": { menu: "Mix" },
  "eq.set": { menu: "Mix" },
  "compressor.set": { menu: "Mix", defaults: { on: () => true } },
  "master.set": { menu: "Mix" },
  "clip.add": {
    menu: "Clip",
    shortcut: "Alt+C",
    defaults: {
      tick: playhead,
      ticks: ({ song }, so) => wholeBars(song, Number(so["tick"]), so["notes"]),
      name: ({ song }, so) => `Clip ${Object.keys(song.tracks[String(so["track"])]?.clips ?? {}).length + 1}`,
      id: fresh("c"),
    },
  },
  "clip.set": { menu: "Clip" },
  "clip.remove": { menu: "Clip" },
  "clip.split": { menu: "Clip" },
  "note.set": { menu: "Notes" },
  "note.remove": { menu: "Notes", defaults: { notes: ({ selection }) => selection.notes } },
  "notes.replace": {
    menu: "Notes",
    defaults: { from: () => 0, ticks: ({ song }, so) => song.tracks[String(so["track"])]?.clips[String(so["clip"])]?.ticks ?? 1 },
  },
  "auto.set": { menu: "Mix", defaults: { tick: playhead, shape: () => "line", id: atPoint } },
  "auto.remove": { menu: "Mix" },
  "sample.add": { menu: "File" },
  "ref.set": {
    menu: "File",
    defaults: { id: fresh("f"), name: ({ song }, so) => song.samples[String(so["sample"])]?.name ?? "Reference" },
  },
  "ref.remove": { menu: "File" },
  "lock.set": {
    menu: "Track",
    own: {
      by: ({ call }) => call.caller.author.id,
      name: ({ call }) => call.caller.author.name.slice(0, 64),
      at: ({ studio }) => studio.ports.now(),
    },
  },
  "lock.clear": { menu: "Track" },
};

/** Ops whose command is written by hand, since it knows more than the op: where a recording goes on, what a file holds. */
export const hiddenOps: ReadonlySet<string> = new Set(["sample.add", "clip.split"]);

/** The id of what is at that tick already, or a new one: two tempos at one place are one too many. */
function at(map: "tempo" | "meter" | "sections" | "markers", prefix: string) {
  return (desk: Desk, so: SoFar): Id => {
    const found = map === "markers" ? undefined : Object.entries(desk.song[map]).find(([, { tick }]) => tick === so["tick"]);
    return found?.[0] ?? desk.newId(prefix);
  };
}

function atPoint(desk: Desk, so: SoFar): Id {
  const points = desk.song.tracks[String(so["track"])]?.automation ?? {};
  const param = String(so["param"]);
  const there = Object.hasOwn(points, param) ? points[param] : undefined;
  return Object.entries(there ?? {}).find(([, { tick }]) => tick === so["tick"])?.[0] ?? desk.newId("a");
}

/** A key that sorts right behind a track. */
export function orderAfter(song: Song, track: Id): string {
  const all = tracksInOrder(song);
  const index = all.findIndex(([id]) => id === track);
  return orderBetween(all[index]?.[1].order, all[index + 1]?.[1].order);
}

/** As many whole bars as the notes need, and one where there are none. */
export function wholeBars(song: Song, from: number, notes: unknown): number {
  const list = Array.isArray(notes) ? (notes as readonly { readonly tick: number; readonly ticks: number }[]) : [];
  const needed = list.reduce((most, { tick, ticks }) => Math.max(most, tick + ticks), 1);
  const barTicks = ticksOfBars(song, 1, from);
  return Math.ceil(needed / barTicks) * barTicks;
}
