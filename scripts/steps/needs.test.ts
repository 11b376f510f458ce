import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { testsByNeed } from "./needs.ts";

test("testsByNeed: finds what a test needs through the modules it imports", () => {
  const root = mkdtempSync(join(tmpdir(), "needs-"));
  const files: Record<string, string> = {
    "test/browser.ts": 'import { chromium } from "playwright-core";',
    "test/a/direct.test.ts": 'import type { Page } from "playwright-core";',
    "test/a/through.test.ts": 'import { open } from "../browser.ts";',
    "test/a/circle.test.ts": 'import "./circle.test.ts";\nimport "./gone.ts";',
    "test/deploy/caddy.ts": "export const a = 1;",
    "test/b/front.test.ts": 'import { a } from "../deploy/caddy.ts";',
    "test/bus/nats-server.ts": "export const a = 1;",
    "test/c/calls.test.ts": 'import { a } from "../bus/nats-server.ts";',
    "packages/tab/package.json": '{ "name": "@jackfield/tab", "exports": {} }',
    "packages/tab/src/plain.test.ts": '// playwright-core\nimport { test } from "vitest";',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect([...testsByNeed(root)]).toEqual([
    ["Chromium", ["test/a/direct.test.ts", "test/a/through.test.ts"]],
    ["Caddy", ["test/b/front.test.ts"]],
    ["nats-server", ["test/c/calls.test.ts"]],
  ]);
  rmSync(root, { recursive: true });
});
