import { safeName } from "@jackfield/wire";
import { builtInDevices } from "../devices/built-in.ts";
import { checkDevice } from "../kernel/check-device.ts";
import type { DeviceGraph } from "../kernel/device.ts";
import { own } from "./difference.ts";
import type { Op } from "./op-row.ts";
import type { Song } from "./song.ts";

/** What is wrong with one op of a list. */
export interface OpProblem {
  readonly index: number;
  readonly why: string;
}

/**
 * What ops say of devices and their params, held against the devices that there are: in the song, built in, or defined by an op before in the
 * same list. The kernel plays no value outside a param's range, so that a song that holds one sounds other than it reads.
 */
export function deviceProblems(song: Song, list: readonly Op[]): readonly OpProblem[] {
  const rack = new Rack(song);
  const problems: OpProblem[] = [];
  for (const [index, op] of list.entries()) {
    const why = rack.problemOf(op);
    if (why !== undefined) problems.push({ index, why: `${op.op} ${why}` });
  }
  return problems;
}

/** The devices and tracks of a song, as they are after the ops so far. */
class Rack {
  readonly #song: Song;
  readonly #devices = new Map<string, DeviceGraph>();
  /** Device by track, of those that the ops so far have made or changed. */
  readonly #tracks = new Map<string, string>();

  constructor(song: Song) {
    this.#song = song;
  }

  problemOf(op: Op): string | undefined {
    switch (op.op) {
      case "device.define": {
        const check = checkDevice(op["device"]);
        if (!check.ok) return `${check.where} ${check.why}`;
        this.#devices.set(check.device.id, check.device);
        return undefined;
      }
      case "track.add":
        if (op["kind"] !== "notes") return undefined;
        return this.#put(String(op["id"]), String(op["device"]));
      case "track.duplicate": {
        const device = this.#deviceOf(String(op["track"]));
        if (device !== undefined) this.#tracks.set(String(op["id"]), device);
        return undefined;
      }
      case "device.set": {
        const track = String(op["track"]);
        const why = typeof op["device"] === "string" ? this.#put(track, op["device"]) : undefined;
        return why ?? this.#paramsProblem(track, op["params"]);
      }
      case "auto.set":
        return this.#automationProblem(String(op["track"]), String(op["param"]), Number(op["value"]));
      default:
        return undefined;
    }
  }

  #put(track: string, device: string): string | undefined {
    if (this.#find(device) === undefined)
      return `device must be one of ${[...new Set([...Object.keys(builtInDevices), ...Object.keys(this.#song.devices), ...this.#devices.keys()])].join(", ")}`;
    this.#tracks.set(track, device);
    return undefined;
  }

  #find(device: string): DeviceGraph | undefined {
    return this.#devices.get(device) ?? own(this.#song.devices, device) ?? own(builtInDevices, device);
  }

  #deviceOf(track: string): string | undefined {
    return this.#tracks.get(track) ?? own(this.#song.tracks, track)?.device;
  }

  #paramsProblem(track: string, params: unknown): string | undefined {
    if (typeof params !== "object" || params === null) return undefined;
    const id = this.#deviceOf(track);
    // A track that is not there, or one of audio: it misses, or nothing plays it.
    const device = id === undefined ? undefined : this.#find(id);
    if (device === undefined) return undefined;
    for (const [name, value] of Object.entries(params)) {
      const why = rangeProblem(device, name, value);
      if (why !== undefined) return why;
    }
    return undefined;
  }

  #automationProblem(track: string, param: string, value: number): string | undefined {
    if (!param.startsWith("device.")) {
      const [min, max] = param === "pan" ? [-1, 1] : [-150, 12];
      return value >= min && value <= max ? undefined : `${param} must be from ${min} to ${max}`;
    }
    const id = this.#deviceOf(track);
    const device = id === undefined ? undefined : this.#find(id);
    return device === undefined ? undefined : rangeProblem(device, param.slice("device.".length), value);
  }
}

function rangeProblem({ id, params }: DeviceGraph, name: string, value: unknown): string | undefined {
  const spec = own(params, name);
  if (spec === undefined) return `${safeName(name)} is no param of ${id}: it has ${Object.keys(params).join(", ") || "none"}`;
  const { min, max, unit } = spec;
  if (typeof value === "number" && value >= min && value <= max) return undefined;
  return `${id}.${name} must be a number from ${min} to ${max}${unit === "share" || unit === "count" ? "" : ` ${unit}`}`;
}
