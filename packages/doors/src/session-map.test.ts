import { type Client, Fault } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import { SessionMap } from "./session-map.ts";

const client: Client = {
  name: "test",
  version: "1",
  revision: "2025-11-25",
  can: { elicitForm: false, elicitUrl: false, sampling: false, roots: false },
};

function mapOf(sessions: number, { idle = 1_000, spare = 100 } = {}) {
  const clock = { now: 0 };
  const ended: string[] = [];
  let minted = 0;
  const map = new SessionMap({
    sessions,
    sessionIdleMs: idle,
    sessionSpareMs: spare,
    now: () => clock.now,
    mint: () => `p.${String(++minted).padStart(16, "0")}`,
    ended: (session) => ended.push(session.id),
  });
  const open = (): string => {
    const session = map.open(client);
    if (Fault.is(session)) throw session;
    return session.id;
  };
  return { map, clock, ended, open };
}

describe("SessionMap", () => {
  test("sessions: a full map makes room only from a session that was idle for sessionSpareMs", () => {
    const { map, clock, ended, open } = mapOf(2);
    const first = open();
    const second = open();
    const refused = map.open(client);
    expect(Fault.is(refused) && [refused.code, refused.data?.["retryAfter"]]).toEqual(["full", 10]);
    clock.now = 99;
    expect(map.find(first)?.id).toBe(first);
    clock.now = 100;
    open();
    expect(ended).toEqual([second]);
    expect(map.size).toBe(2);
    expect(Fault.is(map.open(client))).toBe(true);
  });

  test("sessions that are used all the time stay, whatever order they stand in", () => {
    const { map, clock, ended, open } = mapOf(3, { idle: 5_000, spare: 1_500 });
    const [busy, idle, also] = [open(), open(), open()];
    for (clock.now = 100; clock.now <= 4_900; clock.now += 400) for (const id of [busy, also]) expect(map.find(id)?.id).toBe(id);
    clock.now = 5_000;
    map.sweep();
    expect([ended, map.size]).toEqual([[idle], 2]);
    const fresh = open();
    for (clock.now = 5_400; clock.now <= 6_600; clock.now += 400) for (const id of [busy, fresh]) map.find(id);
    open();
    expect(ended).toEqual([idle, also]);
  });

  test("sessionIdleMs: idle sessions end, used ones stay, and nothing is left of either", () => {
    const { map, clock, ended, open } = mapOf(10);
    const [a, b, c] = [open(), open(), open()];
    clock.now = 600;
    map.find(b);
    clock.now = 1_000;
    map.sweep();
    expect(ended).toEqual([a, c]);
    expect(map.find(a)).toBeUndefined();
    clock.now = 1_600;
    expect(map.find(b)).toBeUndefined();
    expect(ended).toEqual([a, c, b]);
    expect(map.size).toBe(0);
  });

  test("end forgets a session without telling of it, twice without harm", () => {
    const { map, ended, open } = mapOf(10);
    const session = map.find(open());
    if (session === undefined) throw new Error("no session");
    map.end(session);
    map.end(session);
    expect([map.size, ended]).toEqual([0, []]);
    expect(map.find("__proto__")).toBeUndefined();
  });

  test("marks differ between sessions and are at most 12 characters", () => {
    const { map, open } = mapOf(10);
    const marks = [open(), open()].map((id) => map.find(id)?.mark ?? "");
    expect(new Set(marks).size).toBe(2);
    expect(marks.every((mark) => mark.length === 12)).toBe(true);
  });
});
