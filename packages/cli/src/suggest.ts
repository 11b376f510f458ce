/** The known word nearest to what was typed, if near enough to be what was meant: the one it begins, or at most a third of it wrong. */
export function suggest(typed: string, known: readonly string[]): string | undefined {
  const begun = typed.length >= 3 ? known.filter((word) => word.startsWith(typed)) : [];
  if (begun.length === 1) return begun[0];
  const [best] = known
    .map((word) => ({ word, distance: distance(typed.toLowerCase(), word.toLowerCase()), length: Math.max(typed.length, word.length) }))
    .toSorted((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.floor(best.length / 3) ? best.word : undefined;
}

/** Optimal string alignment: insert, delete, replace, and swap of neighbours, one each. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const cell = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = cell(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? cell(i - 2, j - 2) + 1 : Infinity;
      rows[i]?.push(Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, replaced, swapped));
    }
  }
  return cell(a.length, b.length);
}
