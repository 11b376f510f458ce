import { expect, describe, test } from "vitest";
import { command, run } from "./command.ts";
import { runSteps, type Tally } from "./run-steps.ts";
import type { Step, StepResult } from "./step.ts";

const result = (ok: boolean, more: Partial<StepResult> = {}): StepResult => ({
  ok,
  passed: ok ? 1 : 0,
  failed: ok ? 0 : 1,
  skipped: 0,
  note: "",
  output: "what it wrote",
  ...more,
});
const step = (name: string, end: StepResult, more: Partial<Step> = {}): Step => ({ name, run: () => Promise.resolve(end), ...more });

async function go(steps: readonly Step[], lanes = 2, signal = new AbortController().signal): Promise<{ tally: Tally; lines: string[] }> {
  const lines: string[] = [];
  const tally = await runSteps(steps, { lanes, signal, print: (line) => lines.push(line) });
  return { tally, lines };
}

describe("runSteps", () => {
  test("adds up, and shows what only failing steps wrote, last", async () => {
    const { tally, lines } = await go([
      step("a", result(true, { passed: 5, skipped: 2, left: ["skipped b"] })),
      step("b", result(false)),
      step("c", result(true)),
    ]);
    expect(tally).toEqual({ ok: false, passed: 6, failed: 1, skipped: 2 });
    expect(lines.filter((line) => line.includes("what it wrote"))).toEqual(["\n--- b ---\nwhat it wrote"]);
    expect(lines.at(-1)).toContain("--- b ---");
    expect(lines).toContain("      skipped b");
  });

  test("a step that throws has failed; the others still run", async () => {
    const broken: Step = { name: "broken", run: () => Promise.reject(new Error("no such tool")) };
    const { tally, lines } = await go([broken, step("after", result(true))], 1);
    expect(tally).toEqual({ ok: false, passed: 1, failed: 1, skipped: 0 });
    expect(lines.at(-1)).toContain("no such tool");
  });

  test("no step at all has failed", async () => {
    expect((await go([])).tally.ok).toBe(false);
  });

  test("runs as many at a time as there are lanes, and alone what asks for it", async () => {
    let running = 0;
    let most = 0;
    const seen: Record<string, number> = {};
    const slow = (name: string, alone: boolean): Step => ({
      name,
      alone,
      async run() {
        running += 1;
        most = Math.max(most, running);
        seen[name] = running;
        await new Promise((done) => setTimeout(done, 20));
        running -= 1;
        return result(true);
      },
    });
    await go([slow("alone", true), slow("a", false), slow("b", false), slow("c", false)]);
    expect([most, seen["alone"]]).toEqual([2, 1]);
  });

  test("an abort before the end counts what did not run as failed", async () => {
    const { tally } = await go([step("a", result(true))], 1, AbortSignal.abort());
    expect(tally).toEqual({ ok: false, passed: 0, failed: 1, skipped: 0 });
  });
});

describe("command", () => {
  const signal = new AbortController().signal;

  test("holds with exit code 0 only", async () => {
    expect(await command("true", process.execPath, ["-e", "console.log('x')"], (output) => output.trim()).run(signal)).toMatchObject({
      ok: true,
      note: "x",
    });
    expect(await command("false", process.execPath, ["-e", "console.error('why'); process.exit(3)"]).run(signal)).toMatchObject({
      ok: false,
      output: "why\n",
    });
    expect(await command("none", "/nonexistent/program", []).run(signal)).toMatchObject({ ok: false });
  });

  test("an abort ends the program and what it started", async () => {
    const controller = new AbortController();
    const started = performance.now();
    setTimeout(() => controller.abort(), 100);
    const ended = await run("/bin/sh", ["-c", "sleep 30 & sleep 30"], controller.signal);
    expect(ended.code).not.toBe(0);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
