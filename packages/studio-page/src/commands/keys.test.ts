import { expect, test } from "vitest";
import { isKeys } from "./keys.ts";

const press = (key: string, held: Partial<Record<"ctrlKey" | "metaKey" | "shiftKey" | "altKey", boolean>> = {}, code = "") => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

test.each([
  ["Mod+Z", press("z", { ctrlKey: true }), true],
  ["Mod+Z", press("Z", { ctrlKey: true, shiftKey: true }), false],
  ["Mod+Shift+Z", press("Z", { ctrlKey: true, shiftKey: true }), true],
  ["L", press("l"), true],
  ["L", press("L", { shiftKey: true }), false],
  ["L", press("l", { ctrlKey: true }), false],
  ["?", press("?", { shiftKey: true }), true],
  ["Space", press(" ", {}, "Space"), true],
  ["Space", press(" ", { altKey: true }, "Space"), false],
] as const)("isKeys: %s", (keys, event, is) => {
  expect(isKeys(keys, event)).toBe(is);
});
