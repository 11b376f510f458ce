import { Ender, type Ending, Fault } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import { HandClock, handheld } from "../test-host.ts";
import { Life } from "./life.ts";

function lifeOf(facts: { readonly caller?: Ender; readonly parent?: Life; readonly clock?: HandClock } = {}): {
  readonly life: Life;
  readonly clock: HandClock;
  readonly caller: Ender;
} {
  const { caller = new Ender(), clock = new HandClock() } = facts;
  return { life: new Life(clock, caller, facts.parent, clock.now() + 100_000), clock, caller };
}

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "no fault",
    (thrown: unknown) => (Fault.is(thrown) ? thrown.code : String(thrown)),
  );

describe("Life", () => {
  test("ends with its caller, for the reason its door gave", async () => {
    const { life, caller } = lifeOf();
    const waiting = life.race(handheld().promise);
    caller.end(new Fault("closing"));
    expect(await codeOf(waiting)).toBe("closing");
    expect(life.signal.aborted).toBe(true);
    expect(life.signal.reason).toMatchObject({ code: "closing" });
  });

  test("a caller gone before it began ends it at once", async () => {
    const caller = new Ender();
    caller.end(new Fault("cancelled"));
    const { life, clock } = lifeOf({ caller });
    expect(life.over).toBe(true);
    expect(await codeOf(life.race(Promise.resolve(1)))).toBe("cancelled");
    expect(clock.timers.size).toBe(0);
  });

  test("a race is won once; a promise that rejects after it bothers nobody", async () => {
    const { life, caller } = lifeOf();
    const held = handheld<number>();
    const waiting = life.race(held.promise);
    caller.end(new Fault("cancelled"));
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
    const inner = lifeOf({ parent: life, clock });
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
    expect(lifeOf({ parent: life, clock }).life.over).toBe(true);
  });

  test("an inner call's progress and waits are the outer one's too", async () => {
    const { life, clock } = lifeOf();
    life.work(1_000);
    expect(clock.timers.size).toBe(0);
    const tool = codeOf(life.race(handheld().promise));
    const { life: inner } = lifeOf({ parent: life, clock });
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
    expect([life.over, inner.over, await tool]).toEqual([true, true, "timeout"]);
    expect(clock.timers.size).toBe(0);
  });

  test("leaves nothing at its caller", () => {
    let listeners = 0;
    const caller: Ending = {
      fault: undefined,
      listen: () => {
        listeners += 1;
      },
      unlisten: () => {
        listeners -= 1;
      },
    };
    const lives = [1, 2].map(() => new Life(new HandClock(), caller, undefined, Infinity));
    expect(listeners).toBe(2);
    lives[0]?.close();
    lives[1]?.end(new Fault("closing"));
    expect(listeners).toBe(0);
  });
});
