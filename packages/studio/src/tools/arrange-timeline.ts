import type { NewIds } from "../open-song/new-ids.ts";
import type { Op } from "../song/op-row.ts";
import type { AutomationPoint, ById, Song } from "../song/song.ts";
import { type Segment, piecesOf, placed, placesOf } from "./arrangement.ts";

type At = { readonly tick: number };

/** Ops that put tempo, meter, sections, markers and automation where a song's time goes. */
export function timelineArrangeOps(song: Song, segments: readonly Segment[], newIds: NewIds): readonly Op[] {
  return [
    ...pointOps(song.tempo, segments, newIds, {
      prefix: "p",
      first: "p_first",
      set: (id, tick, { bpm }) => ({ op: "tempo.set", id, tick, bpm }),
      remove: (id) => ({ op: "tempo.remove", id }),
      same: (one, other) => one.bpm === other.bpm,
    }),
    ...pointOps(song.meter, segments, newIds, {
      prefix: "m",
      first: "m_first",
      set: (id, tick, { num, den }) => ({ op: "meter.set", id, tick, num, den }),
      remove: (id) => ({ op: "meter.remove", id }),
      same: (one, other) => one.num === other.num && one.den === other.den,
    }),
    ...sectionOps(song, segments, newIds),
    ...markerOps(song, segments, newIds),
    ...Object.entries(song.tracks).flatMap(([track, { automation }]) =>
      Object.entries(automation).flatMap(([param, points]) => automationOps(track, param, points, segments, newIds)),
    ),
  ];
}

interface PointRow<T> {
  readonly prefix: string;
  /** The one at the beginning, which stays. */
  readonly first: string;
  set(id: string, tick: number, point: T): Op;
  remove(id: string): Op;
  same(one: T, other: T): boolean;
}

/** What holds from a place until the next: each segment brings what held at its beginning. */
function pointOps<T extends At>(points: ById<T>, segments: readonly Segment[], newIds: NewIds, row: PointRow<T>): readonly Op[] {
  const list = inOrder(points);
  const wanted: { id: string | undefined; tick: number; point: T }[] = [];
  const used = new Set<string>();
  const want = (id: string, tick: number, point: T): void => {
    const last = wanted.at(-1);
    if (last !== undefined && row.same(last.point, point)) return;
    const known = tick === 0 ? row.first : used.has(id) || id === row.first ? undefined : id;
    if (known !== undefined) used.add(known);
    wanted.push({ id: known, tick, point });
  };
  for (const { segment, at } of placed(segments)) {
    if ("empty" in segment) continue;
    const holds = list.findLast(([, { tick }]) => tick <= segment.from);
    if (holds !== undefined) want(holds[0], at, holds[1]);
    for (const [id, point] of list)
      if (point.tick > segment.from && point.tick < segment.to) want(id, at + point.tick - segment.from, point);
  }
  const gone = list.filter(([id]) => id !== row.first && !used.has(id)).map(([id]) => row.remove(id));
  const set = wanted.flatMap(({ id, tick, point }) => {
    const was = id === undefined ? undefined : points[id];
    return was !== undefined && was.tick === tick && row.same(was, point) ? [] : [row.set(id ?? newIds(row.prefix), tick, point)];
  });
  return [...gone, ...set];
}

function sectionOps({ sections }: Song, segments: readonly Segment[], newIds: NewIds): readonly Op[] {
  return Object.entries(sections).flatMap(([id, { name, tick, ticks }]): readonly Op[] => {
    const pieces = piecesOf(segments, tick, ticks, true);
    if (pieces.length === 0) return [{ op: "section.remove", id }];
    return pieces.flatMap(({ to, length }, index): readonly Op[] =>
      index === 0 && to === tick && length === ticks
        ? []
        : [{ op: "section.set", id: index === 0 ? id : newIds("x"), name, tick: to, ticks: length }],
    );
  });
}

function markerOps({ markers }: Song, segments: readonly Segment[], newIds: NewIds): readonly Op[] {
  return Object.entries(markers).flatMap(([id, { name, tick }]): readonly Op[] => {
    const places = placesOf(segments, tick);
    if (places.length === 0) return [{ op: "marker.remove", id }];
    return places.flatMap((place, index): readonly Op[] =>
      index === 0 && place === tick ? [] : [{ op: "marker.set", id: index === 0 ? id : newIds("k"), name, tick: place }],
    );
  });
}

/** Points go with their time; where time is cut, what a line was at there is a point of its own, so that each part sounds as it did. */
function automationOps(
  track: string,
  param: string,
  points: ById<AutomationPoint>,
  segments: readonly Segment[],
  newIds: NewIds,
): readonly Op[] {
  const list = inOrder(points);
  const end = list.at(-1)?.[1].tick ?? 0;
  const wanted: { id: string | undefined; tick: number; point: AutomationPoint }[] = [];
  const used = new Set<string>();
  const parts = placed(segments);
  for (const [index, { segment, at }] of parts.entries()) {
    if ("empty" in segment) continue;
    const before = parts[index - 1]?.segment;
    const after = parts[index + 1]?.segment;
    const goesOn = before !== undefined && "to" in before && before.to === segment.from;
    const inside = list.filter(([, { tick }]) => tick >= segment.from && tick < segment.to);
    const value = valueAt(list, segment.from);
    if (!goesOn && segment.from > 0 && segment.from <= end && inside[0]?.[1].tick !== segment.from && value !== undefined)
      wanted.push({ id: undefined, tick: at, point: { ...value, tick: at } });
    for (const [id, point] of inside) {
      wanted.push({ id: used.has(id) ? undefined : id, tick: at + point.tick - segment.from, point });
      used.add(id);
    }
    const cut = segment.to < end && !(after !== undefined && "from" in after && after.from === segment.to);
    const last = valueAt(list, segment.to);
    if (cut && last?.shape === "line" && segment.to - 1 > (inside.at(-1)?.[1].tick ?? segment.from))
      wanted.push({ id: undefined, tick: at + segment.to - 1 - segment.from, point: { tick: 0, value: last.value, shape: "hold" } });
  }
  const gone = list.filter(([id]) => !used.has(id)).map(([id]): Op => ({ op: "auto.remove", track, param, id }));
  const set = wanted.flatMap(({ id, tick, point: { value, shape } }): readonly Op[] =>
    id !== undefined && points[id]?.tick === tick ? [] : [{ op: "auto.set", track, param, id: id ?? newIds("a"), tick, value, shape }],
  );
  // Set before removed: automation whose last point is removed is gone as a whole.
  return [...set, ...gone];
}

/** What automation is at a place, and how it goes on from there. */
function valueAt(list: readonly (readonly [string, AutomationPoint])[], tick: number): AutomationPoint | undefined {
  const at = list.findLastIndex(([, point]) => point.tick <= tick);
  const here = list[at]?.[1];
  const next = list[at + 1]?.[1];
  if (here === undefined) return next === undefined ? undefined : { ...next, tick, shape: "hold" };
  if (here.shape === "hold" || next === undefined) return { ...here, tick };
  const share = (tick - here.tick) / (next.tick - here.tick);
  return { tick, value: here.value + (next.value - here.value) * share, shape: "line" };
}

function inOrder<T extends At>(points: ById<T>): readonly (readonly [string, T])[] {
  return Object.entries(points).toSorted(([, one], [, other]) => one.tick - other.tick);
}
