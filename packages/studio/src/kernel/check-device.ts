import { type DeviceGraph, type Feed, deviceModules, deviceVoices } from "./device.ts";
import { moduleTypes } from "./modules/module-types.ts";

/** Whether a foreign device can be played, or the first thing that is wrong with it. */
export type DeviceCheck =
  | { readonly ok: true; readonly device: DeviceGraph }
  | { readonly ok: false; readonly where: string; readonly why: string };

/**
 * Reads a device that somebody else made: every name must be there, every number in its range, and every module fed only by such as stand
 * before it. A device that passes can be played without harm: what it sounds like is for whoever renders it to find out.
 */
export function checkDevice(value: unknown): DeviceCheck {
  const problem = deviceProblem(value);
  return problem === undefined ? { ok: true, device: value as DeviceGraph } : { ok: false, ...problem };
}

interface Problem {
  readonly where: string;
  readonly why: string;
}

type Fields = Readonly<Record<string, unknown>>;

function deviceProblem(value: unknown): Problem | undefined {
  if (!isFields(value)) return { where: "device", why: "must be an object" };
  const { id, name, blurb, voices, params, sound } = value;
  if (typeof id !== "string" || !/^[a-z][a-z0-9-]{0,31}$/.test(id))
    return { where: "id", why: "must be 1 to 32 of a-z, 0-9 and -, a letter first" };
  if (!isText(name, 64)) return { where: "name", why: "must be text of 1 to 64 characters" };
  if (!isText(blurb, 300)) return { where: "blurb", why: "must be text of 1 to 300 characters" };
  if (!isWithin(voices, 1, deviceVoices) || !Number.isInteger(voices))
    return { where: "voices", why: `must be a whole number from 1 to ${deviceVoices}` };
  if (!isFields(params) || Object.keys(params).length > 16) return { where: "params", why: "must be an object of at most 16" };
  for (const [key, spec] of Object.entries(params)) {
    const why = paramProblem(key, spec);
    if (why !== undefined) return { where: `params.${safe(key)}`, why };
  }
  if (!isFields(sound)) return { where: "sound", why: "must be an object" };
  const names = Object.keys(params);
  if ("graph" in sound) return soundProblem(sound, names, "sound");
  const pieces = Object.entries(sound);
  if (pieces.length === 0 || pieces.length > 32) return { where: "sound", why: "must have one graph, or 1 to 32 pieces by pitch" };
  for (const [pitch, piece] of pieces) {
    const where = `sound.${safe(pitch)}`;
    if (!/^\d{1,3}$/.test(pitch) || Number(pitch) > 127) return { where, why: "must be by a MIDI pitch from 0 to 127" };
    if (!isFields(piece) || !isText(piece["name"], 32)) return { where, why: "must be an object with a name" };
    const problem = soundProblem(piece, names, where);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function paramProblem(key: string, spec: unknown): string | undefined {
  if (!/^[a-z][a-zA-Z0-9]{0,23}$/.test(key)) return "must be named by 1 to 24 letters and digits";
  if (!isFields(spec)) return "must be an object";
  const { label, unit, min, max, default: value } = spec;
  if (!isText(label, 24)) return "needs a label of 1 to 24 characters";
  if (!units.has(String(unit))) return `needs a unit: ${[...units].join(", ")}`;
  if (!isNumber(min) || !isNumber(max) || min >= max) return "needs min below max";
  return isWithin(value, min, max) ? undefined : "needs a default from min to max";
}

function soundProblem(sound: Fields, params: readonly string[], where: string): Problem | undefined {
  const { graph, out, side, ends } = sound;
  if (!isFields(graph)) return { where: `${where}.graph`, why: "must be an object" };
  const modules = Object.entries(graph);
  if (modules.length === 0 || modules.length > deviceModules)
    return { where: `${where}.graph`, why: `must have 1 to ${deviceModules} modules` };
  const before = new Set<string>();
  for (const [name, spec] of modules) {
    const at = `${where}.graph.${safe(name)}`;
    if (!/^[a-z][a-zA-Z0-9]{0,23}$/.test(name)) return { where: at, why: "must be named by 1 to 24 letters and digits" };
    const why = moduleProblem(spec, params, before);
    if (why !== undefined) return { where: at, why };
    before.add(name);
  }
  if (typeof out !== "string" || !before.has(out)) return { where: `${where}.out`, why: "must be the name of a module" };
  if (side !== undefined && (typeof side !== "string" || !before.has(side)))
    return { where: `${where}.side`, why: "must be the name of a module, or left out" };
  if (typeof ends !== "string" || (graph[ends] as Fields | undefined)?.["type"] !== "env")
    return { where: `${where}.ends`, why: "must be the name of an env module" };
  return undefined;
}

function moduleProblem(spec: unknown, params: readonly string[], before: ReadonlySet<string>): string | undefined {
  if (!isFields(spec)) return "must be an object";
  const type = typeof spec["type"] === "string" && Object.hasOwn(moduleTypes, spec["type"]) ? moduleTypes[spec["type"]] : undefined;
  if (type === undefined) return `has no type that is known: ${Object.keys(moduleTypes).join(", ")}`;
  const { in: inputs = {}, options = {} } = spec;
  if (!isFields(inputs) || !isFields(options)) return "needs objects as in and options";
  for (const [name, feed] of Object.entries(inputs)) {
    if (!Object.hasOwn(type.inputs, name)) return `has no input ${safe(name)}: ${Object.keys(type.inputs).join(", ") || "none"}`;
    const why = feedProblem(feed as Feed, params, before);
    if (why !== undefined) return `${name} ${why}`;
  }
  for (const [name, choice] of Object.entries(options)) {
    const choices = Object.hasOwn(type.options, name) ? type.options[name] : undefined;
    if (choices === undefined) return `has no option ${safe(name)}`;
    // A recording is named by its track.
    if (name !== "sample" && !choices.includes(String(choice))) return `${name} must be one of ${choices.join(", ")}`;
    if (typeof choice !== "string" || choice.length > 64) return `${name} must be text of at most 64 characters`;
  }
  return undefined;
}

function feedProblem(feed: unknown, params: readonly string[], before: ReadonlySet<string>): string | undefined {
  if (typeof feed === "number") return isNumber(feed) ? undefined : "must be a number from −1,000,000 to 1,000,000";
  const { from, times = 1, plus = 0 } = isFields(feed) ? feed : { from: feed };
  if (!isNumber(times) || !isNumber(plus)) return "needs numbers as times and plus";
  if (typeof from !== "string") return "must be a number, a name, or an object with from";
  if (noteValues.has(from) || before.has(from)) return undefined;
  if (from.startsWith("param.") && params.includes(from.slice(6))) return undefined;
  return `is fed by ${safe(from)}, which is no param, no value of the note and no module before it`;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown, most: number): boolean {
  return typeof value === "string" && value.length > 0 && value.length <= most;
}

function isNumber(value: unknown): value is number {
  return isWithin(value, -1_000_000, 1_000_000);
}

function isWithin(value: unknown, min: number, max: number): value is number {
  return typeof value === "number" && value >= min && value <= max;
}

/** A foreign name, as it may stand in a message. */
function safe(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_.-]/g, "?").slice(0, 24);
}

const units = new Set(["hertz", "seconds", "decibels", "semitones", "share", "count"]);
const noteValues = new Set(["note.hertz", "note.pitch", "note.velocity"]);
