/** Columns that a text takes on a terminal, about: wide characters take two, marks and joiners none. Terminals differ over emoji made of several. */
export function cellsOf(text: string): number {
  let cells = 0;
  for (const character of text) cells += cellsOfOne(character);
  return cells;
}

/** A text cut to a terminal's columns; an ellipsis says that something is missing. */
export function cutToCells(text: string, most: number): string {
  if (most < 1) return "";
  let [cells, kept] = [0, ""];
  for (const character of text) {
    const wide = cellsOfOne(character);
    // The last column is kept for the ellipsis until it is known that all fits.
    if (cells + wide > most - 1 && cellsOf(text) > most) return `${kept}…`;
    cells += wide;
    kept += character;
  }
  return kept;
}

function cellsOfOne(character: string): number {
  if (character < "\u0300") return 1;
  if (none.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

const none = /[\p{Mn}\p{Me}\p{Cf}]/u;
// East Asian Width W and F, by block, and what is shown as a picture.
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;
