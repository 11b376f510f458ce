import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { SessionIds } from "./session-id.ts";

const revisions = ["2025-06-18", "2025-11-25"];
const key = randomBytes(32);
const ids = new SessionIds(key, revisions);
const session = {
  revision: "2025-11-25",
  can: { elicitForm: true, elicitUrl: false, sampling: true, roots: false },
  issued: 1_900_000_000,
};
const token = "A".repeat(22);

test("SessionIds.read gives back what make sealed, in another process with the same key too", () => {
  const id = ids.make(token, session);
  expect(id).toMatch(/^v1\.[A-Za-z0-9_-]{56}$/);
  expect(ids.read(token, id)).toEqual(session);
  expect(new SessionIds(key, revisions).read(token, id)).toEqual(session);
  expect(ids.make(token, session)).not.toBe(id);
});

test("SessionIds.read refuses another link's, another key's and every changed id", () => {
  const id = ids.make(token, session);
  expect(ids.read("B".repeat(22), id)).toBeUndefined();
  expect(new SessionIds(randomBytes(32), revisions).read(token, id)).toBeUndefined();
  let changed = 0;
  for (let at = 3; at < id.length; at++) {
    const other = id[at] === "A" ? "B" : "A";
    expect(ids.read(token, id.slice(0, at) + other + id.slice(at + 1))).toBeUndefined();
    changed++;
  }
  expect(changed).toBe(56);
  for (const bad of [
    "",
    "v1.",
    id.slice(0, -1),
    `${id}A`,
    id.replace("v1", "v2"),
    `${id.slice(0, -1)}=`,
    "v1.".padEnd(id.length, "\u00ff"),
  ])
    expect(ids.read(token, bad)).toBeUndefined();
});

test("SessionIds refuses a short key", () => {
  expect(() => new SessionIds(randomBytes(31), revisions)).toThrow(RangeError);
});
