import { plainText } from "./skeleton.ts";
import type { SteeringPhrase } from "./steering.ts";

/**
 * The first phrase of a description that leans on the model: advice on when to call, what to say, how to go on. A relay lets it pass, since it
 * may be meant well; `jackfield catalog` says it, because a description has to say what a tool does and returns. English only.
 */
export function leaningIn(text: string): SteeringPhrase | undefined {
  const plain = plainText(text);
  return leaningPhrases.find((phrase) => phrase.pattern.test(plain));
}

/** Patterns over `plainText`. None of them can backtrack badly: gaps are short and bounded. */
export const leaningPhrases: readonly SteeringPhrase[] = [
  {
    pattern: /\buse (?:this|it)(?: tool)? (?:for|when|whenever|to|before|after|with|instead|if|only|first)\b/,
    why: "says when to use it, instead of what it does",
  },
  {
    pattern: /\b(?:read|call|check|run|use|ask|measure|fetch)\b[^.,;:\n]{0,40} (?:first|beforehand)\s*(?=[.,;:)!(]|unless|$)/,
    why: "puts calls in an order",
  },
  {
    pattern: /\b(?:check|measure|call|read|look|ask)(?: it| this| them)? (?:before|after) (?:a|an|any|each|every|you|changing|calling)\b/,
    why: "puts calls in an order",
  },
  {
    pattern:
      /(?:^|[.;:(\u2013\u2014-]\s*|\b(?:then|and|so|you|please|always)\s)(?:tell|ask|remind|warn|give|show) (?:the |this )?(?:person|human|user|people|them)\b/,
    why: "says how to speak to the person",
  },
  { pattern: /\b(?:say so|say it|talk about|keep (?:it|your \w{1,20}) (?:to|under|short))\b/, why: "says how to speak to the person" },
  {
    pattern: /(?:^|[.;:(\u2013\u2014-]\s*|\b(?:then|and)\s)(?:suggest|offer|recommend) (?:to|a|an|the|that|it|them|\w{1,20}ing)\b/,
    why: "says how to speak to the person",
  },
  {
    pattern: /\b(?:never|don't|do not) (?:call it|report|claim|assume|guess|paste)\b|\binstead of guessing\b/,
    why: "forbids the model something",
  },
  {
    pattern:
      /\b(?:only when|only if|only after|unless|after) (?:the (?:human|person|user)|they) (?:just |has |have )?(?:asked?|agreed?|said|told|confirmed)\b/,
    why: "makes the call depend on what the person said; an effect and an approval do that",
  },
  { pattern: /\b(?:follow|respect|obey|act on) (?:it|that|this|these|them)\b/, why: "says how to take the result" },
  { pattern: /\b(?:fix|correct|undo|retry)(?: it)? and (?:call|try|retry|run)\b|\bcall (?:it |this )?again\b/, why: "says how to go on" },
  { pattern: /\byou (?:should|can't|cannot|need to|ought to|may want to)\b/, why: "speaks to the model" },
];
