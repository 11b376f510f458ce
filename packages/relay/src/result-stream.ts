import { isUtf8 } from "node:buffer";
import { Fault } from "@jackfield/contract";
import type { OwnMeta, ResultStream } from "@jackfield/mcp";
import { EnvelopeStream, type ResultShape } from "@jackfield/wire";
import { type SlowBody, leaveUnread } from "./body.ts";
import type { OpenCall } from "./calls.ts";
import type { HolderRequest } from "./holder-request.ts";
import { answerEmpty, refuseHolder } from "./http-answer.ts";
import type { Parts } from "./parts.ts";
import type { Leaver } from "./peers.ts";
import { refuseResult } from "./refuse-result.ts";

/**
 * Takes a larger result piece by piece, without ever making one buffer of it. Up to `streamedBytes` it is held until its verdict is known;
 * past that it is passed on as it comes: a caller that does not read then holds up the holder's POST, not the relay, and a result that turns
 * out bad can only cut the caller's connection. `first` is what has come of it, from the result's own first byte.
 */
export function passOn(parts: Parts, holder: HolderRequest, call: OpenCall, first: Buffer): void {
  new Passage(parts, holder, call).begin(first);
}

class Passage implements SlowBody, Leaver {
  since: number;
  before: SlowBody | undefined;
  after: SlowBody | undefined;
  readonly #parts: Parts;
  readonly #holder: HolderRequest;
  readonly #call: OpenCall;
  readonly #scan = new EnvelopeStream({ isUtf8 });
  /** What lies between the result's braces, as far as it is held. */
  #pieces: Uint8Array[] = [];
  /** The piece in which the result's own `_meta` ends. */
  #metaIn: { readonly piece: Uint8Array; readonly ownMeta: OwnMeta } | undefined;
  #held = 0;
  #length = 0;
  #state: "gathering" | "streaming" | "over" = "gathering";
  #to: ResultStream | undefined;

  constructor(parts: Parts, holder: HolderRequest, call: OpenCall) {
    this.since = parts.now();
    this.#parts = parts;
    this.#holder = holder;
    this.#call = call;
  }

  begin(first: Buffer): void {
    const { request, response, visit } = this.#holder;
    visit.holds = this;
    this.#parts.slow.add(this);
    const safely = (run: () => void): void => {
      try {
        run();
      } catch (error) {
        this.#parts.failed(response, "result", error);
      }
    };
    request.on("data", (chunk: Buffer) => safely(() => this.#chunk(chunk)));
    request.on("end", () => safely(() => this.#end()));
    this.#chunk(first);
  }

  /** The holder is gone. */
  left(): void {
    this.#abandon();
  }

  /** Nothing has come for a while. The clock stands still while the caller is what holds it up: callers have a limit of their own. */
  tooSlow(): void {
    this.since = this.#parts.now();
    if (this.#holder.request.isPaused()) return;
    this.#parts.tally.add("too_slow");
    this.#abandon();
    this.#holder.request.destroy();
  }

  #chunk(chunk: Buffer): void {
    if (this.#state === "over") return;
    this.since = this.#parts.now();
    this.#length += chunk.length;
    if (this.#length > this.#parts.limits.messageBytes) return this.#tooLarge();
    const piece = this.#scan.feed(chunk);
    if (piece === undefined) return this.#refuse();
    if (piece.length === 0) return;
    const { ownMeta } = this.#scan;
    if (ownMeta !== undefined) this.#metaIn = { piece, ownMeta };
    if (this.#state === "streaming") return this.#write(piece);
    // The call may have ended while its result came in; as long as that comes the holder is at work.
    if (!this.#parts.calls.isOpen(this.#call)) return this.#noSuchCall();
    this.#parts.calls.progressed(this.#call);
    if (!this.#parts.held.take(piece.length)) return this.#full();
    this.#held += piece.length;
    this.#pieces.push(piece);
    if (this.#length > this.#parts.limits.streamedBytes) this.#stream();
  }

  /** From here on what comes is passed on, and what is passed on can't be unsaid. */
  #stream(): void {
    // White space where a megabyte ago a member should have begun: no result, and after our own members no JSON either.
    if (firstSolid(this.#pieces) !== 0x22) return this.#refuse();
    this.#state = "streaming";
    this.#parts.calls.streaming(this.#call);
    this.#open();
  }

  /** Opens the caller's answer with what is held. */
  #open(): void {
    this.#to = this.#call.reply.stream(() => this.#holder.request.resume());
    this.#write(openBrace);
    for (const piece of this.#pieces) this.#write(piece);
    this.#release();
  }

  #write(bytes: Uint8Array): void {
    const ownMeta = this.#metaIn?.piece === bytes ? this.#metaIn.ownMeta : undefined;
    if (this.#to?.write(bytes, ownMeta) === false) this.#holder.request.pause();
  }

  #end(): void {
    if (this.#state === "over") return;
    const shape = this.#scan.finish();
    if (!shape.ok) return this.#refuse();
    if (this.#state === "streaming") this.#to?.end(shape.members);
    else if (this.#parts.calls.isOpen(this.#call)) this.#deliver(shape);
    else return this.#noSuchCall();
    this.#parts.tally.add("answered");
    this.#finish();
    answerEmpty(this.#holder.response, this.#holder.headers);
  }

  /** All of it is here and sound. */
  #deliver(shape: ResultShape): void {
    const pieces = [openBrace, ...this.#pieces, closeBrace];
    this.#parts.calls.finish(this.#call);
    this.#call.reply.pieces(pieces, shape);
  }

  #refuse(): void {
    const verdict = this.#scan.finish();
    const problem = verdict.ok ? "not_json" : verdict.problem;
    if (this.#state === "gathering") {
      this.#leave();
      return refuseResult(this.#parts, this.#holder, this.#call, problem);
    }
    this.#parts.tally.add("bad_results");
    this.#abandon();
    const hint = "See docs/protocol.md, Results";
    this.#answer(new Fault("result_invalid", `The result cannot be passed on: ${problem}`, { hint, data: { problem } }));
  }

  #tooLarge(): void {
    const { tally, calls, limits } = this.#parts;
    tally.add("too_large");
    const streams = this.#state === "streaming";
    this.#leave();
    if (streams) this.#abort();
    else calls.fail(this.#call, new Fault("result_too_large", `The result is larger than ${limits.messageBytes} bytes`));
    this.#answer(new Fault("too_large", undefined, { data: { ceiling: "messageBytes", limit: limits.messageBytes } }));
  }

  #full(): void {
    const { tally, limits } = this.#parts;
    tally.add("full_held");
    this.#leave();
    const data = { ceiling: "heldBytes", limit: limits.heldBytes, retryAfter: 2 };
    this.#answer(new Fault("full", "The relay holds too much at the moment", { data }));
  }

  #noSuchCall(): void {
    this.#parts.tally.add("late_results");
    this.#leave();
    this.#answer(new Fault("not_found", "No such call is open on this link", { hint: "It ended while its result came in" }));
  }

  #answer(fault: Fault): void {
    refuseHolder(this.#holder.response, fault, this.#holder.headers);
    leaveUnread(this.#parts, this.#holder.request);
  }

  /** The result will never be whole. What its caller has of it is cut off, which is the only way to say so by then. */
  #abandon(): void {
    if (this.#state === "over") return;
    const streams = this.#state === "streaming";
    this.#leave();
    if (streams) this.#abort();
  }

  #abort(): void {
    this.#to?.abort();
    this.#parts.calls.finish(this.#call);
  }

  #finish(): void {
    this.#leave();
    this.#parts.calls.finish(this.#call);
  }

  /** Nothing more is taken. */
  #leave(): void {
    this.#state = "over";
    this.#parts.slow.remove(this);
    this.#release();
  }

  #release(): void {
    if (this.#held > 0) this.#parts.held.give(this.#held);
    this.#held = 0;
    this.#pieces = [];
  }
}

/** The first byte that is no white space. */
function firstSolid(pieces: readonly Uint8Array[]): number | undefined {
  for (const piece of pieces) for (const byte of piece) if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte;
  return undefined;
}

const openBrace = Buffer.from("{");
const closeBrace = Buffer.from("}");
