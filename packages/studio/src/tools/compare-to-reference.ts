import type { JsonObject } from "@jackfield/contract";
import type { SampleData } from "../kernel/modules/module.ts";
import { Measurer } from "../measure/measure.ts";
import { type BandName, bands } from "../measure/tone-meter.ts";
import { Refusal } from "../open-song/refusal.ts";
import type { Studio } from "../studio.ts";
import { barsField, stretchOf } from "./bars.ts";
import { heardLine, number } from "./heard-lines.ts";
import { type Heard, listen, mostSeconds } from "./listen.ts";
import { ShapeMeter } from "./shape-meter.ts";
import { type StudioCall, studioTool } from "./studio-tool.ts";

export const compareToReference = studioTool<{ reference?: string; bars?: string }>({
  name: "compare_to_reference",
  title: "Compare to a reference",
  description:
    "Measures the song, or some bars, and a reference recording in the same way, and returns both, what the song is above or below it, and the bands that differ most once both are equally loud. The reference is one of the song's, or the one dropped on the page; with none it says so.",
  effect: "read",
  foreign: true,
  timeoutMs: 120_000,
  places: ["tab", "headless", "review"],
  fields: {
    reference: {
      type: "string",
      minLength: 1,
      maxLength: 64,
      description: "Its name or id. Default: the one that was dropped, or the song's only one",
    },
    bars: barsField,
  },
  async run(studio, { reference, bars }, call) {
    const { name, data } = referenceOf(studio, reference);
    const { song } = studio.open;
    const stretch = bars === undefined ? {} : { stretch: stretchOf(song, bars) };
    const { mix } = await listen(studio, song, call, stretch);
    const other = await measured(data, call);
    return {
      reference: name,
      song: { scope: bars === undefined ? "song" : `bars ${bars}`, ...heardLine(mix) },
      of_reference: heardLine(other),
      ...differences(mix, other),
    };
  },
});

/** The recording that is asked for. Throws `missing`. */
function referenceOf({ open, ports }: Studio, named: string | undefined): { readonly name: string; readonly data: SampleData } {
  const { refs } = open.song;
  const dropped = ports.room?.reference;
  if (dropped !== undefined && (named === undefined || named === dropped.name)) return dropped;
  const found = Object.entries(refs).filter(([id, { name }]) => named === undefined || named === id || named === name);
  const [one] = found;
  if (one === undefined || (found.length > 1 && named === undefined))
    throw new Refusal(
      "missing",
      found.length > 1 ? "The song has several references" : "There is no such reference to compare with",
      found.length > 1 ? `Name one of ${found.map(([id]) => id).join(", ")}` : "Drop a recording on the page, or set one with ref.set",
    );
  const data = ports.samples.get(one[1].sample);
  if (data === undefined) throw new Refusal("missing", "That reference's recording is not loaded", "Import it again");
  return { name: one[1].name, data };
}

/** Frames measured at a time: what else is to run runs in between. */
const piece = 1 << 17;

async function measured({ left, right, rate }: SampleData, { signal }: StudioCall): Promise<Heard> {
  const frames = Math.min(left.length, mostSeconds * rate);
  const measurer = new Measurer(rate);
  const shape = new ShapeMeter(rate);
  for (let at = 0; at < frames; at += piece) {
    signal.throwIfAborted();
    const [one, other] = [left.subarray(at, Math.min(frames, at + piece)), right.subarray(at, Math.min(frames, at + piece))];
    measurer.feed(one, other);
    shape.feed(one, other);
    await new Promise<void>((resolve) => setTimeout(resolve));
  }
  return { ...measurer.end(), ...shape.read() };
}

function differences(song: Heard, other: Heard): JsonObject {
  if (song.silent || other.silent) return { hint: song.silent ? "The song is silent there" : "The reference is silent" };
  const minus = (a: number | undefined, b: number | undefined, digits: number): number | null =>
    number(a === undefined || b === undefined ? undefined : a - b, digits);
  const shares = Object.keys(bands)
    .map((name) => ({ band: name, db: minus(song.bands[name as BandName], other.bands[name as BandName], 1) }))
    .filter(({ db }) => db !== null && Math.abs(db) >= 1)
    .toSorted((a, b) => Math.abs(b.db ?? 0) - Math.abs(a.db ?? 0));
  return {
    song_is: {
      lufs: minus(song.integrated, other.integrated, 1),
      loudness_range: minus(song.range, other.range, 1),
      true_peak_dbtp: minus(song.truePeak, other.truePeak, 2),
      centroid_hz: minus(song.centroidHz, other.centroidHz, 0),
      width: minus(song.width, other.width, 3),
      punch_db: minus(song.punch, other.punch, 1),
    },
    bands_at_equal_loudness: shares.slice(0, 5),
  };
}
