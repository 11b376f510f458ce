import { type Summary, nameOf } from "./calls.ts";
import { shareTargets } from "./share-targets.ts";
import { short } from "./statistics.ts";

/** The table of docs/sharing.md: a row for each workload, a column for each target. A target that fails at a size has a cell that says how. */
export function shareMarkdown(summaries: readonly Summary[]): string {
  const workloads = [...new Set(summaries.map(({ workload }) => nameOf(workload)))];
  const cell = (workload: string, target: string): string => {
    const summary = summaries.find((each) => each.target === target && nameOf(each.workload) === workload);
    if (summary === undefined) return "–";
    const { median, calls, failed, firstError } = summary;
    if (calls === 0) return said(firstError ?? "no answer");
    return `${short(median.perSecond)}/s, ${time(median.cpu)}${failed > 0 ? `, ${failed} of ${calls + failed} failed: ${said(firstError ?? "")}` : ""}`;
  };
  return [
    `| Calls | ${shareTargets.join(" | ")} |`,
    `|---|${shareTargets.map(() => "---:|").join("")}`,
    ...workloads.map((workload) => `| ${workload} | ${shareTargets.map((target) => cell(workload, target)).join(" | ")} |`),
  ].join("\n");
}

/** CPU of a call, microseconds. */
function time(cpu: number): string {
  return cpu < 2_000 ? `${Math.round(cpu)} µs` : `${short(cpu / 1_000)} ms`;
}

/** A peer's words, short enough for a cell: of a page with an error only the status. */
function said(error: string): string {
  const status = /^HTTP (\d+)/.exec(error)?.[1];
  return status === "413" ? "refuses (413)" : status === undefined ? error.replaceAll(/[\n|]+/g, " ").slice(0, 60) : `HTTP ${status}`;
}
