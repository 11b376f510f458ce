import type { Song } from "@jackfield/studio";
import type { Drawing } from "../parts/canvas.tsx";
import { trackColors } from "../parts/colors.ts";
import type { Preview } from "./geometry.ts";
import { laneScale } from "./lane-scale.ts";
import { type Row, laneHeight } from "./rows.ts";

/** Room above and below the line, in pixels. */
const margin = 8;

/** Pixels below a lane's top at which a value stands, and back. */
export function laneY(song: Song, row: Row, value: number): number {
  const place = Math.min(1, Math.max(0, laneScale(song, row.track, row.lane ?? "").toPlace(value)));
  return margin + (1 - place) * (laneHeight - 2 * margin);
}

export function laneValue(song: Song, row: Row, y: number): number {
  const place = 1 - (y - margin) / (laneHeight - 2 * margin);
  return laneScale(song, row.track, row.lane ?? "").toValue(Math.min(1, Math.max(0, place)));
}

/** A track's automation: its points, and the way between them. */
export function drawLane(
  { context, width, colors }: Drawing,
  {
    song,
    row,
    y,
    x,
    preview,
  }: {
    readonly song: Song;
    readonly row: Row;
    readonly y: number;
    readonly x: (tick: number) => number;
    readonly preview: Preview | undefined;
  },
): void {
  const lane = row.lane ?? "";
  const tones = trackColors(row.track.hue, colors.dark);
  const moved = preview?.is === "point" && preview.track === row.id ? preview : undefined;
  const points = Object.entries(row.track.automation[lane] ?? {})
    .filter(([id]) => id !== moved?.id)
    .map(([, { tick, value, shape }]) => ({ tick, value, shape, held: false }));
  if (moved !== undefined) points.push({ tick: moved.tick, value: moved.value, shape: "line", held: true });
  points.sort((a, b) => a.tick - b.tick);
  const at = (value: number): number => y + laneY(song, row, value);
  const first = points[0];
  context.beginPath();
  context.strokeStyle = points.length === 0 ? colors.edge : tones.strong;
  context.lineWidth = 1.5;
  if (points.length === 0) context.setLineDash([3, 4]);
  let level = at(first?.value ?? laneScale(song, row.track, lane).rest);
  context.moveTo(0, level);
  let hold = true;
  for (const point of points) {
    const [px, py] = [x(point.tick), at(point.value)];
    if (hold) context.lineTo(px, level);
    context.lineTo(px, py);
    level = py;
    hold = point.shape === "hold";
  }
  context.lineTo(width, level);
  context.stroke();
  context.setLineDash([]);
  for (const point of points) {
    context.beginPath();
    context.arc(x(point.tick), at(point.value), point.held ? 5 : 4, 0, 7);
    context.fillStyle = point.held ? colors.warm : colors.panel;
    context.fill();
    context.strokeStyle = point.held ? colors.warm : tones.strong;
    context.stroke();
  }
}
