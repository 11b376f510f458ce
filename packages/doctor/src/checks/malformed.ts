import { saidBy } from "../answer.ts";
import type { Exam } from "../exam.ts";
import { type Finding, type Look, error, judge, warning } from "../look.ts";
import { headersFor } from "./sending.ts";

/** Bodies that are no message, by what is wrong with them. */
const bodies: Readonly<Record<string, string | Uint8Array>> = {
  "half an object": "{",
  "no JSON": "hello",
  "a text": '"hello"',
  "a number": "7",
  null: "null",
  "an empty object": "{}",
  "no version": '{"id":1,"method":"tools/list"}',
  "version 1.0": '{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
  "no method": '{"jsonrpc":"2.0","id":1}',
  "a method that is a number": '{"jsonrpc":"2.0","id":1,"method":7}',
  "params that are a number": '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":7}',
  "params that are null": '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}',
  "an id that is an object": '{"jsonrpc":"2.0","id":{},"method":"tools/list"}',
  "bytes that are no UTF-8": Uint8Array.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  "two objects": '{"jsonrpc":"2.0","id":1,"method":"ping"}{"jsonrpc":"2.0","id":2,"method":"ping"}',
};

const fix = "Answer what is no request with 400 and error -32700 or -32600, and go on";

/** Sends each, and after each asks something that is right: whoever sends rubbish must not take others along. */
export async function malformed(exam: Exam): Promise<Look> {
  const peer = await exam.peer();
  const findings: Finding[] = [];
  for (const [what, body] of Object.entries(bodies)) {
    if (exam.target.is === "http") {
      const answer = await exam.http.send({
        body,
        raw: true,
        headers: headersFor(peer, "tools/list"),
        ms: Math.min(exam.limits.requestMs, 5_000),
      });
      const isRefused = answer.status >= 400 && answer.status < 500;
      const hasError = answer.messages.some((each) => "error" in each);
      if (answer.status === 0) findings.push(error(`a body of ${what} gets ${saidBy(answer)}`, fix));
      else if (answer.status >= 500) findings.push(error(`a body of ${what} is ${saidBy(answer)}`, fix));
      // Members that are merely odd may be taken as none: only what is no JSON at all must be refused.
      else if (!isRefused && !hasError && strict.has(what)) findings.push(warning(`a body of ${what} is ${saidBy(answer)}`, fix));
    } else (await exam.process()).write(typeof body === "string" ? body : Buffer.from(body).toString("latin1"));
    const next = await peer.request("tools/list", {}, { ms: Math.min(exam.limits.requestMs, 5_000) });
    if (next.message !== undefined && (next.answer?.status ?? 200) < 500) continue;
    findings.push(error(`after ${what} the next request gets ${next.said}`, fix));
    break;
  }
  return judge(findings, `${Object.keys(bodies).length} bodies that are no request; the next request is answered after each`);
}

const strict: ReadonlySet<string> = new Set(["half an object", "no JSON", "a text", "a number", "null", "bytes that are no UTF-8"]);
