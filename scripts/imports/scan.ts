import { lex, type Token } from "./lex.ts";

/** One thing a module reaches for. */
export interface Reach {
  readonly kind: "import" | "computed" | "setting" | "global";
  /** The specifier as written; for a setting or a global, what was read. */
  readonly what: string;
  readonly line: number;
}

/** Globals that only Node has. */
const nodeGlobals = new Set(["Buffer", "process", "setImmediate", "clearImmediate", "__dirname", "__filename", "require"]);
/** Those of them that are ordinary words too. */
const plainWords = new Set(["process", "require"]);
const settings = new Set(["env", "argv", "execArgv"]);

/**
 * Every import (also of types, dynamic ones and `require`), every read of `process.env` or `process.argv`, and every use of a Node
 * global in one module. An import whose specifier is not a plain text is `computed`: no check can see where it goes.
 */
export function scan(source: string): Reach[] {
  const tokens = lex(source);
  const found: Reach[] = [];
  tokens.forEach((token, index) => {
    if (token.kind !== "word") return;
    const after = (offset: number): Token | undefined => tokens[index + offset];
    if (isSign(after(-1), ".") && !isSign(after(-2), ".")) return;
    const take = (kind: Reach["kind"], what: string): void => void found.push({ kind, what, line: token.line });

    if (token.value === "from" && after(1)?.kind === "text") take("import", after(1)?.value ?? "");
    else if (token.value === "import" && after(1)?.kind === "text") take("import", after(1)?.value ?? "");
    else if ((token.value === "import" || token.value === "require") && isSign(after(1), "(")) {
      if (after(2)?.kind === "text") take("import", after(2)?.value ?? "");
      else if (token.value === "import") take("computed", "import(…)");
    } else if (token.value === "process" && readsSetting(tokens, index)) take("setting", `process.${settingName(tokens, index)}`);
    else if (nodeGlobals.has(token.value) && !(plainWords.has(token.value) && isName(tokens, index))) take("global", token.value);
  });
  return found;
}

function isSign(token: Token | undefined, value: string): boolean {
  return token?.kind === "sign" && token.value === value;
}

/** `process.env`, `process?.env`, `process["env"]`, and `{ env } = process`. */
function readsSetting(tokens: readonly Token[], index: number): boolean {
  return settingName(tokens, index) !== "";
}

function settingName(tokens: readonly Token[], index: number): string {
  let at = index + 1;
  while (isSign(tokens[at], "?") || isSign(tokens[at], ".") || isSign(tokens[at], "[")) at += 1;
  const name = at > index + 1 ? (tokens[at]?.value ?? "") : "";
  if (settings.has(name)) return name;
  if (!isSign(tokens[index - 1], "=") || !isSign(tokens[index - 2], "}")) return "";
  let from = index - 3;
  while (from >= 0 && !isSign(tokens[from], "{")) from -= 1;
  return tokens.slice(from, index - 2).find((token) => settings.has(token.value))?.value ?? "";
}

/** True where a word is a member's, a parameter's or a variable's own name: `{ process: 1 }`, `(process: string)`, `const process =`. */
function isName(tokens: readonly Token[], index: number): boolean {
  const after = tokens[index + 1];
  // Node's is no function: this is a method of that name, as an AudioWorklet's processor has.
  if (tokens[index]?.value === "process" && isSign(after, "(")) return true;
  return after?.kind === "text" || [":", ",", "}", "=", ")", ";"].some((sign) => isSign(after, sign));
}
