import { Fault } from "@jackfield/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Approval, ApprovalRequest } from "./approval/approver.ts";
import { codeOf, type HandClock, handheld, hostOf, TestCaller, toolOf, turn } from "./test-host.ts";

/** What can happen while calls are on their way. `which` picks a call or a question, modulo how many there are. */
type Step =
  | { readonly do: "call"; readonly input: number; readonly asks: boolean }
  | { readonly do: "allow" | "deny" | "cross" | "replay"; readonly which: number }
  | { readonly do: "leave"; readonly which: number }
  | { readonly do: "finish"; readonly which: number }
  | { readonly do: "pause" | "resume" }
  | { readonly do: "wait"; readonly ms: number };

const which = fc.nat(20);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("call" as const), input: fc.nat(3), asks: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom("allow" as const, "deny" as const, "cross" as const, "replay" as const), which }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("finish" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("leave" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("pause" as const, "resume" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.constantFrom(1, 20_000, 31_000, 599_000) }) },
);

interface World {
  readonly clock: HandClock;
  readonly callers: TestCaller[];
  readonly questions: { readonly request: ApprovalRequest; readonly answer: (approval: Approval) => void }[];
  readonly finishes: (() => void)[];
  /** Ids that a person said yes to, while nothing was paused. */
  readonly allowed: Set<string>;
  paused: boolean;
}

test("whatever happens in whatever order: nothing runs without its own yes, all calls end, nothing is left", async () => {
  let approvedInAll = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60, size: "max" }), async (steps) => {
      let ran = 0;
      const finishes: (() => void)[] = [];
      const run = (): Promise<{ is: "done" }> => {
        ran += 1;
        const held = handheld<{ is: "done" }>();
        finishes.push(() => held.resolve({ is: "done" }));
        return held.promise;
      };
      let free = 0;
      const reads = toolOf("reads", {
        run: () => {
          free += 1;
          return run();
        },
      });
      const questions: World["questions"] = [];
      const { host, clock } = await hostOf([reads, toolOf("deploys", { effect: "deploy", run })], {
        policy: { ask: "destructive" },
        controls: { paused: () => world.paused },
        limits: { callsPerScope: 128, callsPerMark: 64, stuckRuns: 256 },
        approver: {
          ask: (request) => {
            const held = handheld<Approval>();
            questions.push({ request, answer: held.resolve });
            return held.promise;
          },
        },
      });
      const world: World = { clock, callers: [], questions, finishes, allowed: new Set(), paused: false };
      const outcomes: Promise<string>[] = [];
      for (const one of steps) {
        await take(one, world, (caller, asks, input) =>
          outcomes.push(host.call(caller.call(asks ? "deploys" : "reads", { input })).then(codeOf)),
        );
        await turn();
        expect(ran - free).toBeLessThanOrEqual(world.allowed.size);
      }
      for (const finish of finishes) finish();
      await clock.advance(1_900_000);
      const codes = await Promise.all(outcomes);
      const expected = ["done", "denied", "ask_expired", "cancelled", "timeout", "paused", "busy"];
      expect(codes.filter((code) => !expected.includes(code))).toEqual([]);
      expect(host.counts()).toMatchObject({ running: 0, waiting: 0, asking: 0 });
      expect([host.counts().stuck("reads"), host.counts().stuck("deploys"), clock.timers.size]).toEqual([0, 0, 0]);
      approvedInAll += ran - free;
    }),
    { numRuns: 300 },
  );
  // That it held for nothing would say nothing.
  expect(approvedInAll).toBeGreaterThan(60);
}, 60_000);

async function take(step: Step, world: World, call: (caller: TestCaller, asks: boolean, input: number) => void): Promise<void> {
  const pick = <T>(list: readonly T[], at: number): T | undefined => list[list.length === 0 ? 0 : at % list.length];
  switch (step.do) {
    case "call": {
      const caller = new TestCaller({ mark: `mark ${world.callers.length}` });
      world.callers.push(caller);
      return call(caller, step.asks, step.input);
    }
    case "allow":
    case "deny": {
      const question = pick(world.questions, step.which);
      if (question === undefined) return;
      const { id, digest } = question.request;
      if (step.do === "allow" && !world.paused) world.allowed.add(id);
      return question.answer({ id, digest, allow: step.do === "allow" });
    }
    // A yes to one question handed in for another, and for the first one there ever was.
    case "cross":
    case "replay": {
      const question = pick(world.questions, step.which);
      const other = step.do === "cross" ? pick(world.questions, step.which + 1) : world.questions[0];
      if (question === undefined || other === undefined || question === other) return;
      return question.answer({ id: other.request.id, digest: other.request.digest, allow: true });
    }
    case "finish":
      return pick(world.finishes, step.which)?.();
    case "leave":
      return pick(world.callers, step.which)?.ending.end(new Fault("cancelled"));
    case "pause":
    case "resume":
      world.paused = step.do === "pause";
      return;
    case "wait":
      return world.clock.advance(step.ms);
  }
}
