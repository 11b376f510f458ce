/**
 * A note's loudness over time as a path, from the params that shape it: attack, decay, sustain, release, or ring. A second of any of them is
 * drawn no wider than its root, so that short ones are seen beside long ones. Undefined where a device has none of them.
 */
export function envelopePath(values: Readonly<Record<string, number>>, width: number, height: number): string | undefined {
  const { attack = 0.002, ring, release } = values;
  const decay = values["decay"] ?? ring;
  if (decay === undefined && release === undefined) return undefined;
  const sustain = values["sustain"] ?? (decay === undefined ? 1 : 0);
  const spans = [attack, decay ?? 0, 0.5, release ?? 0.05].map((seconds) => Math.sqrt(seconds) + 0.04);
  const all = spans.reduce((sum, each) => sum + each, 0);
  const [a = 0, d = 0, hold = 0, r = 0] = spans.map((span) => (span / all) * (width - 4));
  const y = (level: number): number => height - 3 - level * (height - 8);
  const at = (x: number): string => (2 + x).toFixed(1);
  // Falls as a voice does: quick first, slow last.
  return (
    `M${at(0)} ${y(0)}L${at(a)} ${y(1).toFixed(1)}` +
    `Q${at(a + d * 0.3)} ${y(sustain + (1 - sustain) * 0.12).toFixed(1)} ${at(a + d)} ${y(sustain).toFixed(1)}` +
    `L${at(a + d + hold)} ${y(sustain).toFixed(1)}` +
    `Q${at(a + d + hold + r * 0.3)} ${y(sustain * 0.12).toFixed(1)} ${at(a + d + hold + r)} ${y(0)}`
  );
}

/** What a low-pass lets through, by cutoff and resonance, over 20 Hz to 20 kHz. Undefined where a device has no cutoff. */
export function filterPath(values: Readonly<Record<string, number>>, width: number, height: number): string | undefined {
  const { cutoff, resonance = 0.1 } = values;
  if (cutoff === undefined) return undefined;
  const q = 0.6 + resonance * 5;
  const points = Array.from({ length: 61 }, (_, index) => {
    const hertz = 20 * 1_000 ** (index / 60);
    const ratio = hertz / cutoff;
    const gain = 1 / Math.sqrt((1 - ratio * ratio) ** 2 + (ratio / q) ** 2);
    const decibels = 20 * Math.log10(Math.max(1e-6, gain));
    const y = height * 0.4 - (decibels / 36) * height * 0.6;
    return `${((index / 60) * width).toFixed(1)} ${Math.min(height + 2, Math.max(2, y)).toFixed(1)}`;
  });
  return `M${points.join("L")}`;
}
