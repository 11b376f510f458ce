/**
 * Where the value of `arguments` stands in `bytes[start, end)`, an object that was scanned before and found well. With the white space around
 * it. Undefined where it is not there, there twice, or a name has an escape: whoever asks has a slower way for those.
 *
 * A second whole scan of 8 MB takes 5 ms, this 1: of a long text only the end is looked for.
 */
export function ownArguments(bytes: Uint8Array, start: number, end: number): { readonly start: number; readonly end: number } | undefined {
  let depth = 0;
  let namesNext = false;
  let isIt = false;
  let from = 0;
  let found: { readonly start: number; readonly end: number } | undefined;
  for (let at = start; at < end; at++) {
    switch (bytes[at] as number) {
      case quote: {
        const close = textEnd(bytes, at + 1);
        if (depth === 1 && namesNext) {
          if (bytes.subarray(at, close).includes(backslash)) return undefined;
          isIt = isArguments(bytes, at + 1, close);
          if (isIt && found !== undefined) return undefined;
          namesNext = false;
        }
        at = close;
        break;
      }
      case openBrace:
      case openBracket:
        if (++depth === 1) namesNext = true;
        break;
      case closeBrace:
      case closeBracket:
        if (--depth === 0 && isIt) found = { start: from, end: at };
        break;
      case colon:
        if (depth === 1) from = at + 1;
        break;
      case comma:
        if (depth !== 1) break;
        if (isIt) found = { start: from, end: at };
        isIt = false;
        namesNext = true;
        break;
      default:
    }
  }
  return found;
}

/** The closing quote of a text that begins at `from`. */
function textEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; ; at++) {
    // Most texts are short; for the rest of a long one the runtime's own search is quicker.
    if (at - from >= short) return longTextEnd(bytes, from, at);
    if (bytes[at] === quote) return at;
    if (bytes[at] === backslash) at++;
  }
}

function longTextEnd(bytes: Uint8Array, from: number, at: number): number {
  // An escape may end just where the short way gave up: quotes before are known not to close.
  for (let close = bytes.indexOf(quote, at); ; close = bytes.indexOf(quote, close + 1)) {
    let slash = close;
    while (slash > from && bytes[slash - 1] === backslash) slash--;
    if ((close - slash) % 2 === 0) return close;
  }
}

function isArguments(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from !== name.length) return false;
  for (let at = 0; at < name.length; at++) if (bytes[from + at] !== name.charCodeAt(at)) return false;
  return true;
}

const name = "arguments";
const short = 32;
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
