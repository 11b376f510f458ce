import type { NewIds } from "../../open-song/new-ids.ts";
import type { Op } from "../../song/op-row.ts";
import { ops } from "../../song/ops.ts";
import type { AutomationPoint, Song, SongCompressor } from "../../song/song.ts";
import type { Stretch } from "../bars.ts";
import { deviceOf } from "../devices.ts";
import { rounded } from "../get-project.ts";
import type { IdTrack } from "../song-parts.ts";

/** A param that was moved, as it is told. */
export interface Moved {
  readonly track: string;
  readonly param: string;
  readonly from: number | string;
  readonly to: number | string;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

/**
 * The params of one track, to be moved within their ranges: what is automated is moved point by point. Nothing changes until the ops are
 * applied.
 */
export class Knobs {
  readonly #song: Song;
  readonly #id: string;
  readonly #track: IdTrack["track"];
  readonly #values = new Map<string, number>();
  readonly #points = new Map<string, readonly (readonly [id: string | undefined, point: AutomationPoint])[]>();
  readonly #moved: Moved[] = [];
  #compressor: SongCompressor | undefined;
  /** Points of the stretch that a ramp takes the place of. */
  #replaced = 0;

  constructor(song: Song, { id, track }: IdTrack) {
    this.#song = song;
    this.#id = id;
    this.#track = track;
  }

  get moved(): readonly Moved[] {
    return this.#moved;
  }

  get replaced(): number {
    return this.#replaced;
  }

  /** Undefined where the track has no such param. */
  value(param: string): number | undefined {
    const set = this.#values.get(param);
    if (set !== undefined) return set;
    const [part = "", name = ""] = param.split(".");
    if (part === "device") {
      const spec = this.#spec(name);
      return spec === undefined ? undefined : (this.#track.params[name] ?? spec.default);
    }
    const { strip } = this.#track;
    const held = (part === "eq" ? strip.eq : strip) as unknown as Readonly<Record<string, number>>;
    return held[name];
  }

  /** Moves a param by what `change` makes of its value, or of each point of its automation. */
  move(param: string, change: (value: number, range: Range) => number): void {
    const value = this.value(param);
    const range = this.#range(param);
    if (value === undefined || range === undefined) return;
    const within = (next: number): number => Math.min(range.max, Math.max(range.min, rounded(next, 4)));
    const to = within(change(value, range));
    const points = this.#automation(param);
    if (points.length > 0) {
      const list = points.map(([id, point]) => [id, { ...point, value: within(change(point.value, range)) }] as const);
      if (list.every(([, point], index) => point.value === points[index]?.[1].value)) return;
      this.#points.set(autoName(param), list);
      this.#tell(
        param,
        `${points.length} points from ${rounded(points[0]?.[1].value ?? 0, 3)}`,
        `${list.length} points from ${rounded(list[0]?.[1].value ?? 0, 3)}`,
      );
    }
    if (to === value) return;
    this.#values.set(param, to);
    if (points.length === 0) this.#tell(param, rounded(value, 3), rounded(to, 3));
  }

  compress(wanted: SongCompressor): void {
    this.#compressor = wanted;
    const was = this.#track.strip.compressor;
    const say = (each: SongCompressor | undefined): string =>
      each === undefined ? "off" : `${rounded(each.thresholdDb, 1)} dB, ${rounded(each.ratio, 1)}:1`;
    this.#tell("compressor", say(was), say(wanted));
  }

  get compressor(): SongCompressor | undefined {
    return this.#compressor ?? this.#track.strip.compressor;
  }

  /** A line from one value to another over a stretch, then what it was; points of the stretch make way. */
  ramp(param: string, from: number, to: number, after: number, stretch: Stretch): void {
    const range = this.#range(param);
    if (range === undefined) return;
    const within = (value: number): number => Math.min(range.max, Math.max(range.min, rounded(value, 3)));
    const points = this.#automation(param);
    const outside = points.filter(([, { tick }]) => tick < stretch.from || tick > stretch.to);
    this.#replaced += points.length - outside.length;
    const before = points.findLast(([, { tick }]) => tick < stretch.from)?.[1].value ?? this.value(param) ?? 0;
    this.#points.set(autoName(param), [
      ...outside.filter(([, { tick }]) => tick < stretch.from),
      // What was goes on as it was until the line begins.
      ...(stretch.from > 0 && outside.every(([, { tick }]) => tick !== stretch.from - 1)
        ? [[undefined, { tick: stretch.from - 1, value: within(before), shape: "hold" as const }] as const]
        : []),
      [undefined, { tick: stretch.from, value: within(from), shape: "line" }],
      [undefined, { tick: stretch.to - 1, value: within(to), shape: "hold" }],
      [undefined, { tick: stretch.to, value: within(after), shape: "hold" }],
      ...outside.filter(([, { tick }]) => tick > stretch.to),
    ]);
    this.#tell(param, within(from), within(to));
  }

  /** What makes the moves, all of them within the ranges that ops take. */
  ops(newId: NewIds): readonly Op[] {
    const track = this.#id;
    const given = (part: string): Readonly<Record<string, number>> =>
      Object.fromEntries(
        [...this.#values].flatMap(([param, value]) => (param.startsWith(`${part}.`) ? [[param.slice(part.length + 1), value]] : [])),
      );
    const some = (op: string, fields: Readonly<Record<string, unknown>>): readonly Op[] =>
      Object.keys(fields).length === 0 ? [] : [{ op, track, ...fields }];
    const params = given("device");
    const compressor = this.#compressor;
    return [
      ...some("strip.set", given("strip")),
      ...some("eq.set", given("eq")),
      ...(Object.keys(params).length === 0 ? [] : [{ op: "device.set", track, params }]),
      ...(compressor === undefined ? [] : [{ op: "compressor.set", track, on: true, ...compressor }]),
      ...[...this.#points].flatMap(([param, list]) => this.#pointOps(param, list, newId)),
    ];
  }

  #pointOps(param: string, list: readonly (readonly [string | undefined, AutomationPoint])[], newId: NewIds): readonly Op[] {
    const track = this.#id;
    const was = this.#track.automation[param] ?? {};
    const kept = new Set(list.map(([id]) => id));
    const set = list.flatMap(([id, { tick, value, shape }]): readonly Op[] =>
      id !== undefined && was[id]?.value === value ? [] : [{ op: "auto.set", track, param, id: id ?? newId("a"), tick, value, shape }],
    );
    const gone = Object.keys(was).filter((id) => !kept.has(id));
    return [...set, ...gone.map((id): Op => ({ op: "auto.remove", track, param, id }))];
  }

  #automation(param: string): readonly (readonly [string | undefined, AutomationPoint])[] {
    const name = autoName(param);
    const moved = this.#points.get(name);
    if (moved !== undefined) return moved;
    return Object.entries(this.#track.automation[name] ?? {}).toSorted(([, one], [, other]) => one.tick - other.tick);
  }

  #range(param: string): Range | undefined {
    const [part = "", name = ""] = param.split(".");
    if (part === "device") return this.#spec(name);
    const field = ops.get(part === "eq" ? "eq.set" : "strip.set")?.fields.properties[name];
    return field !== undefined && "type" in field && (field.type === "number" || field.type === "integer")
      ? { min: field.minimum, max: field.maximum }
      : undefined;
  }

  #spec(name: string): (Range & { readonly default: number }) | undefined {
    if (this.#track.kind !== "notes") return undefined;
    const params = deviceOf(this.#song, this.#track.device)?.params ?? {};
    return Object.hasOwn(params, name) ? params[name] : undefined;
  }

  #tell(param: string, from: number | string, to: number | string): void {
    this.#moved.push({ track: this.#id, param, from, to });
  }
}

/** Automation has strip params without their part. */
function autoName(param: string): string {
  return param.startsWith("strip.") ? param.slice(6) : param;
}
