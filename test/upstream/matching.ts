import { expect } from "vitest";

/** What `toEqual` takes for this text, or for one like it. */
export function matching(expected: string | RegExp): string {
  return typeof expected === "string" ? expected : (expect.stringMatching(expected) as string);
}
