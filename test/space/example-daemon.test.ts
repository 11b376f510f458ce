import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { serveWords } from "@jackfield/example-space-daemon";
import { expect, test } from "vitest";
import { coreSuite } from "./core-suite.ts";

coreSuite(
  "the example daemon",
  async () => {
    const words = await serveWords(0, "a-token-of-this-test");
    return { url: words.url, token: "a-token-of-this-test", stop: () => Promise.resolve(words.close()) };
  },
  { reads: { name: "read_words", arguments: {} }, changes: { name: "add_word", arguments: (nth) => ({ word: `word ${nth}` }) } },
);

test("the example daemon is as short as it is said to be", () => {
  const source = readFileSync(fileURLToPath(new URL("../../examples/space-daemon/src/daemon.ts", import.meta.url)), "utf8");
  expect(source.split("\n").filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(60);
});
