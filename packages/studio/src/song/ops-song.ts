import type { Draft } from "immer";
import type { DeviceGraph } from "../kernel/device.ts";
import { checkDevice } from "../kernel/check-device.ts";
import { type OpRow, idField, nameField, opRow } from "./op-row.ts";
import type { Id, SampleInfo } from "./song.ts";

/** What the song owns beside its music: devices, recordings, locks. */
export const ownedOps: readonly OpRow[] = [
  opRow<{ device: DeviceGraph; replace?: boolean }>({
    op: "device.define",
    title: "Define device",
    blurb: "A device of the song's own, as a graph of modules. It has been tried before it gets here.",
    fields: {
      device: { type: "object", properties: {}, required: ["id"], additionalProperties: true },
      replace: { type: "boolean", description: "Over one of the same id" },
    },
    required: ["device"],
    reduce(song, { device, replace = false }) {
      const check = checkDevice(device);
      if (!check.ok || (!replace && Object.hasOwn(song.devices, device.id))) return "miss";
      song.devices[device.id] = device as Draft<DeviceGraph>;
      return "ok";
    },
  }),
  opRow<{ sha: string } & SampleInfo>({
    op: "sample.add",
    title: "Add recording",
    blurb: "A recording, by the hash of its samples. Its bytes are kept beside the song.",
    fields: {
      sha: { type: "string", minLength: 64, maxLength: 64, pattern: "^[0-9a-f]{64}$" },
      name: nameField,
      frames: { type: "integer", minimum: 1, maximum: 1_000_000_000 },
      rate: { type: "integer", minimum: 4_000, maximum: 384_000 },
      channels: { type: "integer", minimum: 1, maximum: 2 },
      from: { type: "string", maxLength: 7, enum: ["import", "made", "capture"] },
      by: nameField,
    },
    required: ["sha", "name", "frames", "rate", "channels", "from", "by"],
    reduce(song, { sha, name, frames, rate, channels, from, by }) {
      song.samples[sha] ??= { name, frames, rate, channels, from, by };
      return "ok";
    },
  }),
  opRow<{ path: Id; by: string; at: number }>({
    op: "lock.set",
    title: "Lock",
    blurb: "Nobody but who locks it, and the owner, changes a track until it is unlocked.",
    fields: { path: idField, by: nameField, at: { type: "integer", minimum: 0, maximum: 100_000_000_000_000 } },
    required: ["path", "by", "at"],
    reduce(song, { path, by, at }) {
      if (Object.hasOwn(song.locks, path) && song.locks[path]?.by !== by) return "miss";
      song.locks[path] = { by, at };
      return "ok";
    },
  }),
  opRow<{ path: Id }>({
    op: "lock.clear",
    title: "Unlock",
    blurb: "Ends a lock.",
    fields: { path: idField },
    required: ["path"],
    reduce(song, { path }) {
      if (!Object.hasOwn(song.locks, path)) return "miss";
      delete song.locks[path];
      return "ok";
    },
  }),
];
