import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { relayVersion } from "./version.ts";

test("relayVersion is the package's", () => {
  const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
  expect(relayVersion).toBe(manifest.version);
});
