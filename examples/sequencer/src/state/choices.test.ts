import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { limits } from "../model/limits.ts";
import { openChoices } from "./choices.ts";

const ask = {
  by: "agent:claude.ai",
  title: "Which?",
  options: [
    { label: "This", detail: "" },
    { label: "That", detail: "" },
  ],
};
const never = new AbortController().signal;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("choices", () => {
  it("a wait ends with the pick, after what the pick does", async () => {
    const choices = openChoices();
    const order: string[] = [];
    const id = choices.open(ask, (index) => order.push(`did ${index}`)) ?? "";
    const waiting = choices.settled(id, 90_000, never).then((choice) => order.push(choice?.standing.is ?? ""));
    choices.pick(id, 1);
    await waiting;
    expect(order).toEqual(["did 1", "picked"]);
    choices.pick(id, 0);
    expect(choices.find(id)?.standing).toEqual({ is: "picked", index: 1 });
  });

  it("a wait ends by itself with the choice still open, and the answer is there later", async () => {
    const choices = openChoices();
    const id = choices.open(ask) ?? "";
    const waiting = choices.settled(id, 90_000, never);
    await vi.advanceTimersByTimeAsync(90_000);
    expect((await waiting)?.standing.is).toBe("open");
    choices.dismiss(id);
    expect((await choices.settled(id, 90_000, never))?.standing.is).toBe("dismissed");
  });

  it("a wait ends when the agent goes away", async () => {
    const choices = openChoices();
    const gone = new AbortController();
    const waiting = choices.settled(choices.open(ask) ?? "", 90_000, gone.signal);
    gone.abort();
    expect((await waiting)?.standing.is).toBe("open");
  });

  it("an agent that gave up has left until it asks again; one whose wait ended by itself has not", async () => {
    const choices = openChoices();
    const id = choices.open(ask) ?? "";
    const left = (): boolean | undefined => choices.find(id)?.left;
    const pending = choices.settled(id, 45_000, never);
    await vi.advanceTimersByTimeAsync(45_000);
    expect([(await pending)?.standing.is, left()]).toEqual(["open", false]);
    const gone = new AbortController();
    const waiting = choices.settled(id, 45_000, gone.signal);
    gone.abort();
    await waiting;
    expect(left()).toBe(true);
    await choices.settled(id, 0, never);
    expect(left()).toBe(false);
    choices.leave();
    expect(left()).toBe(true);
    choices.pick(id, 0);
    expect((await choices.settled(id, 45_000, never))?.standing).toEqual({ is: "picked", index: 0 });
  });

  it("nothing happens for an option that is not there or an id nobody gave", async () => {
    const choices = openChoices();
    const id = choices.open(ask) ?? "";
    for (const index of [-1, 2, 0.5, Number.NaN]) choices.pick(id, index);
    choices.pick("nobody", 0);
    expect(choices.find(id)?.standing.is).toBe("open");
    expect(await choices.settled("nobody", 1000, never)).toBeUndefined();
  });

  it(`refuses more than ${limits.openQuestions} open, closes each after ${limits.questionMs} ms, and remembers ${limits.keptAnswers}`, async () => {
    const choices = openChoices();
    for (let index = 0; index < limits.openQuestions; index++) expect(choices.open(ask)).toBeTypeOf("string");
    expect(choices.open(ask)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(limits.questionMs);
    expect(choices.all.get().map((choice) => choice.standing.is)).toEqual(Array(limits.openQuestions).fill("expired"));
    for (let index = 0; index < limits.keptAnswers + 10; index++) choices.dismiss(choices.open(ask) ?? "");
    expect(choices.all.get()).toHaveLength(limits.keptAnswers);
  });
});
