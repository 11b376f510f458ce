/** One token of a TypeScript source: what an import check needs, and no more. */
export interface Token {
  readonly kind: "word" | "text" | "sign";
  /** A word or a sign as written; a text without its quotes, or undefined inside when it has substitutions. */
  readonly value: string;
  /** Counted from 1. */
  readonly line: number;
}

const wordStart = /[\p{ID_Start}$_#@]/u;
const word = /[\p{ID_Continue}$#@]/u;
/** After one of these a slash begins a regular expression; after anything else it divides. */
const beforeRegex = new Set(["(", ",", "=", ":", "[", "!", "&", "|", "?", "{", "}", ";", "+", "-", "*", "%", "~", "^", "<", ">", "/"]);
const wordsBeforeRegex = new Set([
  "return",
  "typeof",
  "case",
  "in",
  "of",
  "delete",
  "void",
  "throw",
  "new",
  "else",
  "do",
  "await",
  "yield",
  "instanceof",
]);

/**
 * Splits a source into words, texts and single signs; comments and regular expressions are left out. It knows no grammar: a text is
 * never mistaken for code, nor code for a text, and that is all it promises. A template with substitutions becomes the sign "`" and
 * the tokens inside its substitutions.
 */
export function lex(source: string): Token[] {
  const tokens: Token[] = [];
  const templates: number[] = [];
  let line = 1;
  let at = 0;
  let braces = 0;

  const push = (kind: Token["kind"], value: string): void => void tokens.push({ kind, value, line });
  const skipTo = (end: number): void => {
    for (; at < end && at < source.length; at += 1) if (source[at] === "\n") line += 1;
  };

  while (at < source.length) {
    const char = source.charAt(at);
    const next = source.charAt(at + 1);
    if (char === "\n" || char === " " || char === "\t" || char === "\r") skipTo(at + 1);
    else if (char === "/" && next === "/") skipTo(endOr(source.indexOf("\n", at), source.length));
    else if (char === "/" && next === "*") skipTo(endOr(source.indexOf("*/", at + 2), source.length - 2) + 2);
    else if (char === '"' || char === "'") {
      const end = textEnd(source, at, char);
      push("text", source.slice(at + 1, end));
      skipTo(end + 1);
    } else if (char === "`" || (char === "}" && templates.at(-1) === braces)) {
      if (char === "}") templates.pop();
      const end = templateEnd(source, at + 1);
      if (source.charAt(end) === "`" && char === "`") push("text", source.slice(at + 1, end));
      else push("sign", "`");
      const opens = source.charAt(end) === "$";
      skipTo(end + (opens ? 2 : 1));
      if (opens) templates.push(braces);
    } else if (char === "/" && regexMayBegin(tokens.at(-1))) skipTo(regexEnd(source, at));
    else if (wordStart.test(char)) {
      let end = at + 1;
      while (end < source.length && word.test(source.charAt(end))) end += 1;
      push("word", source.slice(at, end));
      at = end;
    } else {
      if (char === "{") braces += 1;
      if (char === "}") braces -= 1;
      push("sign", char);
      at += 1;
    }
  }
  return tokens;
}

function endOr(found: number, otherwise: number): number {
  return found === -1 ? otherwise : found;
}

function textEnd(source: string, from: number, quote: string): number {
  let at = from + 1;
  while (at < source.length && source[at] !== quote && source[at] !== "\n") at += source[at] === "\\" ? 2 : 1;
  return at;
}

/** The index of the closing backtick, or of the `$` of the next substitution. */
function templateEnd(source: string, from: number): number {
  let at = from;
  while (at < source.length && source[at] !== "`" && !(source[at] === "$" && source[at + 1] === "{")) at += source[at] === "\\" ? 2 : 1;
  return at;
}

function regexMayBegin(before: Token | undefined): boolean {
  if (before === undefined) return true;
  if (before.kind === "text") return false;
  return before.kind === "word" ? wordsBeforeRegex.has(before.value) : beforeRegex.has(before.value);
}

function regexEnd(source: string, from: number): number {
  let inClass = false;
  for (let at = from + 1; at < source.length; at += 1) {
    const char = source[at];
    if (char === "\n") return at;
    if (char === "\\") at += 1;
    else if (char === "[") inClass = true;
    else if (char === "]") inClass = false;
    else if (char === "/" && !inClass) return at + 1;
  }
  return source.length;
}
