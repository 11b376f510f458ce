import { type Id, type Op, isKit, orderBetween } from "@jackfield/studio";
import type { Desk } from "../desk/desk.ts";
import { newId } from "../song/new-id.ts";
import { tracksInOrder } from "../song/tracks-in-order.ts";
import { addClip } from "./clips.ts";
import { deviceOf } from "../song/devices.ts";

/** Hues that lie far apart, in the order in which new tracks take them. */
const hues = [20, 150, 265, 85, 320, 205, 235, 50, 115, 290];

/** A new track below the one in hand, with an empty clip to write in. */
export function addTrack(desk: Desk, device: string, name: string, params: Readonly<Record<string, number>> = {}): Id | undefined {
  const song = desk.song.peek();
  const list = tracksInOrder(song);
  const id = newId("t");
  const last = list.at(-1)?.track.order;
  const ops: Op[] = [
    {
      op: "track.add",
      id,
      name,
      kind: "notes",
      device,
      hue: hues[list.length % hues.length] ?? 0,
      order: orderBetween(last, undefined),
    },
  ];
  if (Object.keys(params).length > 0) ops.push({ op: "device.set", track: id, params });
  if (desk.act(`Add track ${name}`, ops) === undefined) return undefined;
  desk.view.track.value = id;
  addClip(desk, id, 0, 4);
  desk.view.editor.value = "notes";
  return id;
}

export function removeTrack(desk: Desk, track: Id): void {
  const name = desk.song.peek().tracks[track]?.name ?? "";
  desk.act(`Remove track ${name}`, [{ op: "track.remove", track }]);
}

export function duplicateTrack(desk: Desk, track: Id): void {
  const list = tracksInOrder(desk.song.peek());
  const at = list.findIndex(({ id }) => id === track);
  const id = newId("t");
  const done = desk.act("Duplicate track", [
    { op: "track.duplicate", track, id, order: orderBetween(list[at]?.track.order, list[at + 1]?.track.order) },
  ]);
  if (done !== undefined) desk.view.track.value = id;
}

/** Moves a track up or down by one. */
export function shiftTrack(desk: Desk, track: Id, by: -1 | 1): void {
  const list = tracksInOrder(desk.song.peek());
  const at = list.findIndex(({ id }) => id === track);
  const [before, after] = by < 0 ? [list[at - 2], list[at - 1]] : [list[at + 1], list[at + 2]];
  if ((by < 0 ? after : before) === undefined) return;
  desk.act("Move track", [{ op: "track.set", track, order: orderBetween(before?.track.order, after?.track.order) }]);
}

export function toggleStrip(desk: Desk, track: Id, what: "mute" | "solo"): void {
  const found = desk.song.peek().tracks[track];
  if (found === undefined) return;
  const on = !found.strip[what];
  const verb = what === "mute" ? (on ? "Mute" : "Unmute") : on ? "Solo" : "Unsolo";
  desk.act(`${verb} ${found.name}`, [{ op: "strip.set", track, [what]: on }]);
}

/** Whether a track's device has a sound for each of some pitches: it is written in steps. */
export function hasKit(desk: Pick<Desk, "song">, device: string): boolean {
  const graph = deviceOf(desk.song.value, device);
  return graph !== undefined && isKit(graph.sound);
}
