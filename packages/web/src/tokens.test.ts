import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";

const css = await readFile(new URL("../style/tokens.css", import.meta.url), "utf8");
const colours = new Map(
  [...css.matchAll(/--jf-([\w-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(([, name = "", light = "", dark = ""]) => [
    name,
    { light, dark },
  ]),
);

/** Text on ground, and the least contrast WCAG 2.2 wants of it: 4.5 for text, 3 for shapes that carry meaning. */
const pairs: readonly (readonly [front: string, back: string, least: number])[] = [
  ...["ground", "panel", "raised", "well"].flatMap((back) => [["ink", back, 7] as const, ["soft", back, 4.5] as const]),
  ...["panel", "raised", "warm-tint"].map((back) => ["warm-text", back, 4.5] as const),
  ...["panel", "raised", "cool-tint"].map((back) => ["cool-text", back, 4.5] as const),
  ["on-warm", "warm", 4.5],
  ["on-cool", "cool", 4.5],
  ["panel", "ink", 7],
  ...["key", "key-2"].flatMap((back) => [["ink", back, 3] as const, ["warm", back, 3] as const, ["cool", back, 3] as const]),
  ["edge", "raised", 3],
  ["focus", "ground", 3],
];

describe("tokens", () => {
  it.each(["light", "dark"] as const)("have enough contrast in %s", (scheme) => {
    const weak = pairs.filter(([front, back, least]) => contrast(colour(front, scheme), colour(back, scheme)) < least);
    expect(weak.map(([front, back]) => `${front} on ${back}: ${contrast(colour(front, scheme), colour(back, scheme)).toFixed(2)}`)).toEqual(
      [],
    );
    expect(pairs.length).toBeGreaterThan(20);
  });
});

function colour(name: string, scheme: "light" | "dark"): string {
  const found = colours.get(name);
  if (found === undefined) throw new Error(`No colour is called "${name}"`);
  return found[scheme];
}

/** WCAG 2.2 contrast ratio of two sRGB colours. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
