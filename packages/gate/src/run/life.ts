import { type Ending, Fault } from "@jackfield/contract";
import type { Place } from "../places.ts";
import type { Ports } from "../ports.ts";
import { Patience } from "./patience.ts";

/**
 * One call from its first guard to its outcome. Ends once: by its outcome (`close`), or early (`end`) by its caller, its parent, the host or time.
 * Everything that waits for code of others waits through `race`, so that a call that ends leaves no one waiting, and every guard unwinds. What only
 * a call that waits needs (a timer, a signal, a list of who waits) is made when it first does: most calls never do.
 */
export class Life implements Ending {
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  readonly #ports: Ports;
  readonly #ending: Ending;
  readonly #parent: Life | undefined;
  #limitMs: number | undefined = undefined;
  #patience: Patience | undefined = undefined;
  #abort: AbortController | undefined = undefined;
  #gone: ((fault: Fault) => void) | undefined = undefined;
  #onEnd: ((fault: Fault) => void)[] | undefined = undefined;
  #children: Set<Life> | undefined = undefined;
  #fault: Fault | undefined = undefined;
  #closed = false;
  #place: Place | undefined = undefined;
  #waits = 0;

  /**
   * `ending`: the caller's, which ends the call. `parent`: the call whose tool made this one; it ends with that one, and its waits and progress are
   * that one's too.
   */
  constructor(ports: Ports, ending: Ending, parent: Life | undefined, deadline: number) {
    this.deadline = deadline;
    this.#ports = ports;
    this.#ending = ending;
    this.#parent = parent;
    // Inside another call the caller is that one's, which tells its children itself.
    if (parent === undefined) {
      this.#gone = (fault) => this.end(fault);
      ending.listen(this.#gone);
    } else (parent.#children ??= new Set()).add(this);
    if (ending.fault !== undefined) this.end(ending.fault);
    else if (parent !== undefined && parent.over) this.end(parent.#fault ?? hasEnded());
  }

  /** Ends when the call ends early. What the tool is given. */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      this.#abort = new AbortController();
      if (this.#fault !== undefined) this.#abort.abort(this.#fault);
    }
    return this.#abort.signal;
  }

  /** What ended it early. */
  get fault(): Fault | undefined {
    return this.#fault;
  }

  /** Calls the listener when the call is over, early or not. Does nothing once it is. */
  listen(listener: (fault: Fault) => void): void {
    if (!this.over) (this.#onEnd ??= []).push(listener);
  }

  unlisten(listener: (fault: Fault) => void): void {
    const at = this.#onEnd?.indexOf(listener) ?? -1;
    if (at >= 0) this.#onEnd?.splice(at, 1);
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

  /** The call has its outcome, and its place is free. What its tool left running through the gate ends. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#place?.free();
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
        this.unlisten(onEnd);
        cancelWait?.();
        settle();
      };
      promise.then(
        (value) => finish(() => resolve(value)),
        (thrown: unknown) => finish(() => reject(thrown)),
      );
      this.watch(onEnd);
    });
  }

  /** Somebody waits: time passes from here on. Calls the listener when the call is over, at once where it is. */
  watch(onEnd: (fault: Fault) => void): void {
    this.#begin();
    if (this.over) onEnd(this.#fault ?? hasEnded());
    else this.listen(onEnd);
  }

  /** The tool runs from now on, and may take this long without progress, milliseconds. */
  work(limitMs: number): void {
    this.#limitMs = limitMs;
    this.#patience?.work(limitMs);
  }

  touch(): void {
    this.#patience?.touch();
    this.#parent?.touch();
  }

  /** Where the call counts among those that run, until it is over. */
  sits(place: Place): void {
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

  /** The first wait: time passes from here on. */
  #begin(): void {
    if (this.#patience !== undefined || this.over) return;
    this.#patience = new Patience(this.#ports, this.deadline, this.#limitMs, (limit) =>
      this.end(new Fault("timeout", undefined, { data: timeoutData(limit) })),
    );
  }

  #hold(): void {
    if (this.#parent !== undefined) this.#parent.#hold();
    if (this.#waits === 0) this.#place?.leave();
    this.#waits += 1;
    this.#begin();
    this.#patience?.hold();
  }

  #release(): void {
    if (this.#parent !== undefined) this.#parent.#release();
    this.#waits -= 1;
    if (this.#waits === 0) this.#place?.comeBack();
    if (!this.over) this.#patience?.release();
  }

  #tell(fault: Fault | undefined): void {
    const waiting = this.#onEnd;
    if (waiting === undefined) return;
    this.#onEnd = undefined;
    for (const onEnd of waiting) onEnd(fault ?? hasEnded());
  }

  #leave(fault: Fault | undefined): void {
    this.#patience?.stop();
    if (this.#gone !== undefined) this.#ending.unlisten(this.#gone);
    if (this.#parent !== undefined) this.#parent.#children?.delete(this);
    const children = this.#children;
    if (children === undefined) return;
    for (const child of [...children]) child.end(fault ?? hasEnded());
  }
}

function hasEnded(): Fault {
  return new Fault("cancelled", "The call has ended");
}

function timeoutData(limitMs: number): { readonly [key: string]: string | number } {
  return Number.isFinite(limitMs) ? { ceiling: "timeoutMs", limit: limitMs } : { ceiling: "callMs" };
}
