import type { Draft } from "immer";
import type { DeviceGraph } from "../kernel/device.ts";
import { checkDevice } from "../kernel/check-device.ts";
import type { FieldSchema } from "./fields.ts";
import { type OpRow, idField, nameField, opRow } from "./op-row.ts";
import type { Id, SampleInfo } from "./song.ts";

const lockable: FieldSchema = {
  type: "string",
  minLength: 3,
  maxLength: 40,
  pattern: "^(master|[a-z]_[A-Za-z0-9_-]+)$",
  description: "A track's id, or master",
};

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
  opRow<{ sha: string } & Omit<SampleInfo, "licence"> & { licence?: string }>({
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
      licence: { type: "string", minLength: 1, maxLength: 200, description: "What its maker allows, in words" },
    },
    required: ["sha", "name", "frames", "rate", "channels", "from", "by"],
    reduce(song, { sha, name, frames, rate, channels, from, by, licence }) {
      song.samples[sha] ??= { name, frames, rate, channels, from, by, ...(licence === undefined ? {} : { licence }) };
      return "ok";
    },
  }),
  opRow<{ id: Id; name: string; sample: string }>({
    op: "ref.set",
    title: "Set reference",
    blurb: "A recording that the song is compared with.",
    fields: { id: idField, name: nameField, sample: { type: "string", minLength: 64, maxLength: 64, pattern: "^[0-9a-f]{64}$" } },
    required: ["id", "name", "sample"],
    reduce(song, { id, name, sample }) {
      if (!Object.hasOwn(song.samples, sample)) return "miss";
      song.refs[id] = { name, sample };
      return "ok";
    },
  }),
  opRow<{ id: Id }>({
    op: "ref.remove",
    title: "Remove reference",
    blurb: "A reference; its recording stays with the song.",
    destructive: true,
    fields: { id: idField },
    required: ["id"],
    reduce(song, { id }) {
      if (!Object.hasOwn(song.refs, id)) return "miss";
      delete song.refs[id];
      return "ok";
    },
  }),
  opRow<{ path: Id; by?: string; name?: string; at?: number }>({
    op: "lock.set",
    title: "Lock",
    blurb: "Nobody but who locks it, and the owner, changes a track or the master until it is unlocked.",
    fields: {
      path: lockable,
      by: { type: "string", minLength: 1, maxLength: 128, description: "Is set to whoever asks" },
      name: nameField,
      at: { type: "integer", minimum: 0, maximum: 100_000_000_000_000, description: "Is set to now" },
    },
    required: ["path"],
    reduce(song, { path, by = "", name, at = 0 }) {
      if (path !== "master" && !Object.hasOwn(song.tracks, path)) return "miss";
      if (Object.hasOwn(song.locks, path) && song.locks[path]?.by !== by) return "miss";
      song.locks[path] = { by, at, ...(name === undefined ? {} : { name }) };
      return "ok";
    },
  }),
  opRow<{ path: Id }>({
    op: "lock.clear",
    title: "Unlock",
    blurb: "Ends a lock.",
    fields: { path: lockable },
    required: ["path"],
    reduce(song, { path }) {
      if (!Object.hasOwn(song.locks, path)) return "miss";
      delete song.locks[path];
      return "ok";
    },
  }),
];
