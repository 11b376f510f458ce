/** A file that is made from a table in the code and never edited by hand. */
export interface Document {
  /** From the repository's root. */
  readonly path: string;
  /** What it was made from, one line each, for the person who runs the script. */
  readonly from: readonly string[];
  readonly text: string;
}

/** The line that every generated document begins with. */
export function generatedBy(source: string): string {
  return `<!-- Made by \`npm run generate\` from ${source}. Do not edit. -->\n`;
}

/** One row of a Markdown table. Bars and line ends in a cell would break the row. */
export function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}
