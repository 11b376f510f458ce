import { type Coefficients, type Song, cookbook } from "@jackfield/studio";

type Eq = Song["tracks"][string]["strip"]["eq"];

/** Hertz of the left and right edge of a drawing. */
export const eqRange = [20, 20_000] as const;
/** Frames a second that the curve is worked out for: what is bounced. */
const rate = 44_100;

/** The filters that the kernel makes of these settings. */
function bandsOf(eq: Eq): readonly Coefficients[] {
  const bands: Coefficients[] = [];
  if (eq.highPassHz > 0) bands.push(cookbook.highPass(eq.highPassHz / rate, Math.SQRT1_2));
  if (eq.lowDb !== 0) bands.push(cookbook.lowShelf(eq.lowHz / rate, eq.lowDb));
  if (eq.midDb !== 0) bands.push(cookbook.bell(eq.midHz / rate, eq.midQ, eq.midDb));
  if (eq.highDb !== 0) bands.push(cookbook.highShelf(eq.highHz / rate, eq.highDb));
  return bands;
}

/** What the equalizer does to each of some frequencies, in decibels: from the very coefficients that are heard. */
export function eqResponse(eq: Eq, hertz: readonly number[]): readonly number[] {
  const bands = bandsOf(eq);
  return hertz.map((each) => bands.reduce((sum, band) => sum + responseOf(band, (2 * Math.PI * each) / rate), 0));
}

function responseOf([b0, b1, b2, a1, a2]: Coefficients, turn: number): number {
  const [c1, s1, c2, s2] = [Math.cos(turn), Math.sin(turn), Math.cos(2 * turn), Math.sin(2 * turn)];
  const above = (b0 + b1 * c1 + b2 * c2) ** 2 + (b1 * s1 + b2 * s2) ** 2;
  const below = (1 + a1 * c1 + a2 * c2) ** 2 + (a1 * s1 + a2 * s2) ** 2;
  return 10 * Math.log10(Math.max(1e-12, above / below));
}

/** The curve as a path: `width` across the range, `height` over ±`span` decibels. */
export function eqPath(eq: Eq, width: number, height: number, span: number): string {
  const steps = Math.min(200, Math.max(24, Math.round(width / 2)));
  const hertz = Array.from({ length: steps + 1 }, (_, at) => eqRange[0] * (eqRange[1] / eqRange[0]) ** (at / steps));
  return eqResponse(eq, hertz)
    .map((decibels, at) => {
      const y = Math.min(height, Math.max(0, height / 2 - (decibels / span) * (height / 2)));
      return `${at === 0 ? "M" : "L"}${((at / steps) * width).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
}

export function isFlat({ highPassHz, lowDb, midDb, highDb }: Eq): boolean {
  return highPassHz === 0 && lowDb === 0 && midDb === 0 && highDb === 0;
}
