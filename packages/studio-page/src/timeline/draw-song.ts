import type { Clip, Song } from "@jackfield/studio";
import { type ClipRef, clipKey } from "../desk/view.ts";
import { type Drawing, face } from "../parts/canvas.tsx";
import { trackColors } from "../parts/colors.ts";
import { noteTable, notesBetween } from "../song/note-table.ts";
import { gridLines } from "../song/snap.ts";
import { drawLane } from "./draw-lane.ts";
import { drawWave, type WaveOf } from "./draw-wave.ts";
import type { Preview } from "./geometry.ts";
import type { Row } from "./rows.ts";

export interface SongPicture {
  readonly song: Song;
  readonly rows: readonly Row[];
  readonly left: number;
  readonly top: number;
  readonly scale: number;
  readonly snap: number;
  readonly selected: ReadonlySet<string>;
  readonly shown: ClipRef | undefined;
  readonly track: string | undefined;
  readonly loop: { readonly on: boolean; readonly from: number; readonly to: number };
  readonly preview: Preview | undefined;
  readonly wave: WaveOf;
}

/** All of the timeline that is seen: lines, tracks, clips with what is in them, automation, and what is being dragged. */
export function drawSong(drawing: Drawing, picture: SongPicture): void {
  const { context, width, height, colors } = drawing;
  const { song, rows, left, top, scale, loop, preview } = picture;
  const x = (tick: number): number => tick * scale - left;
  const seen = { from: left / scale, to: (left + width) / scale };

  for (const row of rows) {
    const y = row.top - top;
    if (y > height || y + row.height + row.laneHeight < 0) continue;
    context.fillStyle = row.id === picture.track ? colors.raised : colors.panel;
    context.fillRect(0, y, width, row.height - 1);
    if (row.laneHeight > 0) {
      context.fillStyle = colors.well;
      context.fillRect(0, y + row.height - 1, width, row.laneHeight);
    }
  }
  drawLines(drawing, picture, x, seen);
  if (loop.on) {
    context.fillStyle = colors.warm;
    context.globalAlpha = 0.05;
    context.fillRect(x(loop.from), 0, (loop.to - loop.from) * scale, height);
    context.globalAlpha = 1;
  }
  const moved = preview?.is === "move" ? preview : undefined;
  const later: (() => void)[] = [];
  for (const [index, row] of rows.entries()) {
    const y = row.top - top;
    if (y > height || y + row.height + row.laneHeight < 0) {
      if (moved === undefined) continue;
    }
    for (const [clip, it] of Object.entries(row.track.clips)) {
      const isSelected = picture.selected.has(clipKey({ track: row.id, clip }));
      const isShown = picture.shown?.clip === clip && picture.shown.track === row.id;
      const ticks = it.ticks + (isSelected && preview?.is === "resize" ? Math.max(30 - it.ticks, preview.by) : 0);
      const paint = (tick: number, on: Row, ghost: boolean): void => {
        if (tick > seen.to || tick + ticks < seen.from) return;
        drawClip(drawing, {
          it: { ...it, ticks },
          row: on,
          x: x(tick),
          y: on.top - top,
          scale,
          isSelected,
          isShown,
          ghost,
          wave: picture.wave,
        });
      };
      if (!isSelected || moved === undefined) paint(it.tick, row, false);
      else {
        if (moved.copy) paint(it.tick, row, false);
        const on = rows[Math.min(rows.length - 1, Math.max(0, index + moved.rows))] ?? row;
        later.push(() => paint(Math.max(0, it.tick + moved.by), on, true));
      }
    }
    if (row.lane !== undefined) drawLane(drawing, { song, row, y: y + row.height, x, preview });
  }
  for (const paint of later) paint();
  if (preview?.is === "hover") drawHover(drawing, picture, preview, x);
  if (preview?.is === "marquee") drawMarquee(drawing, preview);
}

function drawLines(
  { context, height, colors }: Drawing,
  { song, rows, top, scale, snap }: SongPicture,
  x: (tick: number) => number,
  seen: { from: number; to: number },
): void {
  const last = rows.at(-1);
  const below = last === undefined ? 0 : last.top + last.height + last.laneHeight - top;
  const bottom = Math.min(height, Math.max(0, below));
  for (const { tick, kind } of gridLines(song, seen.from, seen.to, scale, snap, 10)) {
    context.fillStyle = kind === "bar" ? colors.edge : colors.line;
    context.globalAlpha = kind === "bar" ? 0.4 : kind === "beat" ? 0.55 : 0.28;
    context.fillRect(Math.round(x(tick)), 0, 1, kind === "bar" ? height : bottom);
  }
  context.globalAlpha = 1;
}

interface ClipPicture {
  readonly it: Clip;
  readonly row: Row;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly isSelected: boolean;
  readonly isShown: boolean;
  readonly ghost: boolean;
  readonly wave: WaveOf;
}

const nameHeight = 15;

function drawClip({ context, width, colors }: Drawing, { it, row, x, y, scale, isSelected, isShown, ghost, wave }: ClipPicture): void {
  const tones = trackColors(row.track.hue, colors.dark);
  const silent = row.track.strip.mute;
  const wide = Math.max(3, it.ticks * scale - 1);
  const [top, tall] = [y + 3, row.height - 7];
  context.save();
  context.globalAlpha = ghost ? 0.75 : silent ? 0.45 : 1;
  context.beginPath();
  context.roundRect(x, top, wide, tall, 5);
  context.fillStyle = tones.body;
  context.fill();
  context.clip();
  context.fillStyle = tones.strong;
  context.globalAlpha *= isShown ? 0.55 : 0.25;
  context.fillRect(x, top, wide, nameHeight);
  context.globalAlpha = ghost ? 0.75 : silent ? 0.45 : 1;
  const [from, to] = [Math.max(0, -x) / scale, (width - x) / scale];
  if (it.audio === undefined) drawNotes(context, it, x, top + nameHeight + 3, tall - nameHeight - 6, scale, from, to, tones.ink);
  else
    drawWave(context, {
      audio: it.audio,
      x,
      top: top + nameHeight,
      tall: tall - nameHeight,
      scale,
      tick: it.tick,
      from,
      to,
      wide,
      color: tones.ink,
      wave,
    });
  if (wide > 22) {
    context.font = `600 11px ${face}`;
    context.fillStyle = isShown ? (colors.dark ? colors.ink : tones.ink) : tones.ink;
    context.textBaseline = "middle";
    // A name stays in sight while its clip is.
    context.fillText(it.name, Math.max(x, 0) + 6, top + nameHeight / 2 + 0.5, Math.max(1, x + wide - Math.max(x, 0) - 10));
  }
  context.restore();
  context.beginPath();
  context.roundRect(x + 0.5, top + 0.5, wide - 1, tall - 1, 5);
  context.strokeStyle = isSelected ? colors.warm : tones.edge;
  context.lineWidth = isSelected ? 2 : 1;
  context.stroke();
}

function drawNotes(
  context: CanvasRenderingContext2D,
  it: Clip,
  x: number,
  top: number,
  tall: number,
  scale: number,
  from: number,
  to: number,
  color: string,
): void {
  const table = noteTable(it.notes);
  const span = Math.max(12, table.highest - table.lowest);
  const height = Math.max(1.5, Math.min(4, tall / (span + 1)));
  context.fillStyle = color;
  const [first, end] = notesBetween(table, from, Math.min(to, it.ticks));
  const middle = (table.highest + table.lowest) / 2;
  for (let at = first; at < end; at++) {
    const tick = table.ticks[at] ?? 0;
    const length = Math.min(table.lengths[at] ?? 0, it.ticks - tick);
    const place = 0.5 - ((table.pitches[at] ?? 0) - middle) / span;
    context.fillRect(x + tick * scale, top + place * (tall - height), Math.max(1.5, length * scale - 0.5), height);
  }
}

/** Where a double press would make a clip. */
function drawHover(
  { context, colors }: Drawing,
  { rows, top, scale }: SongPicture,
  { track, tick, ticks }: { track: string; tick: number; ticks: number },
  x: (tick: number) => number,
): void {
  const row = rows.find(({ id }) => id === track);
  if (row === undefined) return;
  const [left, wide] = [x(tick), ticks * scale];
  context.beginPath();
  context.roundRect(left + 1.5, row.top - top + 4.5, wide - 4, row.height - 10, 5);
  context.strokeStyle = colors.edge;
  context.lineWidth = 1;
  context.setLineDash([4, 4]);
  context.stroke();
  context.setLineDash([]);
  if (wide < 24) return;
  context.fillStyle = colors.soft;
  const [middle, line] = [left + wide / 2, row.top - top + row.height / 2];
  context.fillRect(middle - 5, line - 0.75, 10, 1.5);
  context.fillRect(middle - 0.75, line - 5, 1.5, 10);
}

export function drawMarquee({ context, colors }: Drawing, { x, y, toX, toY }: { x: number; y: number; toX: number; toY: number }): void {
  context.fillStyle = colors.warm;
  context.globalAlpha = 0.1;
  context.fillRect(x, y, toX - x, toY - y);
  context.globalAlpha = 1;
  context.strokeStyle = colors.warm;
  context.lineWidth = 1;
  context.strokeRect(x + 0.5, y + 0.5, toX - x, toY - y);
}
