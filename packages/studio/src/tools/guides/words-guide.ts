import { wordMeasures } from "../words/word-measures.ts";
import { type Move, words } from "../words/words.ts";

/** What each word of `adjust` moves and how it is measured, from its table. */
export function wordsGuide(): string {
  const rows = Object.entries(words).map(([name, { blurb, also, moves, measure, towards, opposite }]) => {
    const { blurb: by, unit } = wordMeasures[measure];
    return `- ${name} (${also.join(", ")}; not ${opposite}): ${blurb}. Moves ${moves.map(moveText).join(", ")}. Measured by ${by}, ${unit}: it must go ${towards === 1 ? "up" : "down"}.`;
  });
  return [
    "# Words",
    "What is moved by a whole word; half an amount is half of it. A track that has not a param is moved by the others.",
    ...rows,
  ].join("\n");
}

function moveText(move: Move): string {
  if ("add" in move) return `${move.add} ${move.by > 0 ? "+" : ""}${move.by}`;
  if ("times" in move) return `${move.times} × ${move.by}`;
  if ("set" in move) return `${move.set} to ${move.to}`;
  if ("pan" in move) return move.pan === 1 ? "pan outwards" : "pan to the middle";
  if ("compress" in move) return `compressor ${move.compress.ratio}:1`;
  return "ramp" in move ? `${move.ramp} over the bars, ${move.below} dB` : `${move.rampTimes} over the bars, × ${move.least}`;
}
