import { generate } from "lean-qr/nano";

/** A QR code as modules; a drawing adds four light modules around it (ISO/IEC 18004). */
export interface QrCode {
  /** Modules on each side. */
  readonly size: number;
  /** True for a dark module. */
  isDark(x: number, y: number): boolean;
  /** The dark modules as an SVG path on a square of `size` units. */
  readonly path: string;
}

/** The QR code of a text. */
export function qrCode(text: string): QrCode {
  const bitmap = generate(text);
  const isDark = (x: number, y: number): boolean => Boolean(bitmap.get(x, y));
  let path = "";
  for (let y = 0; y < bitmap.size; y++) {
    for (let x = 0; x < bitmap.size; x++) {
      let run = 0;
      while (isDark(x + run, y)) run++;
      if (run > 0) path += `M${x} ${y}h${run}v1h-${run}z`;
      x += run;
    }
  }
  return { size: bitmap.size, isDark, path };
}
