import { cellsOf, cutToCells } from "../cells.ts";
import { paint } from "../screen.ts";

/** A call that runs. Its texts may be shown. */
export interface RunningCall {
  readonly client: string;
  readonly tool: string;
  /** On the clock of `performance.now()`. */
  readonly from: number;
  /** What its tool said last of how far it is; empty: nothing yet. */
  progress: string;
}

/** How it stands: the foot's last line. */
export interface Standing {
  readonly is: "well" | "waiting" | "ill";
  readonly text: string;
}

export interface FootSize {
  readonly columns: number;
  readonly rows: number;
  readonly colours: boolean;
}

/** What runs now, those that have run longest first, and how it stands: at most `rows` lines, none longer than `columns`. */
export function footLines(running: readonly RunningCall[], standing: Standing, now: number, size: FootSize): string[] {
  const room = size.rows - 1;
  // A line that says how many more there are takes one's place.
  const shown = running.length <= room ? running : running.slice(0, Math.max(0, room - 1));
  const more = running.length - shown.length;
  return [
    ...shown.map((call) => callLine(call, now, size)),
    ...(more > 0 && room > 0 ? [colouredLine([[`  and ${more} more`, "2"]], size)] : []),
    colouredLine(
      [
        ["  ● ", { well: "32", waiting: "33", ill: "31" }[standing.is]],
        [standing.text, ""],
      ],
      size,
    ),
  ];
}

function callLine({ client, tool, from, progress }: RunningCall, now: number, size: FootSize): string {
  return colouredLine(
    [
      [`  ${client} · ${tool}`, "1"],
      [`  ${Math.floor((now - from) / 1000)} s`, ""],
      [progress === "" ? "" : `  ${progress}`, "2"],
    ],
    size,
  );
}

/** Texts in their colours, cut to the line. */
function colouredLine(parts: readonly (readonly [text: string, colour: string])[], size: FootSize): string {
  let [line, left] = ["", size.columns];
  for (const [text, colour] of parts) {
    const cut = cutToCells(text, left);
    line += colour === "" ? cut : paint(cut, colour, size);
    if (cut !== text) break;
    left -= cellsOf(cut);
  }
  return line;
}
