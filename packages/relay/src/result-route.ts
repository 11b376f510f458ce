import { isUtf8 } from "node:buffer";
import { Fault } from "@jackfield/contract";
import { faultOfWire, parseResultEnvelope, parseWireError, peekResultEnvelope, scanResult } from "@jackfield/wire";
import { leaveUnread } from "./body.ts";
import { countHolder, isJson, refuse } from "./holder-body.ts";
import type { HolderRequest } from "./holder-request.ts";
import { answer, headerOf, refuseHolder } from "./http-answer.ts";
import type { Parts } from "./parts.ts";
import { refuseResult } from "./refuse-result.ts";
import { passOn } from "./result-stream.ts";

/** `POST result`: the answer to a call. Small ones are taken whole; large ones are passed on as they arrive. */
export function serveResult(parts: Parts, holder: HolderRequest): void {
  if (!isJson(parts, holder)) return;
  const link = parts.links.find(holder.token);
  if (link === undefined) return noSuchCall(parts, holder);
  link.seen = parts.now();
  if (!countHolder(parts, holder, link)) return;
  new ResultBody(parts, holder).read();
}

/** One result body while it comes in. */
class ResultBody {
  readonly #parts: Parts;
  readonly #holder: HolderRequest;
  readonly #chunks: Buffer[] = [];
  readonly #declared: number;
  #length = 0;
  #held = 0;
  #reading = true;

  constructor(parts: Parts, holder: HolderRequest) {
    this.#parts = parts;
    this.#holder = holder;
    this.#declared = Number(headerOf(holder.request, "content-length") ?? Number.NaN);
  }

  read(): void {
    const { request, response } = this.#holder;
    const { wheel, limits, tally } = this.#parts;
    // What is declared and will be taken whole is counted at once: slow uploads must not promise more than there is room for.
    if (this.#declared <= limits.streamedBytes && !this.#hold(this.#declared)) return;
    const slow = wheel.after(limits.bodyMs, () => {
      tally.add("too_slow");
      this.#stop();
      response.once("finish", () => request.destroy());
      answer(response, 408, ["connection", "close", ...this.#holder.headers]);
    });
    const over = (): void => {
      slow.stop();
      this.#release();
    };
    request.on("data", (chunk: Buffer) => {
      if (!this.#reading) return;
      this.#parts.safely(response, "result", () => this.#chunk(chunk));
      if (!this.#reading) over();
    });
    request.on("end", () => {
      if (this.#reading) this.#parts.safely(response, "result", () => this.#whole());
      over();
    });
    request.on("close", over);
    request.on("error", over);
  }

  #chunk(chunk: Buffer): void {
    const { limits } = this.#parts;
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length > limits.messageBytes || this.#declared > limits.messageBytes) return this.#tooLarge();
    if (this.#length <= this.#held) return;
    if (this.#length > limits.streamedBytes || this.#declared > limits.streamedBytes) {
      const head = this.#head();
      const peek = peekResultEnvelope(head);
      if (peek !== undefined) return this.#stream(peek.id, peek.start);
      // The beginning may still be cut; a body that does not begin with its id is taken whole.
      if (head.length < peekBytes) return;
    }
    this.#hold(this.#length - this.#held);
  }

  #stream(key: string, start: number): void {
    this.#stop();
    const call = this.#parts.calls.find(this.#holder.token, key);
    if (call === undefined) return noSuchCall(this.#parts, this.#holder);
    passOn(this.#parts, this.#holder, call, Buffer.concat(this.#chunks).subarray(start));
  }

  #whole(): void {
    this.#stop();
    const body = this.#chunks.length === 1 && this.#chunks[0] !== undefined ? this.#chunks[0] : Buffer.concat(this.#chunks);
    const { response, headers, token } = this.#holder;
    const { calls, tally } = this.#parts;
    const envelope = parseResultEnvelope(body);
    if (!envelope.ok)
      return refuseHolder(
        response,
        new Fault("invalid_request", `The result's envelope is not valid: ${envelope.problem}`, {
          hint: 'Send { "id", "result" } or { "id", "error" }',
        }),
        headers,
      );
    const call = calls.find(token, envelope.id);
    if (call === undefined) return noSuchCall(this.#parts, this.#holder);
    const value = body.subarray(envelope.start, envelope.end);
    if (envelope.kind === "error") {
      tally.add("failed");
      calls.fail(call, faultIn(value));
      return answer(response, 204, headers);
    }
    const scan = scanResult(value, { isUtf8 });
    if (!scan.ok) return refuseResult(this.#parts, this.#holder, call, scan.problem);
    tally.add("answered");
    calls.finish(call);
    call.reply.result(value);
    answer(response, 204, headers);
  }

  #tooLarge(): void {
    this.#stop();
    const { limits, tally, calls } = this.#parts;
    tally.add("too_large");
    const key = peekResultEnvelope(this.#head())?.id;
    const call = key === undefined ? undefined : calls.find(this.#holder.token, key);
    if (call !== undefined) calls.fail(call, new Fault("result_too_large", `The result is larger than ${limits.messageBytes} bytes`));
    refuse(this.#parts, this.#holder, new Fault("too_large", undefined, { data: { ceiling: "messageBytes", limit: limits.messageBytes } }));
  }

  #head(): Buffer {
    const first = this.#chunks[0] ?? Buffer.alloc(0);
    return first.length >= peekBytes || this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks.slice(0, peekBytes));
  }

  #hold(bytes: number): boolean {
    if (this.#parts.held.take(bytes)) {
      this.#held += bytes;
      return true;
    }
    this.#stop();
    this.#parts.tally.add("full_held");
    refuse(
      this.#parts,
      this.#holder,
      new Fault("full", "The relay holds too much at the moment", {
        data: { ceiling: "heldBytes", limit: this.#parts.limits.heldBytes, retryAfter: 2 },
      }),
    );
    return false;
  }

  #stop(): void {
    this.#reading = false;
  }

  #release(): void {
    if (this.#held > 0) this.#parts.held.give(this.#held);
    this.#held = 0;
  }
}

function noSuchCall(parts: Parts, holder: HolderRequest): void {
  parts.tally.add("late_results");
  refuseHolder(
    holder.response,
    new Fault("not_found", "No such call is open on this link", { hint: "It ended, or the link is another's" }),
    holder.headers,
  );
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

/** Enough of a body to find the key in (wire's `peekResultEnvelope`). */
const peekBytes = 96;
