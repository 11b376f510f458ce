import { type Ending, Fault } from "@jackfield/contract";
import type { Ear } from "./ear.ts";
import type { Incoming } from "./incoming.ts";
import type { Asked } from "./request-message.ts";
import { faultOfError } from "./rpc-error.ts";

/** A result of the server. */
export type Result = Extract<Incoming, { is: "result" }>;
/** What a server answers: a result or its error. */
export type Answered = Extract<Incoming, { is: "result" | "error" }>;

/** What one request that is open needs of whoever keeps it. */
interface Hopes {
  readonly asked: Asked;
  readonly ear: Ear | undefined;
  readonly ending: Ending;
  readonly onEnd: (fault: Fault) => void;
  readonly resolve: (result: Result) => void;
  readonly reject: (fault: Fault) => void;
}

/** A request whose answer is to come. Once it is settled it leads to nothing: the table it stood in may be kept by the collector long after (`LiveList`). */
export class OpenRequest {
  #hopes: Hopes | undefined;

  constructor(hopes: Hopes) {
    this.#hopes = hopes;
    hopes.ending.listen(hopes.onEnd);
  }

  /** For whom it is. */
  get ear(): Ear | undefined {
    return this.#hopes?.ear;
  }

  /** Only the first one counts. */
  settle(answer: Answered | Fault): void {
    const hopes = this.#hopes;
    if (hopes === undefined) return;
    this.#hopes = undefined;
    hopes.ending.unlisten(hopes.onEnd);
    if (Fault.is(answer)) hopes.reject(answer);
    else if (answer.is === "error") hopes.reject(faultOfError(answer.error, hopes.asked));
    else hopes.resolve(answer);
  }
}
