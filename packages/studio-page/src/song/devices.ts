import { signal } from "@preact/signals";
import type { DeviceGraph, Song } from "@jackfield/studio";

type Devices = Readonly<Record<string, DeviceGraph>>;

const builtIn = signal<Devices>({});

/** The built-in devices come with what is loaded later: until then a track's device has no name. */
export function giveDevices(devices: Devices): void {
  builtIn.value = devices;
}

/** A song's own device, or a built-in one. */
export function deviceOf({ devices }: Pick<Song, "devices">, id: string): DeviceGraph | undefined {
  return Object.hasOwn(devices, id) ? devices[id] : Object.hasOwn(builtIn.value, id) ? builtIn.value[id] : undefined;
}

/** All that a track of this song may have. */
export function devicesOf({ devices }: Pick<Song, "devices">): readonly DeviceGraph[] {
  return [...Object.values(builtIn.value), ...Object.values(devices)];
}
