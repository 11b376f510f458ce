import jsQR from "jsqr";
import { describe, expect, test } from "vitest";
import { qrCode } from "./qr.ts";

/** Reads a code back: four pixels a module, four light modules around it. */
function read(text: string): string | undefined {
  const code = qrCode(text);
  const side = (code.size + 8) * 4;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) if (code.isDark((x >> 2) - 4, (y >> 2) - 4)) pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
  }
  return jsQR.default(pixels, side, side)?.data;
}

describe("qrCode", () => {
  test.each([
    "https://relay.example/s/0123456789abcdefghijkl/mcp?v=abcdefgh",
    "http://127.0.0.1:8787/s/A-_AAAAAAAAAAAAAAAAAAA/mcp",
    `https://${"long.".repeat(30)}example/base/s/0123456789abcdefghijkl/mcp?v=abcdefgh`,
  ])("can be read back: %s", (url) => {
    expect(read(url)).toBe(url);
  });

  test("its path draws the dark modules and no others", () => {
    const code = qrCode("x");
    let dark = 0;
    for (let y = 0; y < code.size; y++) for (let x = 0; x < code.size; x++) dark += code.isDark(x, y) ? 1 : 0;
    const drawn = [...code.path.matchAll(/h(\d+)v1/g)].reduce((sum, [, run]) => sum + Number(run), 0);
    expect(dark).toBeGreaterThan(100);
    expect(drawn).toBe(dark);
  });
});
