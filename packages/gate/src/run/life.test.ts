import { Fault } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import { HandClock, handheld } from "../test-host.ts";
import { Life } from "./life.ts";

function lifeOf(facts: { readonly abort?: AbortController; readonly parent?: Life; readonly clock?: HandClock } = {}): {
  readonly life: Life;
  readonly clock: HandClock;
  readonly abort: AbortController;
} {
  const { abort = new AbortController(), clock = new HandClock() } = facts;
  return { life: new Life({ ports: clock, signal: abort.signal, parent: facts.parent, deadline: clock.now() + 100_000 }), clock, abort };
}

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "no fault",
    (thrown: unknown) => (Fault.is(thrown) ? thrown.code : String(thrown)),
  );

describe("Life", () => {
  test("ends with its caller, for the reason its door gave", async () => {
    const { life, abort } = lifeOf();
    const waiting = life.race(handheld().promise);
    abort.abort(new Fault("closing"));
    expect(await codeOf(waiting)).toBe("closing");
    expect(life.signal.aborted).toBe(true);
    expect(life.signal.reason).toMatchObject({ code: "closing" });
  });

  test("a reason that is no fault is a cancel", () => {
    const { life, abort } = lifeOf();
    abort.abort();
    expect(() => life.check()).toThrow("The call was cancelled");
  });

  test("a caller gone before it began ends it at once", async () => {
    const abort = new AbortController();
    abort.abort();
    const { life, clock } = lifeOf({ abort });
    expect(life.over).toBe(true);
    expect(await codeOf(life.race(Promise.resolve(1)))).toBe("cancelled");
    expect(clock.timers.size).toBe(0);
  });

  test("a race is won once; a promise that rejects after it bothers nobody", async () => {
    const { life, abort } = lifeOf();
    const held = handheld<number>();
    const waiting = life.race(held.promise);
    abort.abort();
    expect(await codeOf(waiting)).toBe("cancelled");
    held.reject(new Error("late"));
    await new Promise((resolve) => setImmediate(resolve));
    expect(life.over).toBe(true);
  });

  test("a wait has a time of its own, and its timer goes with it", async () => {
    const { life, clock } = lifeOf();
    const late = life.race(handheld().promise, { withinMs: 10, late: () => new Fault("ask_expired") });
    const inTime = life.race(Promise.resolve(1), { withinMs: 10, late: () => new Fault("ask_expired") });
    expect(await inTime).toBe(1);
    expect(clock.timers.size).toBe(2);
    const code = codeOf(late);
    await clock.advance(10);
    expect(await code).toBe("ask_expired");
    expect(life.over).toBe(false);
    life.close();
    expect(clock.timers.size).toBe(0);
  });

  test("closed, it ends those inside and whoever still waits, and its own signal stays quiet", async () => {
    const { life, clock } = lifeOf();
    const inner = lifeOf({ parent: life, clock, abort: new AbortController() });
    const left = codeOf(life.race(handheld().promise));
    life.close();
    life.close();
    expect(await left).toBe("cancelled");
    expect(inner.life.signal.aborted).toBe(true);
    expect(life.signal.aborted).toBe(false);
    expect(clock.timers.size).toBe(0);
  });

  test("an inner life begun too late is over", () => {
    const { life, clock } = lifeOf();
    life.close();
    expect(lifeOf({ parent: life, clock, abort: new AbortController() }).life.over).toBe(true);
  });

  test("an inner call's progress and waits are the outer one's too", async () => {
    const { life, clock } = lifeOf();
    life.work(1_000);
    const { life: inner } = lifeOf({ parent: life, clock, abort: new AbortController() });
    inner.work(5_000);
    await clock.advance(900);
    inner.touch();
    await clock.advance(900);
    const answer = handheld<void>();
    const waited = inner.waiting(() => answer.promise);
    await clock.advance(50_000);
    expect(life.over).toBe(false);
    answer.resolve();
    await waited;
    await clock.advance(999);
    expect(life.over).toBe(false);
    await clock.advance(1);
    expect([life.over, inner.over]).toEqual([true, true]);
    expect(clock.timers.size).toBe(0);
  });

  test("leaves nothing on the caller's signal", () => {
    const abort = new AbortController();
    for (let at = 0; at < 50; at += 1) lifeOf({ abort }).life.close();
    // Node warns of a leak at 11 listeners and says so here.
    const names: string[] = [];
    process.once("warning", (warning) => names.push(warning.name));
    lifeOf({ abort }).life.close();
    expect(names).toEqual([]);
  });
});
