import { type Token, lex } from "../imports/lex.ts";

/** Something in a source whose last bit an engine may choose, or that cannot be followed to where it is used. */
export interface Inexact {
  readonly what: string;
  readonly line: number;
}

/** What of Math is fixed to the bit: IEEE 754 has the root, the language the rest. Its constants are numbers. */
const exact = new Set([
  "abs",
  "ceil",
  "clz32",
  "floor",
  "fround",
  "imul",
  "max",
  "min",
  "round",
  "sign",
  "sqrt",
  "trunc",
  "E",
  "LN10",
  "LN2",
  "LOG10E",
  "LOG2E",
  "PI",
  "SQRT1_2",
  "SQRT2",
]);

/**
 * Every use of what is not exact in one module: functions of Math beside those above, by whatever way they are reached, and powers. Comments and
 * texts are no uses. `Math` as a value is one: nobody can say what becomes of it.
 */
export function inexactIn(source: string): readonly Inexact[] {
  const tokens = lex(source);
  return tokens.flatMap((token, index) => {
    const what = inexactAt(tokens, index);
    return what === undefined ? [] : [{ what, line: token.line }];
  });
}

function inexactAt(tokens: readonly Token[], index: number): string | undefined {
  const token = tokens[index];
  if (token?.kind === "sign") {
    if (token.value === "*" && isSign(tokens[index + 1], "*")) return "a power";
    // A name with an escape in it may be any name.
    return token.value === "\\" ? "a name that is escaped" : undefined;
  }
  if (token?.value !== "Math") return undefined;
  // `globalThis["Math"]`; an import's own text has another name.
  if (token.kind === "text") return "Math by a text";
  let at = index + 1;
  if (isSign(tokens[at], "?")) at++;
  if (isSign(tokens[at], ".")) at++;
  if (isSign(tokens[at], "[")) {
    const name = tokens[at + 1];
    if (name?.kind !== "text" || !isSign(tokens[at + 2], "]")) return "a member of Math that is computed";
    return exact.has(name.value) ? undefined : `Math.${name.value}`;
  }
  const name = tokens[at];
  if (at === index + 1 || name?.kind !== "word") return "Math as a value";
  return exact.has(name.value) ? undefined : `Math.${name.value}`;
}

function isSign(token: Token | undefined, value: string): boolean {
  return token?.kind === "sign" && token.value === value;
}
