import { describe, expect, test } from "vitest";
import { defaultControls } from "./controls.ts";
import { newRecord, parseRecord } from "./link-record.ts";
import { LinkStore } from "./link-store.ts";

const keys = { secret: "s".repeat(43), token: "t".repeat(22) };

describe("parseRecord", () => {
  test("reads what was written", () => {
    const record = {
      ...newRecord("Claude"),
      keys,
      on: true,
      holder: "h",
      epoch: 3,
      catalog: "abcdefgh",
      copied: "x",
      controls: { ask: false, readOnly: true, paused: true, expiresAt: 7 },
    };
    expect(parseRecord(JSON.stringify(record), "other")).toEqual(record);
  });

  test.each([
    null,
    "",
    "{",
    "null",
    "[]",
    "7",
    '{"keys":7}',
    '{"on":true}',
    '{"keys":{"secret":"short","token":"t"},"on":true}',
    '{"controls":"no"}',
    '{"epoch":"x","holder":{}}',
  ])("%s is a new link, off and asking", (text) => {
    expect(parseRecord(text, "AI client")).toEqual(newRecord("AI client"));
  });

  test("a stored name is foreign text", () => {
    expect(parseRecord(JSON.stringify({ name: `a\u202e\n${"b".repeat(99)}` }), "x").name).toBe(`a ${"b".repeat(61)}…`);
  });

  test("what is not said safely is safe", () => {
    expect(parseRecord(JSON.stringify({ controls: { ask: 0, readOnly: "yes", paused: 1, expiresAt: "never" } }), "x").controls).toEqual(
      defaultControls,
    );
  });
});

class FakeStorage {
  readonly items = new Map<string, string>();
  full = false;
  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    if (this.full) throw new Error("QuotaExceededError");
    this.items.set(key, value);
  }
  removeItem(key: string): void {
    this.items.delete(key);
  }
}

describe("LinkStore", () => {
  test("keeps links of apps and paths apart", () => {
    const storage = new FakeStorage();
    new LinkStore("notes", "/a/", storage).write("main", { ...newRecord("x"), keys, on: true });
    expect(new LinkStore("notes", "/a/", storage).read("main", "y").keys).toEqual(keys);
    expect(new LinkStore("notes", "/b/", storage).read("main", "y").keys).toBeUndefined();
    expect(new LinkStore("music", "/a/", storage).read("main", "y").keys).toBeUndefined();
  });

  test("a tab's own link stands before the shared one", () => {
    const storage = new FakeStorage();
    const store = new LinkStore("notes", "/", storage);
    store.write("main", { ...newRecord("shared"), keys });
    store.write("main", newRecord("own"), true);
    expect([store.read("main", "").name, store.isOwn("main")]).toEqual(["own", true]);
    store.write("main", newRecord("own again"));
    expect(new LinkStore("notes", "/", storage).read("main", "").name).toBe("shared");
    store.remove("main");
    expect(store.read("main", "none").name).toBe("none");
  });

  test("goes on in memory where storage is full, and says so", () => {
    const storage = new FakeStorage();
    const store = new LinkStore("notes", "/", storage);
    expect(store.keeps).toBe(true);
    storage.full = true;
    store.write("main", { ...newRecord("x"), keys });
    expect(store.keeps).toBe(false);
    expect(store.read("main", "y").keys).toEqual(keys);
  });

  test("works where there is no storage at all", () => {
    const store = new LinkStore("notes", "/");
    store.write("main", newRecord("x"));
    expect([store.read("main", "").name, store.keeps]).toEqual(["x", false]);
  });

  test("takes at most eight ids, each once and of the right shape", () => {
    const storage = new FakeStorage();
    const store = new LinkStore("notes", "/", storage);
    store.writeText("", `main main ../x A ${Array.from({ length: 12 }, (_, n) => `l${n}`).join(" ")}`);
    expect(store.ids()).toEqual(["main", "l0", "l1", "l2", "l3", "l4", "l5", "l6"]);
  });
});
