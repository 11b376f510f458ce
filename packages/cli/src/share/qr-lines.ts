import { qrCode } from "@jackfield/tab/qr";

/** A text as a QR code for a terminal, two modules a character, with the light border that scanners need. Drawn dark on light whatever the terminal's colours are. */
export function qrLines(text: string): readonly string[] {
  const code = qrCode(text);
  const { size } = code;
  const border = 2;
  const dark = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < size && y < size && code.isDark(x, y);
  const lines: string[] = [];
  for (let y = -border; y < size + border; y += 2) {
    let line = "";
    for (let x = -border; x < size + border; x++) {
      const [upper, lower] = [dark(x, y), dark(x, y + 1)];
      line += upper ? (lower ? " " : "▄") : lower ? "▀" : "█";
    }
    lines.push(`  ${line}`);
  }
  return lines;
}
