import { plainText } from "./skeleton.ts";

/** A phrase that tells the model how to behave instead of saying what a tool does. */
export interface SteeringPhrase {
  readonly pattern: RegExp;
  readonly why: string;
  /** Refused in a link's instructions too, whose business it is to speak to the agent. */
  readonly everywhere?: boolean;
}

/** The first phrase of `text` that steers, or undefined. A net for the common forms in English, not a proof: descriptions stay foreign text. */
export function steeringIn(text: string, place: "description" | "instructions"): SteeringPhrase | undefined {
  const plain = plainText(text);
  return steeringPhrases.find((phrase) => (place === "description" || phrase.everywhere === true) && phrase.pattern.test(plain));
}

/** Patterns over `plainText`: lower case, single spaces. None of them can backtrack badly: gaps are short and bounded. */
export const steeringPhrases: readonly SteeringPhrase[] = [
  {
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,40}\b(?:previous|prior|preceding|above|earlier|system|safety|all other)\b/,
    why: "sets aside what the client was told before",
    everywhere: true,
  },
  { pattern: /\bnew (?:system )?(?:instructions?|rules?)\s*:/, why: "pretends to be a new instruction", everywhere: true },
  {
    pattern:
      /\b(?:do not|don't|never|must not|without)\s(?:ever )?(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|notify(?:ing)?|show(?:ing)?|warn(?:ing)?|alert(?:ing)?)\b[^.\n]{0,30}\b(?:user|person|human|people|anyone|anybody)\b/,
    why: "keeps something from the person",
    everywhere: true,
  },
  {
    pattern:
      /<\s*\/?\s*(?:system|important|instructions?|assistant|user|human|secret|admin|prompt|tool_calls?|function_calls?|tool_result|thinking)\b[^>\n]{0,80}>/,
    why: "looks like a mark of the conversation itself",
    everywhere: true,
  },
  { pattern: /<\|[a-z_]{1,32}\|>|\[\/?(?:inst|system)\]|<<\/?sys>>/, why: "looks like a chat template", everywhere: true },
  { pattern: /(?:^|\n)\s*(?:assistant|human)\s*:/, why: "pretends to be a turn of the conversation", everywhere: true },
  {
    pattern:
      /\b(?:send|pass|include|add|append|copy|put|forward|upload|attach|leak)\b[^.\n]{0,60}\b(?:system prompt|(?:entire|whole|full|complete|previous) (?:conversation|chat|context))\b/,
    why: "asks for the conversation",
    everywhere: true,
  },
  {
    pattern: /\byou (?:must|shall|have to|are required to|are now|are obliged to|should (?:always|never))\b/,
    why: "orders the model about",
  },
  {
    pattern: /\b(?:the )?(?:assistant|model|ai|llm|claude|chatgpt|gemini|copilot) (?:must|shall|has to|should|needs to|is required to)\b/,
    why: "orders the model about",
  },
  { pattern: /\b(?:always|only) (?:use|call|invoke|prefer|choose|run|pick) (?:this|these|our|my)\b/, why: "asks to be preferred" },
  {
    pattern: /\b(?:never|do not|don't) (?:use|call|invoke|trust) (?:any )?other (?:tool|function|server)s?\b/,
    why: "asks to be preferred",
  },
  {
    pattern:
      /\b(?:before|instead of|rather than) (?:using |calling |you use |you call |invoking )?(?:any|every|all)(?: of the)?(?: other)? (?:tool|function)s?\b/,
    why: "asks to be preferred",
  },
  {
    pattern: /\b(?:call|use|run|invoke) this (?:tool |function )?(?:first|whenever|every time|before (?:any|every|all|each))\b/,
    why: "asks to be preferred",
  },
  {
    pattern: /\b(?:do not|don't|never|no need to) ask (?:the |for )?(?:user|person|human|permission|confirmation|approval)\b/,
    why: "talks the model out of asking",
  },
];
