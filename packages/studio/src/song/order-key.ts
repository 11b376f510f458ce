/** Digits of order keys, in the order of their code units. */
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * A text that sorts between two others, so that things are put between others without any of them being moved. `undefined`: there is nothing on
 * that side. One after the last grows by a character each sixty times, one between two about each six times.
 */
export function orderBetween(before: string | undefined, after: string | undefined): string {
  const low = plain(before ?? "");
  const high = after === undefined ? undefined : plain(after);
  if (high === undefined) return next(low);
  // Two at the same place have nothing between them: what comes behind both is as good.
  return low < high ? middle(low, high) : `${low}V`;
}

function next(low: string): string {
  const last = digits.indexOf(low.at(-1) ?? "z");
  return last === digits.length - 1 ? `${low}${low === "" ? "V" : "1"}` : low.slice(0, -1) + (digits[last + 1] ?? "z");
}

function middle(low: string, high: string | undefined): string {
  if (high !== undefined) {
    let same = 0;
    while (same < high.length && (low[same] ?? "0") === high[same]) same++;
    if (same > 0) return high.slice(0, same) + middle(low.slice(same), high.slice(same));
  }
  const from = low === "" ? 0 : digits.indexOf(low.charAt(0));
  const to = high === undefined || high === "" ? digits.length : digits.indexOf(high.charAt(0));
  if (to - from > 1) return digits[Math.floor((from + to) / 2)] ?? "V";
  if (high !== undefined && high.length > 1) return high.charAt(0);
  return (digits[from] ?? "0") + middle(low.slice(1), undefined);
}

/** A key of somebody else's as one that can be computed with: what is no digit counts as the nearest that sorts before it. */
function plain(key: string): string {
  return Array.from(key, (char) => (digits.includes(char) ? char : (digits.split("").findLast((digit) => digit < char) ?? "0")))
    .join("")
    .replace(/0+$/, "");
}
