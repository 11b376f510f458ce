import { Fault } from "@jackfield/contract";
import type { HeldBody } from "../body.ts";
import type { HolderRequest } from "../holder-request.ts";
import { answer, answerEmpty, refuseHolder } from "../http-answer.ts";
import type { Leaver } from "../peers.ts";
import type { Bus } from "./bus.ts";
import type { CarryFailure, Outgoing, Waiter } from "./exchanges.ts";
import type { OpenHead } from "./message.ts";

/** A holder's POST that another process answers. */
export class CarriedPost implements Waiter, Leaver {
  readonly #holder: HolderRequest;
  readonly #held: HeldBody;
  readonly #elsewhere: () => void;
  readonly #isSafeTwice: boolean;
  #outgoing: Outgoing | undefined;

  /** `elsewhere`: that process is not the one, and nothing was done; or it was lost, and doing it again does no harm (`isSafeTwice`). */
  constructor(holder: HolderRequest, held: HeldBody, elsewhere: () => void, isSafeTwice = false) {
    this.#isSafeTwice = isSafeTwice;
    this.#holder = holder;
    this.#held = held;
    this.#elsewhere = elsewhere;
  }

  carry(bus: Bus, process: string, head: OpenHead, body: Uint8Array): void {
    this.#holder.visit.holds = this;
    this.#outgoing = bus.carrier.carry(process, head, body, this);
  }

  /** The holder is gone, or answered. */
  left(): void {
    this.#held.release();
    this.#outgoing?.leave();
  }

  answer(status: number, headers: readonly string[], parts: readonly Uint8Array[]): void {
    const { response } = this.#holder;
    if (status === 204) answerEmpty(response, this.#holder.headers);
    else answer(response, status, [...headers, ...this.#holder.headers], Buffer.concat(parts));
  }

  start(): void {
    // A POST is answered whole.
  }

  data(): boolean {
    return true;
  }

  end(): void {
    this.failed("aborted");
  }

  failed(why: CarryFailure): void {
    switch (why) {
      case "elsewhere":
        return this.#elsewhere();
      case "full":
        return this.#refuse(new Fault("full", "The process that has this link has no room", { data: { retryAfter: 2 } }));
      case "lost":
      case "aborted":
        if (this.#isSafeTwice) return this.#elsewhere();
        return this.#refuse(new Fault("bus_lost", undefined, { data: { retryAfter: 1 } }));
    }
  }

  #refuse(fault: Fault): void {
    refuseHolder(this.#holder.response, fault, this.#holder.headers);
  }
}
