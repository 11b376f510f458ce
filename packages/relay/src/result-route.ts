import { isUtf8 } from "node:buffer";
import { Fault } from "@jackfield/contract";
import { faultOfWire, parseResultEnvelope, parseWireError, peekResultEnvelope, scanResult } from "@jackfield/wire";
import { type BodyTaker, type HeldBody, leaveUnread, takeBody } from "./body.ts";
import type { OpenCall } from "./calls.ts";
import { countHolder, isJson } from "./holder-body.ts";
import type { HolderRequest } from "./holder-request.ts";
import { answerEmpty, refuseHolder } from "./http-answer.ts";
import type { Parts } from "./parts.ts";
import { quickEnvelope } from "./quick-envelope.ts";
import { refuseResult } from "./refuse-result.ts";
import { passOn } from "./result-stream.ts";

/** `POST result`: the answer to a call. Small ones are taken whole; large ones are passed on as they arrive. */
export function serveResult(parts: Parts, holder: HolderRequest): void {
  if (!isJson(parts, holder)) return;
  const link = parts.links.find(holder.token);
  if (link === undefined) return noSuchCall(parts, holder);
  link.seen = parts.now();
  if (!countHolder(parts, holder, link)) return;
  takeBody(parts, holder.request, holder.response, holder.visit, parts.limits.messageBytes, new ResultTaker(parts, holder));
}

class ResultTaker implements BodyTaker {
  /** Larger ones are taken piece by piece: a copy of a megabyte costs more than all the rest. */
  readonly streamedBytes = pieceBytes;
  readonly #parts: Parts;
  readonly #holder: HolderRequest;

  constructor(parts: Parts, holder: HolderRequest) {
    this.#parts = parts;
    this.#holder = holder;
  }

  /** A body that does not begin with its id is taken whole. */
  grew(sofar: Buffer): boolean {
    const peek = peekResultEnvelope(sofar);
    if (peek === undefined) return false;
    const call = this.#parts.calls.find(this.#holder.token, peek.id);
    if (call === undefined) noSuchCall(this.#parts, this.#holder);
    else passOn(this.#parts, this.#holder, call, sofar.subarray(peek.start));
    return true;
  }

  whole(body: Buffer, held: HeldBody): void {
    const { calls } = this.#parts;
    const { token } = this.#holder;
    const quick = quickEnvelope(body);
    const quickly = quick === undefined ? undefined : calls.find(token, quick.id);
    if (quick !== undefined && quickly !== undefined) this.#result(quickly, body.subarray(quick.start, quick.end));
    else this.#carefully(body);
    held.release();
  }

  refused(fault: Fault, head: Buffer): void {
    const { calls, limits } = this.#parts;
    if (fault.code === "too_large") {
      const key = peekResultEnvelope(head)?.id;
      const call = key === undefined ? undefined : calls.find(this.#holder.token, key);
      if (call !== undefined) calls.fail(call, new Fault("result_too_large", `The result is larger than ${limits.messageBytes} bytes`));
    }
    refuseHolder(this.#holder.response, fault, this.#holder.headers);
  }

  #carefully(body: Buffer): void {
    const { response, headers, token } = this.#holder;
    const { calls, tally } = this.#parts;
    const envelope = parseResultEnvelope(body);
    if (!envelope.ok) {
      const hint = 'Send { "id", "result" } or { "id", "error" }';
      const fault = new Fault("invalid_request", `The result's envelope is not valid: ${envelope.problem}`, { hint });
      return refuseHolder(response, fault, headers);
    }
    const call = calls.find(token, envelope.id);
    if (call === undefined) return noSuchCall(this.#parts, this.#holder);
    const value = body.subarray(envelope.start, envelope.end);
    if (envelope.kind === "result") return this.#result(call, value);
    tally.add("failed");
    calls.fail(call, faultIn(value));
    answerEmpty(response, headers);
  }

  #result(call: OpenCall, value: Buffer): void {
    const { calls, tally } = this.#parts;
    const scan = scanResult(value, scanOptions);
    if (!scan.ok) return refuseResult(this.#parts, this.#holder, call, scan.problem);
    tally.add("answered");
    calls.finish(call);
    call.reply.result(value);
    answerEmpty(this.#holder.response, this.#holder.headers);
  }
}

function noSuchCall(parts: Parts, holder: HolderRequest): void {
  parts.tally.add("late_results");
  const hint = "It ended, or the link is another's";
  refuseHolder(holder.response, new Fault("not_found", "No such call is open on this link", { hint }), holder.headers);
  leaveUnread(parts, holder.request);
}

function faultIn(bytes: Uint8Array): Fault {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    // Not UTF-8: as good as no error at all.
    value = undefined;
  }
  return faultOfWire(parseWireError(value));
}

const scanOptions = { isUtf8 };
const pieceBytes = 65_536;
