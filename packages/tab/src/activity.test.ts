import { describe, expect, test } from "vitest";
import { ActivityLog } from "./activity.ts";

const call = { link: "main", agent: "a", tool: "t", title: "T" };

describe("ActivityLog", () => {
  test("keeps the newest first, and no more than it may", () => {
    let changes = 0;
    const log = new ActivityLog(3, () => changes++);
    for (let n = 0; n < 5; n++) log.begin({ ...call, tool: `t${n}` }, () => undefined);
    expect(log.entries.map((entry) => entry.tool)).toEqual(["t4", "t3", "t2"]);
    expect(changes).toBe(5);
  });

  test("takes only the first end, and stops nothing that is over", () => {
    let stopped = 0;
    const log = new ActivityLog(3, () => undefined);
    const entry = log.begin(call, () => stopped++);
    entry.waiting(true);
    expect(log.entries[0]).toMatchObject({ waiting: true, end: undefined });
    log.entries[0]?.stop();
    entry.end("failed", "why");
    entry.end("done");
    log.entries[0]?.stop();
    expect(log.entries[0]).toMatchObject({ end: "failed", why: "why", waiting: false });
    expect(stopped).toBe(1);
  });
});
