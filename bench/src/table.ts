import { type Summary, nameOf } from "./calls.ts";
import { short } from "./statistics.ts";

/** A plain text table, columns as wide as their longest cell. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [head, widths.map((width) => "─".repeat(width)), ...rows].map(line).join("\n");
}

/** The table of a call run: medians, and ratios to the baseline of the same round. */
export function callsTable(summaries: readonly Summary[]): string {
  return tableOf(
    [
      "workload",
      "target",
      "calls",
      "failed",
      "p50 ms",
      "p99 ms",
      "calls/s",
      "CPU µs",
      "× p50",
      "× p99",
      "× calls/s",
      "× CPU",
      "foreign",
      "says",
    ],
    summaries.map((row) => [
      nameOf(row.workload),
      row.target,
      String(row.calls),
      String(row.failed),
      short(row.median.p50),
      short(row.median.p99),
      short(row.median.perSecond),
      short(row.median.cpu),
      short(row.ratio.p50),
      short(row.ratio.p99),
      short(row.ratio.perSecond),
      short(row.ratio.cpu),
      short(row.foreign),
      (row.firstError ?? "").split("\n")[0]?.slice(0, 60) ?? "",
    ]),
  );
}
