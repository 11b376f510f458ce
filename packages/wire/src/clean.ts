export interface CleanOptions {
  /** Keep line feeds and tabs; otherwise they become single spaces. */
  readonly keepLines?: boolean;
}

/**
 * Foreign text made fit for a person's or a client's surface: without control characters (C0, C1), bidi overrides and isolates, tag
 * characters, and other characters that are invisible and can carry hidden text; lone surrogates become U+FFFD; at most `maxChars` UTF-16 units,
 * cut between characters with "…" at the end. It is not escaped: that is the surface's job.
 */
export function cleanText(text: string, maxChars: number, options: CleanOptions = {}): string {
  // No more is looked at than can be kept, even where every character but the last ones goes.
  const head = text.length > maxChars * 8 + 64 ? text.slice(0, maxChars * 8 + 64) : text;
  const lines = options.keepLines === true ? head.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n") : head.replaceAll(lineBreaks, " ");
  const clean = lines.replaceAll(loneSurrogates, "\ufffd").replaceAll(hiddenCharacters, "");
  if (clean.length <= maxChars && head.length === text.length) return clean;
  return cut(clean, maxChars);
}

/** A name for an error message: at most 64 characters of a small safe set, anything else shown as "?". */
export function safeName(text: string): string {
  return text.slice(0, 64).replaceAll(/[^A-Za-z0-9_.:/@ -]/g, "?");
}

/** True when `text` holds a character that `cleanText` would take out; `allowLines`: line feeds and tabs are fine. */
export function hasHidden(text: string, allowLines = false): boolean {
  return firstHidden.test(text) || (!allowLines && firstBreak.test(text));
}

/** `text` in at most `maxChars` UTF-16 units, ending in "…" and never inside a character. */
function cut(text: string, maxChars: number): string {
  if (maxChars < 1) return "";
  const end = Math.min(text.length, maxChars - 1);
  const last = text.charCodeAt(end - 1);
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end)}…`;
}

const lineBreaks = /\r\n|[\n\r\t\u0085\u2028\u2029]/g;
// C0 but TAB and LF, DEL and C1; zero width space, bidi embeddings, overrides and isolates, invisible operators, deprecated formats,
// annotations and byte order mark; tags and the supplementary variation selectors, which can hide whole sentences behind one character.
// Joiners and U+FE0F stay: emoji and several scripts need them.
const hidden =
  "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u200b\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e01ef}";
const hiddenCharacters = new RegExp(`[${hidden}]`, "gu");
const firstHidden = new RegExp(`[${hidden}\\ud800-\\udfff]`, "u");
// Under the u flag a surrogate matches only where it stands alone.
const loneSurrogates = /[\ud800-\udfff]/gu;
const firstBreak = /[\n\t\u2028\u2029]/;
