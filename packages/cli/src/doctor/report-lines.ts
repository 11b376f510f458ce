import { type Check, type Finding, type Looked, type Report, type Severity, groups } from "@jackfield/doctor";
import type { Event } from "../voice.ts";
import { paint, type Screen } from "../screen.ts";
import { wrap } from "../help.ts";

type Face = Severity | "well" | "skipped";

const marks: Readonly<Record<Face, { readonly word: string; readonly colour: string }>> = {
  error: { word: "fix", colour: "31;1" },
  warning: { word: "warn", colour: "33" },
  note: { word: "note", colour: "36" },
  well: { word: "well", colour: "32" },
  skipped: { word: "skip", colour: "2" },
};

/** A report for people: what is wrong by group, each with what to do, then the counts. `all`: what is well and what was skipped too. */
export function reportLines(target: string, report: Report, ms: number, all: boolean, screen: Screen): string[] {
  const lines: string[] = [
    paint(
      `${report.server ?? "A server that says no name"} at ${target}${report.revision === undefined ? "" : `, MCP ${report.revision}`}`,
      "1",
      screen,
    ),
  ];
  for (const group of groups) {
    const looked = report.looked.filter(({ check }) => check.group === group);
    const shown = looked.filter(({ look }) => all || look.is === "found");
    if (shown.length === 0) continue;
    lines.push("", paint(group, "1", screen), ...shown.flatMap((each) => lookLines.lines(each, screen)));
  }
  const { errors, warnings, notes, well, skipped } = report.counts;
  const verdict = errors === 0 ? (report.isStopped ? "nothing to fix so far" : "nothing to fix") : `${errors} to fix`;
  const rest = [count(warnings, "warning"), count(notes, "note"), `${well} well`, `${skipped} skipped`].join(", ");
  lines.push(
    "",
    `${report.isStopped ? "Stopped: " : ""}${paint(verdict, errors === 0 ? "32;1" : "31;1", screen)}; ${rest} (${(ms / 1000).toFixed(1)} s)`,
    ...(report.waited === 0 ? [] : [`The server limits its rate: it was waited for ${count(report.waited, "time")}.`]),
  );
  return lines;
}

export function reportEvent(target: string, report: Report, ms: number): Event {
  const { server, revision, counts, waited, isStopped } = report;
  return {
    event: "report",
    target,
    server: server ?? null,
    revision: revision ?? null,
    ...counts,
    waited,
    stopped: isStopped,
    seconds: Math.round(ms / 100) / 10,
  };
}

/** One check that was run, as lines and as an event. */
export const lookLines = {
  lines({ check, look }: Looked, screen: Screen): string[] {
    switch (look.is) {
      case "well":
        return block("well", check.name, [look.saw], screen);
      case "skipped":
        return block("skipped", check.name, [look.why], screen);
      case "found":
        return look.findings.flatMap((finding) => findingLines(finding, check, screen));
    }
  },
  event({ check, look, ms }: Looked): Readonly<Record<string, unknown>> {
    const about = { name: check.name, group: check.group, is: look.is, ms };
    switch (look.is) {
      case "well":
        return { ...about, saw: look.saw };
      case "skipped":
        return { ...about, why: look.why };
      case "found":
        return { ...about, client: check.client, source: check.source, findings: look.findings };
    }
  },
};

/** One check of `--list`. */
export function checkLines(check: Check, screen: Screen): string[] {
  return [
    `${paint(check.name, "1", screen)} (${check.group}${check.on === "any" ? "" : check.on === "http" ? ", addresses" : ", commands"})`,
    ...wrap(check.client, screen.columns - 4).map((line) => `    ${line}`),
    ...wrap(check.source, screen.columns - 4).map((line) => paint(`    ${line}`, "2", screen)),
  ];
}

export function checkEvent({ name, group, on, client, source }: Check): Event {
  return { event: "check", name, group, on, client, source };
}

function findingLines(finding: Finding, check: Check, screen: Screen): string[] {
  return [
    ...block(finding.severity, check.name, [finding.found, `→ ${finding.fix}`], screen),
    ...(finding.severity === "error" ? block(undefined, "", [`(${check.source})`], screen) : []),
  ];
}

const nameWidth = 22;

/** A mark, a name, and texts in a column of their own. */
function block(face: Face | undefined, name: string, texts: readonly string[], screen: Screen): string[] {
  const left = 8 + nameWidth;
  const lines = texts.flatMap((text) => wrap(text, Math.max(30, Math.min(screen.columns, 120) - left)));
  const mark = face === undefined ? undefined : marks[face];
  return lines.map((line, index) => {
    const isFirst = index === 0 && mark !== undefined;
    const word = isFirst ? paint(mark.word.padEnd(5), mark.colour, screen) : "     ";
    const text = face === undefined || face === "skipped" ? paint(line, "2", screen) : line;
    return `  ${word} ${(index === 0 ? name : "").padEnd(nameWidth)}${text}`.trimEnd();
  });
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}
