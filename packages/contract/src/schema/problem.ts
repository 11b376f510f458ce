import { safeText } from "../content-text.ts";

/** One member of a value: property names and item positions from the root. */
export type Path = readonly (string | number)[];

/**
 * What is wrong with a value: the member as a JSON pointer (RFC 6901) and what was expected. Never the value; names that the caller chose are
 * cut and shown with nothing hidden in them.
 */
export function problemAt(path: Path, expectation: string): string {
  const place = path.length === 0 ? "The whole value" : safeText(pointerOf(path), pointerCharacters);
  return `${place} ${safeText(expectation, expectationCharacters)}`;
}

function pointerOf(path: Path): string {
  // Cut by segment first: a path of long names costs no more than what is shown of it.
  return path
    .slice(0, pointerSegments)
    .map((segment) => `/${String(segment).slice(0, pointerCharacters).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

/** Characters of a pointer that are shown. */
const pointerCharacters = 128;
/** Segments of a pointer that are shown: JSON here is at most 64 levels deep. */
const pointerSegments = 64;
/** Characters of an expectation: enough for an enum of a dozen words. */
const expectationCharacters = 300;
