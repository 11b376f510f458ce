import type { Json, JsonObject } from "@jackfield/contract";
import { builtInDevices } from "../devices/built-in.ts";
import { type DeviceGraph, isKit } from "../kernel/device.ts";
import { Refusal } from "../open-song/refusal.ts";
import type { Song } from "../song/song.ts";
import { studioTool } from "./studio-tool.ts";

export const listDevices = studioTool<object>({
  name: "list_devices",
  title: "List devices",
  description:
    "Returns the devices that a track of notes can play: eight that every song has, and the song's own. For each its id, name, what it sounds like, its params with unit, range and default, and which tracks play it.",
  effect: "read",
  foreign: true,
  places: ["tab", "headless", "review"],
  fields: {},
  run: ({ open }) => ({ devices: devicesOf(open.song).map(({ device, own }) => deviceSummary(open.song, device, own)) }),
});

export const getDevice = studioTool<{ device: string }>({
  name: "get_device",
  title: "Get device",
  description:
    "Returns one device whole: its params, and its graph of modules as define_device takes it. A kit has a graph for each pitch it sounds at.",
  effect: "read",
  foreign: true,
  places: ["tab", "headless", "review"],
  fields: { device: { type: "string", minLength: 1, maxLength: 32, description: "A device's id" } },
  required: ["device"],
  run({ open }, { device: id }) {
    const found = devicesOf(open.song).find(({ device }) => device.id === id);
    if (found === undefined) throw new Refusal("missing", "There is no such device", "List them with list_devices");
    const { voices, sound } = found.device;
    return { ...deviceSummary(open.song, found.device, found.own), voices, sound: sound as unknown as Json };
  },
});

/** The song's own stand before built-in ones of the same id: those are the ones that sound. */
function devicesOf({ devices }: Song): readonly { readonly device: DeviceGraph; readonly own: boolean }[] {
  const own = Object.values(devices).map((device) => ({ device, own: true }));
  const others = Object.values(builtInDevices).filter(({ id }) => !Object.hasOwn(devices, id));
  return [...own, ...others.map((device) => ({ device, own: false }))];
}

function deviceSummary({ tracks }: Song, device: DeviceGraph, own: boolean): JsonObject {
  const { id, name, blurb, params, sound } = device;
  return {
    id,
    name,
    blurb,
    from: own ? "this song" : "built in",
    params: Object.fromEntries(Object.entries(params).map(([key, spec]) => [key, { ...spec }])),
    ...(isKit(sound) ? { kit: Object.fromEntries(Object.entries(sound).map(([pitch, piece]) => [pitch, piece.name])) } : {}),
    used_by: Object.entries(tracks)
      .filter(([, track]) => track.kind === "notes" && track.device === id)
      .map(([trackId]) => trackId),
  };
}

/** The device that a track plays: the song's own, or a built-in one. */
export function deviceOf({ devices }: Song, id: string): DeviceGraph | undefined {
  if (Object.hasOwn(devices, id)) return devices[id];
  return Object.hasOwn(builtInDevices, id) ? builtInDevices[id] : undefined;
}
