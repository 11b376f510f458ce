import { Fault } from "@jackfield/contract";
import type { Place } from "../places.ts";
import type { Ports } from "../ports.ts";
import { Patience } from "./patience.ts";

export interface LifeOptions {
  readonly ports: Ports;
  /** The caller's: ends the call. */
  readonly signal: AbortSignal;
  /** The call whose tool made this one: it ends with that one, and its waits and progress are that one's too. */
  readonly parent: Life | undefined;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
}

/**
 * One call from its first guard to its outcome. Ends once: by its outcome (`close`), or early (`end`) by its caller, its parent, the host or time.
 * Everything that waits for code of others waits through `race`, so that a call that ends leaves no one waiting, and every guard unwinds.
 */
export class Life {
  readonly deadline: number;
  #abort: AbortController | undefined;
  readonly #ports: Ports;
  readonly #parent: Life | undefined;
  readonly #patience: Patience;
  readonly #onEnd = new Set<(fault: Fault) => void>();
  readonly #children = new Set<Life>();
  readonly #letGo: () => void;
  #fault: Fault | undefined;
  #closed = false;
  #place: Pick<Place, "leave" | "comeBack"> | undefined;
  #waits = 0;

  constructor({ ports, signal, parent, deadline }: LifeOptions) {
    this.deadline = deadline;
    this.#ports = ports;
    this.#parent = parent;
    this.#patience = new Patience(ports, deadline, (limit) => this.end(new Fault("timeout", undefined, { data: timeoutData(limit) })));
    const gone = (): void => this.end(reasonOf(signal));
    // Inside another call the signal is that one's, which tells its children itself: hundreds of listeners on one signal look like a leak.
    if (parent === undefined) signal.addEventListener("abort", gone, { once: true });
    this.#letGo = () => signal.removeEventListener("abort", gone);
    if (parent !== undefined) parent.#children.add(this);
    if (signal.aborted) gone();
    else if (parent !== undefined && parent.over) this.end(parent.#fault ?? hasEnded());
  }

  /** Ends when the call ends early. What the tool is given. Made when it is first asked for: making one costs more than the rest of a life. */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      this.#abort = new AbortController();
      if (this.#fault !== undefined) this.#abort.abort(this.#fault);
    }
    return this.#abort.signal;
  }

  /** True from the end on: nothing that is said after that may reach anyone. */
  get over(): boolean {
    return this.#closed || this.#fault !== undefined;
  }

  /** Ends the call early. Does nothing when it is over. */
  end(fault: Fault): void {
    if (this.over) return;
    this.#fault = fault;
    this.#leave(fault);
    this.#abort?.abort(fault);
    this.#tell(fault);
  }

  /** The call has its outcome. What its tool left running through the gate ends. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#leave(this.#fault);
    // Whoever still waits is code that the tool left running.
    this.#tell(this.#fault);
  }

  /** Throws what ended the call. */
  check(): void {
    if (this.#fault !== undefined) throw this.#fault;
    if (this.#closed) throw hasEnded();
  }

  /** The promise's end or the call's, whichever is first. `withinMs` passed without either: rejects with `late`. */
  race<T>(promise: Promise<T>, wait?: { readonly withinMs: number; readonly late: () => Fault }): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancelWait = wait === undefined ? undefined : this.#ports.after(wait.withinMs, () => finish(() => reject(wait.late())));
      const onEnd = (fault: Fault): void => finish(() => reject(fault));
      const finish = (settle: () => void): void => {
        this.#onEnd.delete(onEnd);
        cancelWait?.();
        settle();
      };
      promise.then(
        (value) => finish(() => resolve(value)),
        (thrown: unknown) => finish(() => reject(thrown)),
      );
      if (this.over) onEnd(this.#fault ?? hasEnded());
      else this.#onEnd.add(onEnd);
    });
  }

  /** The tool runs from now on, and may take this long without progress, milliseconds. */
  work(limitMs: number): void {
    this.#patience.work(limitMs);
  }

  touch(): void {
    this.#patience.touch();
    this.#parent?.touch();
  }

  /** Where the call counts among those that run. */
  sits(place: Pick<Place, "leave" | "comeBack">): void {
    this.#place = place;
  }

  /** Waits for a person: time stands still and the place is free, here and for the calls around this one. Throws Fault `busy` where too many wait. */
  async waiting<T>(wait: () => Promise<T>): Promise<T> {
    this.#hold();
    try {
      return await wait();
    } finally {
      this.#release();
    }
  }

  #hold(): void {
    if (this.#parent !== undefined) this.#parent.#hold();
    if (this.#waits === 0) this.#place?.leave();
    this.#waits += 1;
    this.#patience.hold();
  }

  #release(): void {
    if (this.#parent !== undefined) this.#parent.#release();
    this.#waits -= 1;
    if (this.#waits === 0) this.#place?.comeBack();
    if (!this.over) this.#patience.release();
  }

  #tell(fault: Fault | undefined): void {
    if (this.#onEnd.size === 0) return;
    const waiting = [...this.#onEnd];
    this.#onEnd.clear();
    for (const onEnd of waiting) onEnd(fault ?? hasEnded());
  }

  #leave(fault: Fault | undefined): void {
    this.#patience.stop();
    this.#letGo();
    if (this.#parent !== undefined) this.#parent.#children.delete(this);
    for (const child of [...this.#children]) child.end(fault ?? hasEnded());
  }
}

function hasEnded(): Fault {
  return new Fault("cancelled", "The call has ended");
}

/** Doors abort with the fault that says why; anything else is the caller gone. */
function reasonOf(signal: AbortSignal): Fault {
  const reason: unknown = signal.reason;
  return Fault.is(reason) ? reason : new Fault("cancelled", undefined, { cause: reason });
}

function timeoutData(limitMs: number): { readonly [key: string]: string | number } {
  return Number.isFinite(limitMs) ? { ceiling: "timeoutMs", limit: limitMs } : { ceiling: "callMs" };
}
