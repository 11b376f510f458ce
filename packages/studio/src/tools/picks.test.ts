import { describe, expect, it } from "vitest";
import { Picks, mostOpenPicks } from "./picks.ts";

const question = { by: "claude.ai", question: "Which?", choices: ["A", "B"] };
const signal = new AbortController().signal;

describe("Picks", () => {
  it("who waits hears the answer as soon as it is there", async () => {
    const picks = new Picks(() => 0);
    const { id, signal: ended } = picks.ask(question);
    const waiting = picks.settled(id, 60, signal);
    expect(picks.open).toHaveLength(1);
    expect(picks.answer(id, "B")).toBe(true);
    expect((await waiting)?.standing).toEqual({ is: "answered", answer: "B" });
    expect(ended.aborted).toBe(true);
    expect(picks.answer(id, "A")).toBe(false);
    expect(picks.find(id)?.standing).toEqual({ is: "answered", answer: "B" });
  });

  it("a wait ends with its time or its signal, and the question stays", async () => {
    const picks = new Picks(() => 0);
    const { id } = picks.ask(question);
    expect((await picks.settled(id, 0, signal))?.standing.is).toBe("pending");
    expect((await picks.settled(id, 0.01, signal))?.standing.is).toBe("pending");
    const gone = new AbortController();
    const waiting = picks.settled(id, 60, gone.signal);
    gone.abort();
    expect((await waiting)?.standing.is).toBe("pending");
    expect(await picks.settled("ask-99", 60, signal)).toBeUndefined();
  });

  it("no more than four stand open, and one that nobody answers runs out", () => {
    let now = 0;
    const picks = new Picks(() => now);
    const ids = Array.from({ length: mostOpenPicks }, () => picks.ask(question).id);
    expect(() => picks.ask(question)).toThrow("open already");
    now = 600_000;
    expect(picks.open).toEqual([]);
    expect(picks.find(ids[0] ?? "")?.standing.is).toBe("expired");
    expect(picks.ask(question).id).not.toBe(ids[0]);
  });

  it("however many are asked, what is kept stays small", () => {
    const picks = new Picks(() => 0);
    const ids = Array.from({ length: 500 }, () => {
      const { id } = picks.ask(question);
      picks.withdraw(id);
      return id;
    });
    expect(ids.filter((id) => picks.find(id) !== undefined)).toHaveLength(32);
  });
});
