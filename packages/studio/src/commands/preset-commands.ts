import { Fault } from "@jackfield/contract";
import { checkDevice } from "../kernel/check-device.ts";
import { opProblem } from "../song/ops.ts";
import type { Op } from "../song/op-row.ts";
import { type Command, command } from "./command.ts";
import { commandCeilings } from "./command-ceilings.ts";
import { pathField, replaceField, trackField } from "./command-fields.ts";
import type { Desk } from "./desk.ts";
import { targetTracks } from "./lookup.ts";
import { soundOps } from "./ops-of-track.ts";

const format = "jackfield-track-preset";
const mostBytes = commandCeilings.presetBytes.value;
/** Ops that a preset is made of. */
const presetOps: ReadonlySet<string> = new Set(["device.define", "device.set", "strip.set", "eq.set", "compressor.set"]);

/** A track's sound as a file: its device with its params, and its mixer strip. */
export const presetCommands: readonly Command[] = [
  command<{ path: string; track?: string; replace?: boolean }>({
    id: "track.save_preset",
    title: "Save preset",
    menu: "Track",
    blurb: "A track's device with its params, and its mixer strip, as a file. Recordings are not part of it.",
    kind: "file",
    destructive: true,
    writes: ["path"],
    fields: { path: pathField, track: trackField, replace: replaceField },
    required: ["path"],
    async run(desk, { path, track, replace = false }) {
      const [id = ""] = targetTracks(desk, track);
      const is = desk.song.tracks[id];
      if (is === undefined) throw new Fault("arguments_invalid", "There is no such track");
      const sound = soundOps({ ...desk.song, devices: {} }, { devices: desk.song.devices, samples: {} }, is, "t_preset");
      // Not in the order of names: a module of a device is fed by those that stand before it.
      const text = `${JSON.stringify({ format, version: 1, name: is.name, ops: sound })}\n`;
      return { ...(await desk.write(path, [new TextEncoder().encode(text)], replace)), path, device: is.device };
    },
  }),
  command<{ path: string; track?: string }>({
    id: "track.load_preset",
    title: "Load preset",
    menu: "Track",
    blurb: "Gives tracks the device, params and mixer strip of a preset.",
    kind: "file",
    undoable: true,
    destructive: true,
    reads: ["path"],
    fields: { path: pathField, track: trackField },
    required: ["path"],
    async run(desk, { path, track }) {
      const tracks = targetTracks(desk, track);
      const ops = readPreset(await desk.studio.ports.files.read(path, desk.call.signal));
      const defined = new Set(Object.keys(desk.song.devices));
      const needed = ops.filter((op) => op.op !== "device.define" || !defined.has((op["device"] as { readonly id: string }).id));
      const [defines, sets] = [needed.filter(({ op }) => op === "device.define"), needed.filter(({ op }) => op !== "device.define")];
      return desk.edit("Load preset", [...defines, ...tracks.flatMap((id) => fitting(desk, id, sets))], { tracks });
    },
  }),
];

/** Of a track of recordings the device is left out. */
function fitting({ song }: Desk, id: string, ops: readonly Op[]): readonly Op[] {
  const isAudio = song.tracks[id]?.kind === "audio";
  return ops.filter(({ op }) => !isAudio || op !== "device.set").map((op) => ({ ...op, track: id }));
}

/** A file that may be anybody's: each op in it is checked as one that an agent sends. */
function readPreset(bytes: Uint8Array): readonly Op[] {
  const wrong = (why: string, cause?: unknown): Fault =>
    new Fault("file_unusable", `This is no preset: ${why}`, { hint: "track.save_preset makes one", cause });
  if (bytes.length > mostBytes) throw wrong(`it has ${bytes.length} bytes, at most ${mostBytes} are read`);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw wrong("it is not JSON", error);
  }
  if (
    typeof value !== "object" ||
    value === null ||
    !("format" in value) ||
    value.format !== format ||
    !("ops" in value) ||
    !Array.isArray(value.ops)
  )
    throw wrong(`it does not say "${format}"`);
  const ops: readonly unknown[] = value.ops;
  if (ops.length > presetOps.size) throw wrong("it has too many parts");
  for (const op of ops) {
    const problem = opProblem(op) ?? (presetOps.has((op as Op).op) ? undefined : "it changes more than a track's sound");
    if (problem !== undefined) throw wrong(problem);
    const { op: name, device } = op as Op;
    const check = name === "device.define" ? checkDevice(device) : undefined;
    if (check?.ok === false) throw wrong(`its device's ${check.where} ${check.why}`);
  }
  return ops as readonly Op[];
}
