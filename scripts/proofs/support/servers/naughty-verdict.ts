import { readText } from "../../../../test/clients/json-reader.ts";
import type { Driver } from "../../../../test/clients/driver.ts";
import type { Shown } from "../../../../test/clients/script.ts";
import type { WireRecord } from "../../../../test/clients/wire-proxy.ts";
import type { MemorySamples } from "./memory-samples.ts";
import type { NaughtyCall, NaughtyServer } from "./naughty-servers.ts";

/** What is known of one call when all is over. */
export interface Evidence {
  readonly driver: Driver;
  readonly door: "share" | "serve";
  readonly records: readonly WireRecord[];
  readonly memory: MemorySamples;
}

export interface Verdict {
  readonly ok: boolean;
  /** What was measured, or what is wrong. */
  readonly says: string;
}

/** Judges all calls of one server: what the client showed, and what the wire carried. */
export function verdictOf(server: NaughtyServer, shown: readonly (Shown | undefined)[], evidence: Evidence): Verdict {
  const verdicts = server.calls.map((call, index) => verdictOfCall(`${server.name}_${call.tool}`, call, shown[index], evidence));
  const wrong = verdicts.find(({ ok }) => !ok);
  return wrong ?? { ok: true, says: verdicts.map(({ says }) => says).join("; ") };
}

function verdictOfCall(name: string, call: NaughtyCall, shown: Shown | undefined, { driver, door, records, memory }: Evidence): Verdict {
  const wrong = (says: string): Verdict => ({ ok: false, says: `${name} ${says}` });
  if (shown === undefined) return wrong("had no result");
  const gives = door === "serve" ? (call.servedGives ?? call.gives) : call.gives;
  const text = shown.text.replace(driver.leads ?? "", "");
  const wantsError = typeof gives !== "string";
  if (wantsError ? !gives.test(text) : text !== gives) return wrong(`shows ${quoted(text)} instead of ${quoted(String(gives))}`);
  if (driver.hidesErrors !== true && shown.isError !== wantsError) return wrong(`is shown as ${shown.isError ? "an error" : "no error"}`);

  const carried = records.filter(({ method, request }) => method === "POST" && calledTool(request) === name);
  const [record] = carried;
  if (record === undefined || carried.length !== 1) return wrong(`went over the wire ${carried.length} times`);
  if (isErrorAnswer(record.answer) !== wantsError) return wrong(`is ${wantsError ? "no" : "an"} error on the wire`);
  if (record.lastMs > call.withinMs) return wrong(`took ${record.lastMs} ms, and ${call.withinMs} ms are allowed`);
  if (call.growsAtMost === undefined) return { ok: true, says: `${call.tool} ${record.lastMs} ms` };
  const grown = memory.growth(record.at, record.at + record.lastMs);
  if (grown === undefined) return wrong("was over before the memory could be looked at");
  if (grown > call.growsAtMost) return wrong(`took ${megabytes(grown)} of memory, and ${megabytes(call.growsAtMost)} are allowed`);
  return { ok: true, says: `${call.tool} ${record.lastMs} ms, ${megabytes(grown)} of memory` };
}

function calledTool(request: string): string | undefined {
  const message = readText(request);
  return message.get("method").text === "tools/call" ? message.get("params").get("name").text : undefined;
}

/** An answer is JSON or a stream of it; a result that errs says so first or last, and an error is one. */
function isErrorAnswer(answer: string): boolean {
  return answer.includes('"isError":true') || answer.includes('"error":{');
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text);
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_048_576)} MB`;
}
