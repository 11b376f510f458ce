import { type Effect, Fault, type JsonObject } from "@jackfield/contract";

/** Something that waits for the person's answer in the page. */
export interface Approval {
  readonly id: number;
  /** `call`: may this call run? `question`: the tool asks something and the client cannot show it. */
  readonly kind: "call" | "question";
  readonly link: string | undefined;
  readonly agent: string;
  readonly tool: string;
  readonly title: string;
  readonly effect: Effect;
  /** What the call would do, in the words of the tool. Already cut and cleaned. */
  readonly says: string | undefined;
  /** The call's arguments exactly as they will run, or the question's text. Already cut and cleaned. */
  readonly text: string;
  /** What a question wants to know: MCP `requestedSchema` of a form elicitation. */
  readonly form: JsonObject | undefined;
  readonly askedAt: number;
  readonly expiresAt: number;
  /** Yes, with a question's values; or no. Only the first answer counts. */
  answer(yes: boolean, values?: JsonObject): void;
}

/** What is put to the person. */
export type Ask = Pick<Approval, "kind" | "link" | "agent" | "tool" | "title" | "effect" | "says" | "text" | "form">;

/** The person's answer. */
export interface Answered {
  readonly yes: boolean;
  readonly values: JsonObject | undefined;
}

/** What waits for the person, oldest first. Calls are capped, so this is bounded by them: each running call asks one thing at a time. */
export class Approvals {
  readonly #askMs: number;
  readonly #changed: () => void;
  #open: readonly Approval[] = [];
  #next = 1;

  constructor(askMs: number, changed: () => void) {
    this.#askMs = askMs;
    this.#changed = changed;
  }

  get open(): readonly Approval[] {
    return this.#open;
  }

  /** Waits for the answer. Rejects with Fault `ask_expired` after ten minutes, or with the signal's reason: then it is no longer shown. */
  ask(ask: Ask, signal: AbortSignal): Promise<Answered> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(Fault.from(signal.reason));
      const id = this.#next++;
      const end = (settle: () => void): void => {
        if (!this.#open.some((approval) => approval.id === id)) return;
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        this.#set(this.#open.filter((approval) => approval.id !== id));
        settle();
      };
      const onAbort = (): void => end(() => reject(Fault.from(signal.reason)));
      const timer = setTimeout(() => end(() => reject(new Fault("ask_expired"))), this.#askMs);
      signal.addEventListener("abort", onAbort);
      const askedAt = Date.now();
      const expiresAt = askedAt + this.#askMs;
      // A page that slept wakes with its timer late: an answer after the time is no answer.
      const answer = (yes: boolean, values?: JsonObject): void =>
        end(() => (Date.now() >= expiresAt ? reject(new Fault("ask_expired")) : resolve({ yes, values })));
      this.#set([...this.#open, { ...ask, id, askedAt, expiresAt, answer }]);
    });
  }

  #set(open: readonly Approval[]): void {
    this.#open = open;
    this.#changed();
  }
}
