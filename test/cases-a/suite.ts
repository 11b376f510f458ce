import { describe } from "vitest";
import { answersCases } from "./answers.ts";
import { clientsCases } from "./clients.ts";
import { limitsCases } from "./limits.ts";
import { pagesCases } from "./pages.ts";
import { sessionsCases } from "./sessions.ts";
import type { CaseTarget } from "./system.ts";

/** The faults of others that ours must not have (part A of the case list): one suite for everything that serves MCP over HTTP. */
export function casesA(target: CaseTarget): void {
  // Five minutes: what hangs is found, and what is slow is the machine's affair.
  describe(`cases A: ${target.name}`, { timeout: 300_000 }, () => {
    answersCases(target);
    sessionsCases(target);
    clientsCases(target);
    limitsCases(target);
    if (target.isLoopback) pagesCases(target);
  });
}
