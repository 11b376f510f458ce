import { isUtf8 } from "node:buffer";
import { Fault } from "@jackfield/contract";
import type { ResultStream } from "@jackfield/mcp";
import { EnvelopeStream } from "@jackfield/wire";
import { leaveUnread } from "./body.ts";
import type { OpenCall } from "./calls.ts";
import type { HolderRequest } from "./holder-request.ts";
import { answer, refuseHolder } from "./http-answer.ts";
import type { Parts } from "./parts.ts";
import { refuseResult } from "./refuse-result.ts";

const openBrace = Buffer.from("{");

/**
 * Passes a large result on while it arrives: `first` is what has come of it, from the result's own first byte. A caller that does not read
 * holds up the holder's POST, not the relay. What was passed on can't be unsaid: a result that turns out bad cuts the caller's connection.
 */
export function passOn(parts: Parts, holder: HolderRequest, call: OpenCall, first: Buffer): void {
  const scan = new EnvelopeStream({ isUtf8 });
  const opening = scan.feed(first);
  // White space where a megabyte ago a member should have begun: no result, and after our own members no JSON either.
  if (opening === undefined || opening[firstSolid(opening)] !== 0x22) return refuseResult(parts, holder, call, problemOf(scan));
  new Passage(parts, holder, call, scan).begin(opening);
}

class Passage {
  readonly #parts: Parts;
  readonly #holder: HolderRequest;
  readonly #call: OpenCall;
  readonly #scan: EnvelopeStream;
  #to: ResultStream | undefined;
  #over = false;

  constructor(parts: Parts, holder: HolderRequest, call: OpenCall, scan: EnvelopeStream) {
    this.#parts = parts;
    this.#holder = holder;
    this.#call = call;
    this.#scan = scan;
  }

  begin(opening: Uint8Array): void {
    const { request, response } = this.#holder;
    const { wheel, limits, calls, tally } = this.#parts;
    calls.streaming(this.#call);
    const idle = wheel.after(limits.bodyMs, () => {
      if (request.isPaused()) return idle.again(limits.bodyMs);
      tally.add("too_slow");
      this.#fail();
      request.destroy();
    });
    this.#to = this.#call.reply.stream(() => request.resume());
    request.on("data", (chunk: Buffer) => {
      idle.again(limits.bodyMs);
      this.#parts.safely(response, "result", () => this.#chunk(chunk));
    });
    request.on("end", () => this.#parts.safely(response, "result", () => this.#end()));
    request.on("close", () => {
      idle.stop();
      this.#fail();
    });
    this.#write(openBrace);
    this.#write(opening);
  }

  #chunk(chunk: Buffer): void {
    if (this.#over) return;
    const piece = this.#scan.feed(chunk);
    if (piece === undefined) return this.#refuse();
    if (piece.length > 0) this.#write(piece);
  }

  #write(bytes: Uint8Array): void {
    if (this.#to?.write(bytes) === false) this.#holder.request.pause();
  }

  #end(): void {
    if (this.#over) return;
    const shape = this.#scan.finish();
    if (!shape.ok) return this.#refuse();
    this.#over = true;
    this.#to?.end(shape.meta !== undefined);
    this.#parts.tally.add("answered");
    this.#parts.calls.finish(this.#call);
    answer(this.#holder.response, 204, this.#holder.headers);
  }

  #refuse(): void {
    this.#parts.tally.add("bad_results");
    const problem = problemOf(this.#scan);
    this.#fail();
    refuseHolder(
      this.#holder.response,
      new Fault("result_invalid", `The result cannot be passed on: ${problem}`, {
        hint: "See docs/protocol.md, Results",
        data: { problem },
      }),
      this.#holder.headers,
    );
    leaveUnread(this.#parts, this.#holder.request);
  }

  /** The result will never be whole: the caller's connection is cut, which is the only way to say so by now. */
  #fail(): void {
    if (this.#over) return;
    this.#over = true;
    this.#to?.abort();
    this.#parts.calls.finish(this.#call);
  }
}

function problemOf(scan: EnvelopeStream): string {
  const verdict = scan.finish();
  return verdict.ok ? "not_json" : verdict.problem;
}

function firstSolid(bytes: Uint8Array): number {
  return bytes.findIndex((byte) => byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09);
}
