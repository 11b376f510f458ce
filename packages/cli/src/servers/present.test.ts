import { expect, test } from "vitest";
import { cliCeilings } from "../ceilings.ts";
import { LateCallers, Present } from "./present.ts";

test("who is there, by name; a name is escaped", () => {
  const present = new Present();
  expect(present.text()).toBe("nobody is connected");
  present.changed("join", "claude", 1);
  present.changed("join", "co\u202edex", 2);
  present.changed("join", "claude", 3);
  expect(present.text()).toBe(String.raw`claude ×2, co\u{202e}dex`);
  present.changed("leave", "claude", 2);
  present.changed("leave", "co\u202edex", 1);
  expect(present.text()).toBe("claude");
  present.changed("leave", "claude", 0);
  expect(present.text()).toBe("nobody is connected");
});

test("a relay that forgot who was there, or knows more than it told, is believed", () => {
  const present = new Present();
  present.changed("join", "one", 1);
  present.changed("join", "two", 2);
  present.changed("join", "three", 1);
  expect(present.text()).toBe("three");
  present.changed("join", "four", 5);
  expect(present.text()).toBe("three, four, 3 more");
  present.changed("leave", "unknown", 4);
  expect(present.text()).toBe("three, four, 2 more");
});

test("namedClients: more names than that are counted, and the caller of longest ago is forgotten", () => {
  const present = new Present();
  const most = cliCeilings.namedClients.value;
  for (let at = 1; at <= most + 3; at++) present.changed("join", `name${at}`, at);
  expect(present.text().split(", ").at(-1)).toBe("3 more");
  const late = new LateCallers();
  for (let at = 0; at <= most; at++) late.called(`mark${at}`, `name${at}`, at);
  expect(late.text(20)).not.toContain("name0,");
  expect(late.text(20).split(", ")).toHaveLength(most);
});

test("who called in the last ten minutes: one client is one, however often it called", () => {
  const late = new LateCallers();
  expect(late.text(0)).toBe("nobody called lately");
  for (const mark of ["a", "a", "b"]) late.called(mark, "claude", 0);
  late.called("c", "codex", 400_000);
  expect(late.text(500_000)).toBe("called lately: claude ×2, codex");
  expect(late.text(700_000)).toBe("called lately: codex");
});
