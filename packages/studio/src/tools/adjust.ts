import type { JsonObject } from "@jackfield/contract";
import { Refusal } from "../open-song/refusal.ts";
import { applyOps } from "../song/ops.ts";
import type { Song } from "../song/song.ts";
import { TempoMap } from "../song/tempo-map.ts";
import { type Stretch, barsField, barsText, stretchOf, wholeSong } from "./bars.ts";
import { rounded } from "./get-project.ts";
import { type Listened, listen } from "./listen.ts";
import { makeChange } from "./make-change.ts";
import { type IdTrack, notesOfTrack, trackField, trackOf, tracksInOrder } from "./song-parts.ts";
import { studioTool } from "./studio-tool.ts";
import { Knobs } from "./words/knobs.ts";
import { makeMoves } from "./words/make-moves.ts";
import { type WordAsked, readWords } from "./words/read-words.ts";
import { wordMeasures } from "./words/word-measures.ts";
import { words } from "./words/words.ts";

/** Seconds that are listened to before and after, where the word does not go over the bars. */
const listenedSeconds = 8;

export const adjust = studioTool<{ words: string; track?: string; bars?: string; amount?: number; mode?: "apply" | "propose" }>({
  name: "adjust",
  title: "Adjust by words",
  description: `Moves a track's sound by words, each a table of bounded moves and the measure that must go its way: ${Object.keys(words).join(", ")}; "a bit", "much" and "less" count. build and fade go over the bars as automation. The track is rendered before and after: the measures come back, barely_changed where nobody would hear it, and contradiction where one went the other way; then nothing was changed. Without a track: the selected one, or all of them.`,
  effect: "destructive-write",
  foreign: true,
  timeoutMs: 120_000,
  places: ["tab", "headless", "review"],
  fields: {
    words: { type: "string", minLength: 3, maxLength: 80, description: '"a bit warmer", "tighter and closer"' },
    track: trackField,
    bars: {
      ...barsField,
      description: "What is listened to, and what build and fade go over. Default: where the track plays, or all of it",
    },
    amount: { type: "number", minimum: 0.05, maximum: 1, description: "How much of the word. Default 0.5" },
    mode: { type: "string", maxLength: 7, enum: ["apply", "propose"], description: "Default apply" },
  },
  required: ["words"],
  async run(studio, { words: text, track, bars, amount = 0.5, mode = "apply" }, call) {
    const { open, selection } = studio;
    const { song } = open;
    const asked = readWords(text, amount);
    const named = track ?? selection.clips[0]?.track ?? selection.tracks[0];
    const targets = named === undefined ? tracksInOrder(song).filter((each) => !each.track.strip.mute) : [trackOf(song, named)];
    if (targets.length === 0) throw new Refusal("missing", "The song has no track that sounds");
    const over = asked.some(({ word }) => word.over === true);
    const stretch = bars === undefined ? usualStretch(song, targets, over) : stretchOf(song, bars);
    const only = new Set(targets.map(({ id }) => id));
    const options = { stretch, only, stems: "levels" } as const;
    const before = await listen(studio, song, call, { ...options, what: "Before" });
    if (before.mix.silent)
      throw new Refusal("missing", `Nothing sounds there in bars ${barsText(song, stretch)}`, "Name bars in which the track plays");
    const knobs = targets.map((target) => moved(song, target, asked, stretch, before));
    const newId = open.newIds();
    const ops = knobs.flatMap((each) => each.ops(newId));
    if (ops.length === 0)
      throw new Refusal("missing", "Nothing of that track moves that way, or it is there already", "Try another word, or apply_ops");
    const after = await listen(studio, applyOps(song, ops).song, call, { ...options, what: "After" });
    const measures = asked.map((each) => measureLine(each, before, after));
    const said = {
      words: asked.map(({ name }) => name),
      tracks: [...only],
      bars: barsText(song, stretch),
      moves: knobs
        .flatMap((each) => each.moved)
        .slice(0, 100)
        .map((each) => ({ ...each })),
      measures,
      ...replacedLine(knobs),
    };
    const against = measures.filter(({ went }) => went === "the other way");
    if (against.length > 0)
      return {
        ...said,
        applied: false,
        rev: open.song.rev,
        contradiction: against.map(({ word }) => word),
        hint: "A measure went the other way: nothing was changed. Try less, another word, or apply_ops",
      };
    const label = `${asked.map(({ name }) => name).join(", ")}: ${targets.length === 1 ? (targets[0]?.track.name ?? "") : "all tracks"}`;
    return {
      ...said,
      ...(measures.every(({ went }) => went === "nowhere that is heard") ? { barely_changed: true } : {}),
      ...makeChange(studio, call, ops, { label: label.slice(0, 64), tool: "adjust", propose: mode === "propose", ifRev: song.rev }),
    };
  },
});

function moved(song: Song, target: IdTrack, asked: readonly WordAsked[], stretch: Stretch, before: Listened): Knobs {
  const knobs = new Knobs(song, target);
  const level = before.levels.get(target.id) ?? -20;
  for (const { word, amount } of asked) makeMoves(knobs, word.moves, { amount, stretch, level });
  return knobs;
}

/** Where the track begins to play, for as long as it takes to judge it; all of it where a word goes over the bars. */
function usualStretch(song: Song, targets: readonly IdTrack[], over: boolean): Stretch {
  const whole = wholeSong(song);
  if (over) return whole;
  const firsts = targets.map(
    ({ id, track }) => notesOfTrack(id, track)[0]?.at ?? Math.min(whole.to, ...Object.values(track.clips).map(({ tick }) => tick)),
  );
  const from = Math.min(...firsts);
  const tempo = new TempoMap(song.tempo);
  return { from, to: Math.max(from + 1, Math.min(whole.to, tempo.tickAt(tempo.secondsAt(from) + listenedSeconds))) };
}

function measureLine(
  { name, word }: WordAsked,
  before: Listened,
  after: Listened,
): JsonObject & { readonly word: string; readonly went: string } {
  const { read, least, unit, blurb } = wordMeasures[word.measure];
  const [was, is] = [read(before), read(after)];
  const change = was === undefined || is === undefined ? 0 : is - was;
  const went = change * word.towards < -least / 4 ? "the other way" : Math.abs(change) < least ? "nowhere that is heard" : "its way";
  const digits = unit === "share" ? 3 : 2;
  return {
    word: name,
    measure: blurb,
    unit,
    before: was === undefined ? null : rounded(was, digits),
    after: is === undefined ? null : rounded(is, digits),
    change: rounded(change, digits),
    went,
  };
}

function replacedLine(knobs: readonly Knobs[]): JsonObject {
  const replaced = knobs.reduce((sum, each) => sum + each.replaced, 0);
  return replaced === 0 ? {} : { replaced: `${replaced} points of automation` };
}
