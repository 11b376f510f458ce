import { Refusal } from "../../open-song/refusal.ts";
import { type Word, words } from "./words.ts";
import { toolCeilings } from "../tool-ceilings.ts";

/** A word that was asked for, and how much of it. */
export interface WordAsked {
  readonly name: string;
  readonly word: Word;
  readonly amount: number;
}

/** Words in one call: more pull against each other. */
const mostWords = toolCeilings.adjustWords.value;
const little = new Set(["bit", "slightly", "little", "touch", "hair"]);
const much = new Set(["much", "lot", "far", "way", "very", "really"]);

/** "a bit warmer and much tighter", "less bright": the words of the table in it. Throws `missing` where there is none. */
export function readWords(text: string, amount: number): readonly WordAsked[] {
  const found: WordAsked[] = [];
  let times = 1;
  let isLess = false;
  for (const part of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const name = nameOf(part);
    if (name === undefined) {
      if (little.has(part)) times = 0.5;
      if (much.has(part)) times = 1.6;
      if (part === "less") isLess = true;
      continue;
    }
    // "far brighter" is much brighter; "far" alone is a word.
    const word = words[isLess ? (words[name]?.opposite ?? name) : name];
    if (word !== undefined)
      found.push({ name: isLess ? (words[name]?.opposite ?? name) : name, word, amount: Math.min(1, amount * times) });
    times = 1;
    isLess = false;
  }
  const [first] = found;
  if (first === undefined) throw new Refusal("missing", "None of those words is known here", `Known: ${Object.keys(words).join(", ")}`);
  if (found.length > mostWords)
    throw new Refusal("full", `${found.length} words at once pull against each other`, `Take ${mostWords} at most`);
  return found;
}

function nameOf(part: string): string | undefined {
  if (Object.hasOwn(words, part)) return part;
  return Object.entries(words).find(([, { also }]) => also.includes(part))?.[0];
}
