/**
 * The first `most` UTF-16 units of a text, well formed: a cut never leaves half a surrogate pair, and halves that were there become U+FFFD.
 * One lone half in a conversation makes strict parsers and model APIs refuse all of it.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return wellFormed(text);
  const end = Math.max(0, most);
  return wellFormed(text.slice(0, end > 0 && isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end));
}

/**
 * Text for a surface that a person or a model reads as ours (questions, errors, notes of others): line breaks, control, bidi, tag and other
 * invisible characters are written out as `\u{…}`, then it is cut to `most` UTF-16 units. An ellipsis says that something is missing.
 */
export function safeText(text: string, most: number): string {
  // Escapes make a text longer, so what lies past the cap can be dropped before the work: a cap on cost as well.
  const shown = cutText(text, most + 1).replace(unsafe, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`);
  return shown.length <= most && text.length <= most ? shown : `${cutText(shown, Math.max(0, most - 1))}…`;
}

/** Each lone half of a surrogate pair as U+FFFD. */
export function wellFormed(text: string): string {
  return loneHalf.test(text) ? text.replace(loneHalves, "\ufffd") : text;
}

/**
 * JSON text in which bidi, tag and other invisible characters are written as `\uXXXX`: parses to the very same value, and hides nothing from
 * whoever reads the text. Joiners and marks that scripts and emoji need are left alone.
 */
export function visibleJson(json: string): string {
  return invisible.test(json) ? json.replace(invisibles, escapeUnits) : json;
}

function escapeUnits(found: string): string {
  let escaped = "";
  for (let at = 0; at < found.length; at += 1) escaped += `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`;
  return escaped;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

const loneHalf = /\p{Surrogate}/u;
const loneHalves = /\p{Surrogate}/gu;
// Control, soft hyphen, marks and embeddings of direction, separators, invisible operators, tags, variation selectors that carry data.
const unsafe =
  /[\p{Cc}\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{e0000}-\u{e01ef}]/gu;
// Without the u flag: the planes above U+FFFF by their halves, \udb40 being the one of tags and their variation selectors.
const invisibleSource = String.raw`[\u007f-\u009f\u061c\u200b\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\uddef]`;
const invisible = new RegExp(invisibleSource);
const invisibles = new RegExp(invisibleSource, "g");
