import { notesOf } from "../engine/hits.ts";
import { authorKind } from "../model/author.ts";
import { noteName } from "../model/scale.ts";
import { type PatternId, STEPS, type Song, stepAt } from "../model/song.ts";
import { trackIds, tracks } from "../model/tracks.ts";
import { keyText } from "./words.ts";

/** The picture's size in pixels. */
export const PICTURE = { width: 1200, height: 560 } as const;

const colours = {
  ground: "#131211",
  cell: "#26231f",
  beat: "#2f2b27",
  ink: "#f2eee7",
  soft: "#a9a297",
  nobody: "#d9d2c6",
  person: "#ff7c4a",
  agent: "#5cb4ff",
  dark: "#14100c",
} as const;
const heights = { 1: 0.45, 2: 0.74, 3: 1 } as const;
const face = '"Instrument Sans", system-ui, sans-serif';

/** Draws a pattern as the page shows it: bars of light as high as the step is loud, warm where the person set it, cool where an agent did. */
export function drawPattern(song: Song, pattern: PatternId): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = PICTURE.width;
  canvas.height = PICTURE.height;
  const paint = canvas.getContext("2d");
  if (paint === null) throw new Error("This browser gives no canvas to draw on");
  paint.fillStyle = colours.ground;
  paint.fillRect(0, 0, PICTURE.width, PICTURE.height);
  paint.textBaseline = "middle";
  write(paint, `${pattern}  ${song.patterns[pattern].name}`, 32, 40, `600 26px ${face}`, colours.ink);
  write(paint, `${song.tempo} bpm   swing ${song.swing} %   ${keyText(song)}`, 32, 532, `500 16px ${face}`, colours.soft);
  legend(paint);
  const [left, top, pitch, row] = [140, 76, 65, 54];
  for (const [down, track] of trackIds.entries()) {
    const y = top + down * row;
    write(paint, tracks[down]?.name ?? "", 32, y + row / 2 - 3, `500 17px ${face}`, song.sounds[track].mute ? colours.soft : colours.ink);
    for (let step = 0; step < STEPS; step++) {
      const x = left + step * pitch;
      const { level, degree, by } = stepAt(song, pattern, track, step);
      box(paint, x, y, pitch - 6, row - 7, Math.floor(step / 4) % 2 === 0 ? colours.beat : colours.cell);
      if (level === 0) continue;
      const height = Math.round((row - 7) * heights[level]);
      box(paint, x, y + row - 7 - height, pitch - 6, height, colours[authorKind(by)]);
      const note = notesOf(song, track, degree)[0];
      if (note !== undefined) write(paint, noteName(note), x + (pitch - 6) / 2, y + row - 19, `600 15px ${face}`, colours.dark, "center");
    }
  }
  return canvas;
}

function legend(paint: CanvasRenderingContext2D): void {
  for (const [index, [name, colour]] of (
    [
      ["first song", colours.nobody],
      ["person", colours.person],
      ["agents", colours.agent],
    ] as const
  ).entries()) {
    const x = 850 + index * 110;
    box(paint, x, 525, 14, 14, colour);
    write(paint, name, x + 22, 533, `500 15px ${face}`, colours.soft);
  }
}

function box(paint: CanvasRenderingContext2D, x: number, y: number, width: number, height: number, colour: string): void {
  paint.fillStyle = colour;
  paint.beginPath();
  paint.roundRect(x, y, width, height, 5);
  paint.fill();
}

function write(
  paint: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  font: string,
  colour: string,
  align: CanvasTextAlign = "left",
): void {
  paint.font = font;
  paint.fillStyle = colour;
  paint.textAlign = align;
  paint.fillText(text, x, y);
}
