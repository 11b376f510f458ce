import { safeText } from "@jackfield/contract";
import { objectAt, saidBy, textAt } from "./answer.ts";
import { type DoctorLimits, doctorLimits } from "./ceilings.ts";
import type { Check } from "./check.ts";
import { checks } from "./checks.ts";
import { isCertificateFault } from "./checks/reach.ts";
import { Exam, type HttpExam, type StdioExam } from "./exam.ts";
import { type Finding, type Look, Skipped, skip } from "./look.ts";
import { initializeParams, request } from "./message.ts";
import type { NamedCall, Target } from "./target.ts";

export interface ExamineOptions {
  /** Names of checks: these and no others. */
  readonly only?: readonly string[];
  /** Names of checks that are left out. */
  readonly skip?: readonly string[];
  /** A tool that may be called whatever its hints say. */
  readonly call?: NamedCall;
  readonly limits?: Partial<DoctorLimits>;
  /** Ends the examination: what was found so far is reported. */
  readonly signal?: AbortSignal;
  /** Before each check. */
  onCheck?(check: Check, index: number, of: number): void;
  /** Before a 429 is waited out. */
  onWait?(): void;
  /** After each check. */
  onLooked?(looked: Looked): void;
}

/** One check and what came of it. */
export interface Looked {
  readonly check: Check;
  readonly look: Look;
  /** Milliseconds that it took. */
  readonly ms: number;
}

export interface Report {
  /** The server's own name and version: foreign text, cut and escaped. */
  readonly server: string | undefined;
  readonly revision: string | undefined;
  readonly looked: readonly Looked[];
  readonly counts: {
    readonly errors: number;
    readonly warnings: number;
    readonly notes: number;
    readonly well: number;
    readonly skipped: number;
  };
  /** How often the server asked the doctor to come again later. */
  readonly waited: number;
  readonly isStopped: boolean;
}

export type Examined = { readonly is: "report"; readonly report: Report } | { readonly is: "unreachable"; readonly why: string };

/**
 * Examines a server: runs the checks one after another, and says what each found. Nothing a server does is thrown. Tools are called only where
 * they say that they read, or where `call` names one. Rejects only for limits that are no numbers (RangeError).
 */
export async function examine(target: Target, options: ExamineOptions = {}): Promise<Examined> {
  const limits = doctorLimits(options.limits);
  const stop = options.signal ?? new AbortController().signal;
  await using exam = new Exam(target, limits, options.call, stop, () => options.onWait?.());
  const refused = await unreachable(exam);
  if (refused !== undefined) return { is: "unreachable", why: refused };
  const chosen = checks.filter(
    (check) => applies(check, target) && (options.only ?? [check.name]).includes(check.name) && !(options.skip ?? []).includes(check.name),
  );
  const looked: Looked[] = [];
  for (const [index, check] of chosen.entries()) {
    if (stop.aborted) break;
    options.onCheck?.(check, index, chosen.length);
    const started = performance.now();
    const look = await lookWith(check, exam, stop);
    if (look === undefined) break;
    const each = { check, look: capped(look, limits), ms: Math.round(performance.now() - started) };
    looked.push(each);
    options.onLooked?.(each);
    // What was found may have spoiled the conversation for those that follow.
    if (look.is === "found" && look.findings.some((finding) => finding.severity === "error") && check.name !== "stdout") await exam.renew();
  }
  exam.signal = AbortSignal.timeout(limits.quietMs);
  const peer = stop.aborted ? undefined : await exam.peer().catch(() => undefined); // the report has no name then
  const info = objectAt(peer?.opening, "serverInfo") ?? objectAt(objectAt(peer?.opening, "_meta"), "io.modelcontextprotocol/serverInfo");
  return {
    is: "report",
    report: {
      server:
        info === undefined
          ? undefined
          : safeText(`${textAt(info, "title") ?? textAt(info, "name") ?? "?"} ${textAt(info, "version") ?? ""}`.trim(), 80),
      revision: peer === undefined ? undefined : safeText(peer.revision, 20),
      looked,
      counts: countsOf(looked),
      waited: exam.waited,
      isStopped: stop.aborted,
    },
  };
}

/** True where a check is for this kind of server. */
export function applies(check: Check, target: Target): boolean {
  return check.on === "any" || check.on === target.is;
}

/** Why the server cannot be reached at all, or undefined. A certificate that is refused is a finding, not this. */
async function unreachable(exam: Exam): Promise<string | undefined> {
  if (exam.target.is === "http") {
    const answer = await exam.http
      .send({ body: request(0, "initialize", initializeParams("2025-11-25")), bare: true, until: "head" })
      .catch(() => undefined);
    if (answer === undefined || isCertificateFault(answer.why)) return undefined;
    return answer.ended === "refused" ? (reasons[answer.why ?? ""] ?? saidBy(answer)) : undefined;
  }
  const client = exam.start();
  const exit = await Promise.race([client.ended, new Promise<undefined>((done) => void setTimeout(() => done(undefined), 200))]);
  await client.close();
  if (exit?.failed === undefined) return undefined;
  return exit.failed === "ENOENT" ? "there is no such program" : `the program cannot be started (${safeText(exit.failed, 40)})`;
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "the name is not known",
  EAI_AGAIN: "the name cannot be looked up now",
  EHOSTUNREACH: "no way leads there",
  ENETUNREACH: "no way leads there",
  ETIMEDOUT: "the connection is not taken",
};

/** Runs one check within its time. Undefined: the examination was stopped. */
async function lookWith(check: Check, exam: Exam, stop: AbortSignal): Promise<Look | undefined> {
  const { limits } = exam;
  const ms = limits.checkMs + (check.group === "calls" || check.group === "streams" ? limits.callMs : 0);
  const late = AbortSignal.timeout(ms);
  exam.signal = AbortSignal.any([stop, late]);
  try {
    switch (check.on) {
      case "http":
        return await check.look(exam as HttpExam);
      case "stdio":
        return await check.look(exam as StdioExam);
      case "any":
        return await check.look(exam);
    }
  } catch (error) {
    if (stop.aborted) return undefined;
    if (error instanceof Skipped) return skip(error.message);
    if (late.aborted) return skip(`given up after ${Math.round(ms / 1000)} s`);
    throw error;
  }
}

/** The worst findings first, and no more than a person reads. */
function capped(look: Look, { findings: most }: DoctorLimits): Look {
  if (look.is !== "found") return look;
  const order = ["error", "warning", "note"];
  const sorted = look.findings.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  if (sorted.length <= most) return { is: "found", findings: sorted };
  const rest = sorted.slice(most);
  const last: Finding = {
    severity: rest[0]?.severity ?? "note",
    found: `${rest.length} more of this kind`,
    fix: "Mend those above, then look again",
  };
  return { is: "found", findings: [...sorted.slice(0, most), last] };
}

function countsOf(looked: readonly Looked[]): Report["counts"] {
  const findings = looked.flatMap(({ look }) => (look.is === "found" ? look.findings : []));
  const count = (severity: Finding["severity"]): number => findings.filter((each) => each.severity === severity).length;
  return {
    errors: count("error"),
    warnings: count("warning"),
    notes: count("note"),
    well: looked.filter(({ look }) => look.is === "well").length,
    skipped: looked.filter(({ look }) => look.is === "skipped").length,
  };
}
