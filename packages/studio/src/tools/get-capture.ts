import { Refusal } from "../open-song/refusal.ts";
import { TempoMap } from "../song/tempo-map.ts";
import { rounded } from "./get-project.ts";
import { roomOf } from "./room-tools.ts";
import { studioTool } from "./studio-tool.ts";

/** Notes of one capture that are returned. */
const mostNotes = 1_000;

export const getCapture = studioTool<{ grid?: string }>({
  name: "get_capture",
  title: "Get capture",
  description:
    "Returns what the person hummed or tapped last, as notes [tick, ticks, pitch, velocity] from its beginning at the song's tempo; a tap has the pitch null. With grid, moved to it; without, as it was played. Says so where nothing has been captured.",
  effect: "read",
  places: ["tab", "headless", "review"],
  fields: { grid: { type: "string", maxLength: 4, enum: ["1/4", "1/8", "1/16", "1/32"] } },
  run(studio, { grid }) {
    const { capture } = roomOf(studio);
    if (capture === undefined) throw new Refusal("missing", "Nothing has been hummed or tapped", "The page's capture panel records one");
    const tempo = new TempoMap(studio.open.song.tempo);
    const step = grid === undefined ? 1 : 1_920 / Number(grid.slice(2));
    const onGrid = (tick: number): number => Math.round(tick / step) * step;
    const notes = capture.notes.slice(0, mostNotes).map(({ at, seconds, pitch, velocity }) => {
      const tick = onGrid(tempo.tickAt(at));
      return [tick, Math.max(step, onGrid(tempo.tickAt(at + seconds)) - tick), pitch === undefined ? null : Math.round(pitch), velocity];
    });
    return {
      kind: capture.kind,
      notes,
      seconds: rounded(
        capture.notes.reduce((end, note) => Math.max(end, note.at + note.seconds), 0),
        2,
      ),
      ...(capture.notes.length > mostNotes ? { notes_in_all: capture.notes.length } : {}),
    };
  },
});
