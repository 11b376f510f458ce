import type { ReadonlySignal, Signal } from "@preact/signals";
import { addClip, copyClips, moveClips, resizeClips, selectClips, selectedClips } from "../actions/clips.ts";
import { clipMenu } from "../actions/menus.ts";
import type { Desk } from "../desk/desk.ts";
import { clipKey, clipOfKey } from "../desk/view.ts";
import { newId } from "../song/new-id.ts";
import { barAround } from "../song/positions.ts";
import { snapDown, snapTick } from "../song/snap.ts";
import { laneValue, laneY } from "./draw-lane.ts";
import { type Geometry, type Hit, type Preview, hit, tickAt } from "./geometry.ts";
import { type Row, rowAt } from "./rows.ts";

export interface SongGestures {
  down(event: PointerEvent, x: number, y: number): void;
  move(event: PointerEvent, x: number, y: number): void;
  up(event: PointerEvent, x: number, y: number): void;
  cancel(): void;
  double(x: number, y: number): void;
  menu(event: MouseEvent, x: number, y: number): void;
  leave(): void;
  /** What the pointer would do here, as a CSS cursor. */
  cursor(x: number, y: number): string;
  /** Whether a finger here drags something, rather than scrolling. */
  claims(x: number, y: number): boolean;
}

/** Pixels that a press may wander without being a drag. */
const slack = 4;

/** What a pointer does on the timeline. A drag is shown in `preview`, and done at its end. */
export function songGestures(
  desk: Desk,
  rows: ReadonlySignal<readonly Row[]>,
  geometry: Geometry,
  preview: Signal<Preview | undefined>,
): SongGestures {
  const { view, song } = desk;
  let drag:
    | { readonly hit: Hit; readonly x: number; readonly y: number; moved: boolean; readonly copy: boolean; readonly adds: boolean }
    | undefined;

  const place = (row: Row, value: number): number => row.top + row.height + laneY(song.peek(), row, value);
  const at = (x: number, y: number): Hit => hit(song.peek(), rows.peek(), geometry, place, x, y);
  const down = (y: number): number => y + geometry.scroll.top.peek();
  const snapOf = (event: PointerEvent): number => (event.ctrlKey || event.metaKey ? 1 : view.snap.peek());

  function movedBy(event: PointerEvent, x: number): number {
    if (drag?.hit.is !== "clip") return 0;
    const { ref, end } = drag.hit;
    const it = song.peek().tracks[ref.track]?.clips[ref.clip];
    if (it === undefined) return 0;
    const anchor = end ? it.tick + it.ticks : it.tick;
    const wanted = anchor + (x - drag.x) / geometry.scale.peek();
    const snapped = snapTick(song.peek(), wanted, snapOf(event));
    return (end ? Math.max(snapped, it.tick + 30) : Math.max(0, snapped)) - anchor;
  }

  function rowsMoved(y: number): number {
    if (drag === undefined) return 0;
    const list = rows.peek();
    const [from, to] = [rowAt(list, down(drag.y)), rowAt(list, Math.max(0, down(y)))];
    return from === undefined || to === undefined ? 0 : list.indexOf(to) - list.indexOf(from);
  }

  function inMarquee(box: Preview & { is: "marquee" }): readonly string[] {
    const [left, right] = [Math.min(box.x, box.toX), Math.max(box.x, box.toX)];
    const [top, bottom] = [down(Math.min(box.y, box.toY)), down(Math.max(box.y, box.toY))];
    const [from, to] = [tickAt(geometry, left), tickAt(geometry, right)];
    return rows
      .peek()
      .filter((row) => row.top < bottom && row.top + row.height > top)
      .flatMap(({ id, track }) =>
        Object.entries(track.clips)
          .filter(([, { tick, ticks }]) => tick < to && tick + ticks > from)
          .map(([clip]) => clipKey({ track: id, clip })),
      );
  }

  function point(event: PointerEvent, row: Row, id: string | undefined, x: number, y: number): void {
    const tick = snapTick(song.peek(), tickAt(geometry, x), event.ctrlKey || event.metaKey ? 1 : 120);
    preview.value = { is: "point", track: row.id, id, tick, value: laneValue(song.peek(), row, down(y) - row.top - row.height) };
  }

  const api: SongGestures = {
    down(event, x, y) {
      if (event.button !== 0) return;
      const found = at(x, y);
      drag = { hit: found, x, y, moved: false, copy: event.altKey, adds: event.shiftKey };
      // A finger may be about to scroll: what it means is known when it is lifted.
      if (event.pointerType === "touch") return;
      if (found.is === "clip") {
        const key = clipKey(found.ref);
        const held = view.clips.peek();
        if (event.shiftKey)
          selectClips(
            desk,
            [...held]
              .filter((each) => each !== key)
              .map(clipOfKey)
              .concat(held.has(key) ? [] : [found.ref]),
          );
        else if (!held.has(key)) selectClips(desk, [found.ref]);
        else view.track.value = found.ref.track;
      } else if (found.is !== "nothing") view.track.value = found.row.id;
    },
    move(event, x, y) {
      if (drag === undefined) return hover(x, y);
      if (!drag.moved && Math.hypot(x - drag.x, y - drag.y) < slack) return;
      drag.moved = true;
      switch (drag.hit.is) {
        case "clip":
          preview.value = drag.hit.end
            ? { is: "resize", by: movedBy(event, x) }
            : { is: "move", by: movedBy(event, x), rows: rowsMoved(y), copy: drag.copy };
          return;
        case "point":
          return point(event, drag.hit.row, drag.hit.id, x, y);
        case "lane":
          return point(event, drag.hit.row, undefined, x, y);
        case "row":
        case "nothing":
          if (event.pointerType === "touch") return;
          preview.value = { is: "marquee", x: drag.x, y: drag.y, toX: x, toY: y };
      }
    },
    up(event, x, y) {
      const [was, shown] = [drag, preview.peek()];
      api.cancel();
      if (was === undefined) return;
      const ids = rows.peek().map(({ id }) => id);
      if (!was.moved) {
        if (was.hit.is === "clip" && !was.adds) selectClips(desk, [was.hit.ref]);
        if (was.hit.is === "row" && event.pointerType === "touch") view.track.value = was.hit.row.id;
        if (was.hit.is === "lane") {
          point(event, was.hit.row, undefined, x, y);
          setPoint(was.hit.row, preview.peek());
          preview.value = undefined;
        }
        if (was.hit.is === "row" || was.hit.is === "nothing") {
          view.clips.value = new Set();
          view.cursor.value = snapTick(song.peek(), tickAt(geometry, x), snapOf(event));
        }
        return;
      }
      switch (shown?.is) {
        case "move": {
          const to = (track: string): string => ids[Math.min(ids.length - 1, Math.max(0, ids.indexOf(track) + shown.rows))] ?? track;
          (shown.copy ? copyClips : moveClips)(desk, selectedClips(desk), shown.by, to);
          return;
        }
        case "resize":
          return resizeClips(desk, selectedClips(desk), shown.by);
        case "marquee": {
          const keys = inMarquee(shown);
          selectClips(desk, [...(was.adds ? view.clips.peek() : []), ...keys].map(clipOfKey));
          return;
        }
        case "point":
          if (was.hit.is === "point" || was.hit.is === "lane") setPoint(was.hit.row, shown);
          return;
        case "hover":
        case undefined:
      }
    },
    cancel() {
      drag = undefined;
      preview.value = undefined;
    },
    double(x, y) {
      const found = at(x, y);
      if (found.is === "row") addClip(desk, found.row.id, tickAt(geometry, x));
      if (found.is === "point")
        desk.act("Remove automation point", [{ op: "auto.remove", track: found.row.id, param: found.row.lane ?? "", id: found.id }]);
      if (found.is === "clip") {
        view.editor.value = "notes";
        if (view.place.peek() === "song") view.place.value = "notes";
      }
    },
    menu(event, x, y) {
      const found = at(x, y);
      if (found.is !== "clip") return;
      event.preventDefault();
      if (!view.clips.peek().has(clipKey(found.ref))) selectClips(desk, [found.ref]);
      view.menu.value = { label: "Clip", x: event.clientX, y: event.clientY, items: clipMenu(desk) };
    },
    leave() {
      if (preview.peek()?.is === "hover") preview.value = undefined;
    },
    cursor(x, y) {
      const found = at(x, y);
      return found.is === "clip"
        ? found.end
          ? "ew-resize"
          : "grab"
        : found.is === "point"
          ? "move"
          : found.is === "lane"
            ? "crosshair"
            : "default";
    },
    claims(x, y) {
      const found = at(x, y);
      return (found.is === "clip" && view.clips.peek().has(clipKey(found.ref))) || found.is === "point";
    },
  };

  function hover(x: number, y: number): void {
    const found = at(x, y);
    const shown = preview.peek();
    if (found.is !== "row" || found.row.track.kind !== "notes") return api.leave();
    const { from, to } = barAround(song.peek(), snapDown(song.peek(), tickAt(geometry, x), 0));
    if (shown?.is === "hover" && shown.track === found.row.id && shown.tick === from) return;
    preview.value = { is: "hover", track: found.row.id, tick: from, ticks: to - from };
  }

  function setPoint(row: Row, shown: Preview | undefined): void {
    if (shown?.is !== "point" || row.lane === undefined) return;
    const before = shown.id === undefined ? undefined : row.track.automation[row.lane]?.[shown.id];
    desk.act(shown.id === undefined ? "Add automation point" : "Move automation point", [
      {
        op: "auto.set",
        track: row.id,
        param: row.lane,
        id: shown.id ?? newId("k"),
        tick: shown.tick,
        value: shown.value,
        shape: before?.shape ?? "line",
      },
    ]);
  }

  return api;
}
