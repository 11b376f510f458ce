import { type Song, type SongTrack } from "@jackfield/studio";
import { faderDecibels, faderPlace } from "../parts/scale.ts";
import { decibels, panned, paramText } from "../parts/units.ts";
import { deviceOf } from "../song/devices.ts";

/** How a param's values stand in its lane: 0 below, 1 above. */
export interface LaneScale {
  readonly name: string;
  readonly toPlace: (value: number) => number;
  readonly toValue: (place: number) => number;
  readonly show: (value: number) => string;
  /** What it is without automation. */
  readonly rest: number;
}

const level = { toPlace: faderPlace, toValue: faderDecibels, show: decibels };

/** The params of a track that can be automated. */
export function laneParams(song: Song, track: SongTrack): readonly string[] {
  const graph = deviceOf(song, track.device);
  const own = track.kind === "notes" ? Object.keys(graph?.params ?? {}).map((name) => `device.${name}`) : [];
  return ["gainDb", "pan", "reverbDb", "echoDb", ...own];
}

export function laneScale(song: Song, track: SongTrack, param: string): LaneScale {
  switch (param) {
    case "gainDb":
      return { name: "Level", rest: track.strip.gainDb, ...level };
    case "reverbDb":
      return { name: "Room send", rest: track.strip.reverbDb, ...level };
    case "echoDb":
      return { name: "Echo send", rest: track.strip.echoDb, ...level };
    case "pan":
      return { name: "Pan", rest: track.strip.pan, toPlace: (at) => (at + 1) / 2, toValue: (at) => hundredth(at * 2 - 1), show: panned };
    default:
      return deviceScale(song, track, param.replace(/^device\./, ""));
  }
}

function deviceScale(song: Song, track: SongTrack, name: string): LaneScale {
  const spec = deviceOf(song, track.device)?.params[name];
  if (spec === undefined) return { name, rest: 0, toPlace: (at) => at, toValue: (at) => at, show: String };
  const { min, max, label } = spec;
  const byRatio = spec.unit === "hertz" && min > 0;
  return {
    name: label,
    rest: track.params[name] ?? spec.default,
    toPlace: byRatio ? (at) => Math.log(at / min) / Math.log(max / min) : (at) => (at - min) / (max - min),
    toValue: byRatio ? (at) => Number((min * (max / min) ** at).toPrecision(3)) : (at) => Number((min + (max - min) * at).toPrecision(3)),
    show: (value) => paramText(spec, value),
  };
}

function hundredth(value: number): number {
  return Math.round(value * 100) / 100;
}
