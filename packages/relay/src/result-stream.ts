import { isUtf8 } from "node:buffer";
import { Fault } from "@jackfield/contract";
import type { ResultStream } from "@jackfield/mcp";
import { EnvelopeStream } from "@jackfield/wire";
import { type SlowBody, leaveUnread } from "./body.ts";
import type { OpenCall } from "./calls.ts";
import type { HolderRequest } from "./holder-request.ts";
import { answerEmpty, refuseHolder } from "./http-answer.ts";
import type { Parts } from "./parts.ts";
import type { Leaver } from "./peers.ts";
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

class Passage implements SlowBody, Leaver {
  since: number;
  before: SlowBody | undefined;
  after: SlowBody | undefined;
  readonly #parts: Parts;
  readonly #holder: HolderRequest;
  readonly #call: OpenCall;
  readonly #scan: EnvelopeStream;
  #to: ResultStream | undefined;
  #over = false;

  constructor(parts: Parts, holder: HolderRequest, call: OpenCall, scan: EnvelopeStream) {
    this.since = parts.now();
    this.#parts = parts;
    this.#holder = holder;
    this.#call = call;
    this.#scan = scan;
  }

  begin(opening: Uint8Array): void {
    const { request, response } = this.#holder;
    const { slow, calls } = this.#parts;
    calls.streaming(this.#call);
    slow.add(this);
    this.#to = this.#call.reply.stream(() => request.resume());
    const safely = (run: () => void): void => {
      try {
        run();
      } catch (error) {
        this.#parts.failed(response, "result", error);
      }
    };
    request.on("data", (chunk: Buffer) => safely(() => this.#chunk(chunk)));
    request.on("end", () => safely(() => this.#end()));
    this.#holder.visit.holds = this;
    this.#write(openBrace);
    this.#write(opening);
  }

  /** The holder is gone. */
  left(): void {
    this.#fail();
  }

  /** Nothing has come for a while. The clock stands still while the caller is what holds it up: callers have a limit of their own. */
  tooSlow(): void {
    this.since = this.#parts.now();
    if (this.#holder.request.isPaused()) return;
    this.#parts.tally.add("too_slow");
    this.#fail();
    this.#holder.request.destroy();
  }

  #chunk(chunk: Buffer): void {
    if (this.#over) return;
    this.since = this.#parts.now();
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
    this.#finish();
    this.#to?.end(shape.meta !== undefined);
    this.#parts.tally.add("answered");
    answerEmpty(this.#holder.response, this.#holder.headers);
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
    this.#finish();
    this.#to?.abort();
  }

  #finish(): void {
    this.#over = true;
    this.#parts.slow.remove(this);
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
