import { isUtf8 } from "node:buffer";
import { Fault } from "@jackfield/contract";
import { faultOfWire, parseResultEnvelope, parseWireError, peekResultEnvelope, scanResult } from "@jackfield/wire";
import { type BodyTaker, type HeldBody, leaveUnread } from "./body.ts";
import type { OpenCall } from "./calls.ts";
import { refuse } from "./holder-body.ts";
import type { HolderRequest } from "./holder-request.ts";
import { answerEmpty, refuseHolder } from "./http-answer.ts";
import type { Parts } from "./parts.ts";
import { quickEnvelope } from "./quick-envelope.ts";
import { badResult } from "./refuse-result.ts";
import { passOn } from "./result-stream.ts";

/** How the holder that sent a result is answered. */
export interface ResultAnswer {
  accepted(): void;
  turnedDown(fault: Fault): void;
  /** The same, at the pace of refusals: what was sent could not be passed on. */
  condemned(fault: Fault): void;
}

/** Takes a whole result body for a call of this link. */
export function takeResult(parts: Parts, token: string, body: Buffer, to: ResultAnswer): void {
  const quick = quickEnvelope(body);
  const quickly = quick === undefined ? undefined : parts.calls.find(token, quick.id);
  if (quick !== undefined && quickly !== undefined) return pass(parts, quickly, body.subarray(quick.start, quick.end), to);
  const envelope = parseResultEnvelope(body);
  if (!envelope.ok) {
    const hint = 'Send { "id", "result" } or { "id", "error" }';
    return to.turnedDown(new Fault("invalid_request", `The result's envelope is not valid: ${envelope.problem}`, { hint }));
  }
  const call = parts.calls.find(token, envelope.id);
  if (call === undefined) {
    parts.tally.add("late_results");
    return to.turnedDown(noCall());
  }
  const value = body.subarray(envelope.start, envelope.end);
  if (envelope.kind === "result") return pass(parts, call, value, to);
  parts.tally.add("failed");
  parts.calls.fail(call, faultIn(value));
  to.accepted();
}

function pass(parts: Parts, call: OpenCall, value: Buffer, to: ResultAnswer): void {
  const scan = scanResult(value, scanOptions);
  if (!scan.ok) return to.condemned(badResult(parts, call, scan.problem));
  parts.tally.add("answered");
  parts.calls.finish(call);
  call.reply.result(value);
  to.accepted();
}

/** Takes the body of a result whose call is here. */
export class ResultTaker implements BodyTaker, ResultAnswer {
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
    takeResult(this.#parts, this.#holder.token, body, this);
    held.release();
  }

  refused(fault: Fault, head: Buffer): void {
    const { calls, limits } = this.#parts;
    if (fault.code === "too_large") {
      const key = peekResultEnvelope(head)?.id;
      const call = key === undefined ? undefined : calls.find(this.#holder.token, key);
      if (call !== undefined) calls.fail(call, new Fault("result_too_large", `The result is larger than ${limits.messageBytes} bytes`));
    }
    this.turnedDown(fault);
  }

  accepted(): void {
    answerEmpty(this.#holder.response, this.#holder.headers);
  }

  turnedDown(fault: Fault): void {
    refuseHolder(this.#holder.response, fault, this.#holder.headers);
  }

  condemned(fault: Fault): void {
    refuse(this.#parts, this.#holder, fault);
  }
}

/** Refuses a result whose body may not be here yet. */
export function noSuchCall(parts: Parts, holder: HolderRequest): void {
  parts.tally.add("late_results");
  refuseHolder(holder.response, noCall(), holder.headers);
  leaveUnread(parts, holder.request);
}

function noCall(): Fault {
  return new Fault("not_found", "No such call is open on this link", { hint: "It ended, or the link is another's" });
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
