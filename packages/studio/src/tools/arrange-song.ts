import { Refusal } from "../open-song/refusal.ts";
import { MeterMap } from "../song/tempo-map.ts";
import { applyOps } from "../song/ops.ts";
import { clipArrangeOps } from "./arrange-clips.ts";
import { timelineArrangeOps } from "./arrange-timeline.ts";
import { type ArrangementName, arrangementNames, arrangements } from "./arrangement.ts";
import { barsField, barsIn, stretchOf } from "./bars.ts";
import { makeChange } from "./make-change.ts";
import { studioTool } from "./studio-tool.ts";
import { toolCeilings } from "./tool-ceilings.ts";

/** Bars that are put in or repeated in one call. */
const mostBars = toolCeilings.arrangedBars.value;

export const arrangeSong = studioTool<{
  action: ArrangementName;
  bars?: string;
  before?: number;
  count?: number;
  times?: number;
  mode?: "apply" | "propose";
}>({
  name: "arrange_song",
  title: "Arrange bars",
  description:
    "Inserts empty bars, moves bars to before another bar, repeats bars behind themselves, or removes them, in all tracks at once. Clips, automation, tempo, meter, sections and markers go along; a clip across an edge is cut there, and a note across it is cut short. Returns how many bars the song had and has. Removing takes away what begins in those bars.",
  effect: "destructive-write",
  places: ["tab", "headless", "review"],
  fields: {
    action: { type: "string", maxLength: 8, enum: arrangementNames },
    bars: { ...barsField, description: 'move, repeat, remove: which bars, "5" or "5-8"' },
    before: { type: "integer", minimum: 1, maximum: 10_000, description: "insert, move: the bar before which they come" },
    count: { type: "integer", minimum: 1, maximum: mostBars, description: "insert: how many. Default 1" },
    times: { type: "integer", minimum: 1, maximum: 16, description: "repeat: how often more. Default 1" },
    mode: { type: "string", maxLength: 7, enum: ["apply", "propose"], description: "Default apply" },
  },
  required: ["action"],
  run(studio, { action, bars, before, count = 1, times = 1, mode = "apply" }, call) {
    const { open } = studio;
    const { song } = open;
    const meter = new MeterMap(song.meter);
    if (action !== "insert" && bars === undefined) throw new Refusal("missing", `${action} needs bars`, 'Give bars, as "5-8"');
    if ((action === "insert" || action === "move") && before === undefined)
      throw new Refusal("missing", `${action} needs before`, "Give the number of the bar before which they come");
    const stretch = stretchOf(song, bars ?? "1");
    const to = { from: meter.tickOf(before ?? 1), to: meter.tickOf((before ?? 1) + count) };
    if (action === "move" && to.from > stretch.from && to.from < stretch.to)
      throw new Refusal("missing", "Those bars cannot go into their own middle", "Name a bar before or behind them");
    const moved = meter.positionAt(stretch.to).bar - meter.positionAt(stretch.from).bar;
    if (action === "repeat" && moved * times > mostBars)
      throw new Refusal("full", `${moved * times} bars in one call are more than ${mostBars}`, "Repeat fewer of them");
    const segments = arrangements[action]({ bars: stretch, to, times });
    const ids = open.newIds();
    const ops = [...clipArrangeOps(song, segments, ids), ...timelineArrangeOps(song, segments, ids)];
    const was = barsIn(song);
    if (ops.length === 0) return { applied: false, rev: song.rev, bars_before: was, bars_after: was, hint: "Nothing lies there" };
    const after = barsIn(applyOps(song, ops).song);
    const what = action === "insert" ? `${count} bars before ${before}` : `bars ${bars}`;
    const change = makeChange(studio, call, ops, { label: `${verbs[action]} ${what}`, propose: mode === "propose", tool: "arrange_song" });
    return { ...change, bars_before: was, bars_after: after };
  },
});

const verbs: Readonly<Record<ArrangementName, string>> = { insert: "Insert", move: "Move", repeat: "Repeat", remove: "Remove" };
