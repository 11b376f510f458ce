import type { Clip, Id, Song } from "@jackfield/studio";
import { movedNote } from "../actions/notes.ts";
import { type Drawing, face } from "../parts/canvas.tsx";
import { type TrackColors, trackColors } from "../parts/colors.ts";
import { noteTable, notesBetween } from "../song/note-table.ts";
import { gridLines } from "../song/snap.ts";
import { drawMarquee } from "../timeline/draw-song.ts";
import type { NotesPreview } from "./geometry.ts";
import type { Lanes } from "./lanes.ts";

export interface NotesPicture {
  readonly song: Song;
  readonly clip: Clip;
  readonly hue: number;
  readonly lanes: Lanes;
  readonly rowHeight: number;
  readonly left: number;
  readonly top: number;
  readonly scale: number;
  readonly grid: number;
  readonly held: ReadonlySet<Id>;
  /** What an agent points at. */
  readonly marked: ReadonlySet<Id>;
  readonly preview: NotesPreview | undefined;
  /** Where keys would write. Undefined: the list of notes has not the focus. */
  readonly cell: { readonly tick: number; readonly pitch: number } | undefined;
}

/** The notes of a clip that are seen, on pitches or on a kit's steps. */
export function drawNotes(drawing: Drawing, picture: NotesPicture): void {
  const { lanes, preview, cell, rowHeight, top, left, scale, grid } = picture;
  if (lanes.isKit) drawSteps(drawing, picture);
  else drawPitches(drawing, picture);
  drawAll(drawing, picture);
  const { context, colors, width, height } = drawing;
  const end = picture.clip.ticks * scale - left;
  if (end < width) {
    context.fillStyle = colors.ground;
    context.globalAlpha = 0.75;
    context.fillRect(end, 0, width - end, height);
    context.globalAlpha = 1;
  }
  const row = cell === undefined ? undefined : lanes.at.get(cell.pitch);
  if (cell !== undefined && row !== undefined) {
    context.strokeStyle = colors.ink;
    context.lineWidth = 2;
    const wide = Math.max(6, Math.max(30, grid) * scale);
    context.strokeRect(cell.tick * scale - left + 1, row * rowHeight - top + 1, wide - 2, rowHeight - 2);
  }
  if (preview?.is === "marquee") drawMarquee(drawing, preview);
}

function drawPitches(
  { context, width, height, colors }: Drawing,
  { song, clip, lanes, rowHeight, left, top, scale, grid }: NotesPicture,
): void {
  const first = Math.max(0, Math.floor(top / rowHeight));
  const last = Math.min(lanes.list.length, Math.ceil((top + height) / rowHeight));
  for (let at = first; at < last; at++) {
    const lane = lanes.list[at];
    if (lane === undefined) continue;
    const y = at * rowHeight - top;
    context.fillStyle = lane.inKey ? colors.raised : colors.key;
    context.fillRect(0, y, width, rowHeight);
    context.fillStyle = colors.line;
    context.globalAlpha = lane.pitch % 12 === 0 ? 0.9 : 0.35;
    context.fillRect(0, y + rowHeight - 1, width, 1);
    context.globalAlpha = 1;
    if (!lane.isTonic) continue;
    context.fillStyle = colors.ink;
    context.globalAlpha = 0.05;
    context.fillRect(0, y, width, rowHeight);
    context.globalAlpha = 1;
  }
  const from = clip.tick + left / scale;
  for (const { tick, kind } of gridLines(song, from, from + width / scale, scale, grid, 6)) {
    context.fillStyle = kind === "bar" ? colors.edge : colors.line;
    context.globalAlpha = kind === "bar" ? 0.7 : kind === "beat" ? 0.9 : 0.45;
    context.fillRect(Math.round((tick - clip.tick) * scale - left), 0, 1, height);
  }
  context.globalAlpha = 1;
}

/** A kit has a well for every step: what is there to press is seen. */
function drawSteps(
  { context, width, height, colors }: Drawing,
  { song, clip, lanes, rowHeight, left, top, scale, grid }: NotesPicture,
): void {
  context.fillStyle = colors.panel;
  context.fillRect(0, 0, width, height);
  const step = grid > 1 && grid * scale >= 7 ? grid : 120;
  const lines = gridLines(song, clip.tick + left / scale - step, clip.tick + (left + width) / scale, scale, step, 6);
  const beatTicks = 480;
  for (const { tick, kind } of lines) {
    const x = (tick - clip.tick) * scale - left;
    const isEven = Math.floor((tick - clip.tick) / beatTicks) % 2 === 0;
    for (const [at] of lanes.list.entries()) {
      const y = at * rowHeight - top;
      if (y > height || y + rowHeight < 0) continue;
      context.fillStyle = isEven ? colors.well : colors.key;
      context.beginPath();
      context.roundRect(x + 1.5, y + 2, step * scale - 3, rowHeight - 4, 4);
      context.fill();
    }
    if (kind !== "bar") continue;
    context.fillStyle = colors.edge;
    context.globalAlpha = 0.7;
    context.fillRect(Math.round(x), 0, 1, height);
    context.globalAlpha = 1;
  }
}

function drawAll(drawing: Drawing, picture: NotesPicture): void {
  const { context, width, height, colors } = drawing;
  const { clip, lanes, rowHeight, left, top, scale, held, preview } = picture;
  const tones = trackColors(picture.hue, colors.dark);
  const table = noteTable(clip.notes);
  const [first, end] = notesBetween(table, left / scale, (left + width) / scale);
  // What is dragged may come from outside of what is seen.
  const dragged = preview?.is === "move" || preview?.is === "resize";
  for (let at = first; at < end; at++) {
    const id = table.ids[at] ?? "";
    const isHeld = held.has(id);
    if (dragged && isHeld && !(preview.is === "move" && preview.copy)) continue;
    if (preview?.is === "paint" && preview.removed.has(id)) continue;
    paint(
      table.ticks[at] ?? 0,
      table.lengths[at] ?? 0,
      table.pitches[at] ?? 0,
      velocityOf(preview, id, table.velocities[at] ?? 0),
      isHeld,
      picture.marked.has(id),
    );
  }
  if (dragged)
    for (const id of held) {
      const note = clip.notes[id];
      if (note === undefined) continue;
      const moved =
        preview.is === "move"
          ? movedNote({ id, ...note }, clip, preview.byTicks, preview.byPitch)
          : { ...note, ticks: Math.max(15, note.ticks + preview.by) };
      paint(moved.tick, moved.ticks, moved.pitch, moved.velocity, true);
    }
  if (preview?.is === "new") paint(preview.note.tick, preview.note.ticks, preview.note.pitch, preview.note.velocity, true);
  if (preview?.is === "paint") for (const { tick, ticks, pitch, velocity } of preview.added) paint(tick, ticks, pitch, velocity, true);

  function paint(tick: number, ticks: number, pitch: number, velocity: number, isHeld: boolean, isMarked = false): void {
    const row = lanes.at.get(pitch);
    if (row === undefined) return;
    const y = row * rowHeight - top;
    if (y > height || y + rowHeight < 0) return;
    const x = tick * scale - left;
    drawNote(context, tones, {
      x: lanes.isKit ? x + 1.5 : x + 0.5,
      y: y + (lanes.isKit ? 2 : 0.5),
      wide: lanes.isKit ? Math.max(5, Math.max(30, picture.grid > 1 ? picture.grid : 120) * scale - 3) : Math.max(4, ticks * scale - 1),
      tall: rowHeight - (lanes.isKit ? 4 : 1),
      velocity,
      fill: isMarked ? colors.cool : isHeld ? colors.warm : tones.strong,
      ink: isHeld ? colors["on-warm"] : colors.dark ? "#14120f" : "#ffffff",
      text: !lanes.isKit && rowHeight >= 13 && ticks * scale > 26 ? (lanes.list[row]?.name ?? "") : "",
      under: lanes.isKit ? colors.well : colors.panel,
    });
  }
}

interface NotePicture {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  readonly tall: number;
  readonly velocity: number;
  readonly fill: string;
  readonly ink: string;
  readonly text: string;
  readonly under: string;
}

function drawNote(
  context: CanvasRenderingContext2D,
  _tones: TrackColors,
  { x, y, wide, tall, velocity, fill, ink, text, under }: NotePicture,
): void {
  context.beginPath();
  context.roundRect(x, y, wide, tall, Math.min(4, tall / 3));
  context.fillStyle = under;
  context.fill();
  // Softer notes are paler, and none is so pale that it is lost.
  context.globalAlpha = 0.35 + (velocity / 127) * 0.65;
  context.fillStyle = fill;
  context.fill();
  context.globalAlpha = 1;
  if (text === "") return;
  context.fillStyle = ink;
  context.font = `600 ${Math.min(11, tall - 3)}px ${face}`;
  context.textBaseline = "middle";
  context.fillText(text, x + 4, y + tall / 2 + 0.5, Math.max(1, wide - 6));
}

function velocityOf(preview: NotesPreview | undefined, id: Id, velocity: number): number {
  return preview?.is === "velocity" ? (preview.of.get(id) ?? velocity) : velocity;
}

/** How hard each note is struck, as a stem with a head. */
export function drawVelocities(drawing: Drawing, { clip, hue, left, scale, held, preview }: NotesPicture): void {
  const { context, width, height, colors } = drawing;
  const tones = trackColors(hue, colors.dark);
  context.fillStyle = colors.well;
  context.fillRect(0, 0, width, height);
  const table = noteTable(clip.notes);
  const [first, end] = notesBetween(table, left / scale - 12 / scale, (left + width) / scale);
  for (let at = first; at < end; at++) {
    const id = table.ids[at] ?? "";
    const velocity = velocityOf(preview, id, table.velocities[at] ?? 0);
    const x = Math.round((table.ticks[at] ?? 0) * scale - left);
    if (x < -6) continue;
    const y = velocityY(velocity, height);
    context.fillStyle = held.has(id) ? colors.warm : tones.strong;
    context.fillRect(x, y, 2, height - y);
    context.beginPath();
    context.arc(x + 1, y, 3.5, 0, 7);
    context.fill();
  }
}

const margin = 6;

export function velocityY(velocity: number, height: number): number {
  return margin + (1 - velocity / 127) * (height - margin);
}

export function velocityAt(y: number, height: number): number {
  return Math.round(Math.min(127, Math.max(1, (1 - (y - margin) / (height - margin)) * 127)));
}
