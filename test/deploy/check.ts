/** One thing that was looked at, and what was seen. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly saw: string;
}

/** A check that holds where what was seen is what was wanted. */
export function same(name: string, saw: unknown, wanted: unknown): Check {
  const [seen, expected] = [JSON.stringify(saw), JSON.stringify(wanted)];
  return { name, ok: seen === expected, saw: seen === expected ? seen : `${seen}, wanted ${expected}` };
}

/** A check that holds where a number is within bounds. */
export function within(name: string, saw: number, least: number, most: number, unit = ""): Check {
  return { name, ok: saw >= least && saw <= most, saw: `${Math.round(saw)}${unit}, wanted ${least} to ${most}${unit}` };
}
