/** A number of Apple's extended precision, ten bytes: how AIFF writes rates. NaN for what is no positive finite number. */
export function fromExtended(view: DataView, at: number): number {
  const exponent = view.getUint16(at, false);
  if (exponent > 0x7ffe) return Number.NaN;
  const mantissa = view.getUint32(at + 2, false) + view.getUint32(at + 6, false) / 4_294_967_296;
  return mantissa * scale(exponent - 16_383 - 31);
}

/** The ten bytes of a positive number below 2³². */
export function extendedOf(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(10));
  let mantissa = value;
  let exponent = 16_383 + 31;
  for (; mantissa < 2_147_483_648; exponent--) mantissa *= 2;
  view.setUint16(0, exponent, false);
  view.setUint32(2, Math.floor(mantissa), false);
  view.setUint32(6, (mantissa - Math.floor(mantissa)) * 4_294_967_296, false);
  return new Uint8Array(view.buffer);
}

/** 2 to the power of a whole number; beyond what a double holds it is 0 or infinite. */
function scale(power: number): number {
  let result = 1;
  const step = power < 0 ? 0.5 : 2;
  for (let left = Math.min(1_100, Math.abs(power)); left > 0; left--) result *= step;
  return result;
}
