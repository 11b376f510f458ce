const digits = "0123456789abcdefghijklmnopqrstuvwxyz";

/**
 * A text that sorts between two others, so that a track can be put anywhere without touching the others. Undefined stands for the
 * beginning and the end.
 */
export function orderBetween(before: string | undefined, after: string | undefined): string {
  const low = before ?? "";
  let made = "";
  for (let at = 0; ; at++) {
    const from = at < low.length ? digits.indexOf(low[at] ?? "0") : -1;
    const to = after !== undefined && at < after.length && after.startsWith(made) ? digits.indexOf(after[at] ?? "z") : digits.length;
    if (to - from > 1) {
      const middle = from + Math.max(1, Math.floor((to - from) / 2));
      // Nothing sorts before a text that ends in the first digit.
      return made + (middle === 0 ? `${digits[0]}i` : digits[middle]);
    }
    made += digits[Math.max(0, from)];
  }
}
