import type { Json } from "@jackfield/contract";
import { Refusal } from "../open-song/refusal.ts";
import { toolCeilings } from "./tool-ceilings.ts";

/** How something that a person was asked stands. */
export type Standing =
  | { readonly is: "pending" }
  | { readonly is: "answered"; readonly answer: Json }
  | { readonly is: "withdrawn" }
  | { readonly is: "expired" };

/** Something that a person was asked. */
export interface Pick {
  readonly id: string;
  readonly by: string;
  readonly question: string;
  readonly choices: readonly string[];
  readonly standing: Standing;
}

interface Kept extends Pick {
  readonly until: number;
  standing: Standing;
  /** Ends the question on the page. */
  readonly end: AbortController;
}

/** Questions that may stand open: a person who has more answers none. */
export const mostOpenPicks = toolCeilings.openQuestions.value;
/** Answered ones that are still told, so that an agent that lost its answer finds it. */
const mostKept = toolCeilings.keptQuestions.value;
/** Milliseconds: after ten minutes the person is doing something else. */
const openFor = toolCeilings.questionMs.value;

/**
 * Questions that wait for a person: each has an id, by which an agent asks for the answer later. Bounded in number and in time, without
 * timers: what has run out is seen when somebody looks.
 */
export class Picks {
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();
  readonly #listeners = new Set<() => void>();
  #made = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Those that wait, oldest first. */
  get open(): readonly Pick[] {
    this.#expire();
    return [...this.#kept.values()].filter(({ standing }) => standing.is === "pending");
  }

  /** Throws `full` where the person has as many before them as may be. The signal ends with the question. */
  ask(asked: Omit<Pick, "id" | "standing">): { readonly id: string; readonly signal: AbortSignal } {
    if (this.open.length >= mostOpenPicks)
      throw new Refusal("full", `The person has ${mostOpenPicks} questions open already`, "Wait for one of them with get_variation_result");
    this.#made += 1;
    const id = `ask-${this.#made}`;
    const end = new AbortController();
    this.#kept.set(id, { ...asked, id, until: this.#now() + openFor, standing: { is: "pending" }, end });
    for (const [old, { standing }] of this.#kept) {
      if (this.#kept.size <= mostKept) break;
      if (standing.is !== "pending") this.#kept.delete(old);
    }
    this.#tell();
    return { id, signal: end.signal };
  }

  find(id: string): Pick | undefined {
    this.#expire();
    return this.#kept.get(id);
  }

  /** False where it is not open any more. */
  answer(id: string, answer: Json): boolean {
    return this.#settle(id, { is: "answered", answer });
  }

  withdraw(id: string): boolean {
    return this.#settle(id, { is: "withdrawn" });
  }

  /** Waits until it is not pending any more, so many seconds or the signal's end. Undefined: no such question. */
  async settled(id: string, seconds: number, signal: AbortSignal): Promise<Pick | undefined> {
    return waitFor(
      () => this.find(id),
      (pick) => pick === undefined || pick.standing.is !== "pending",
      (look) => this.follow(look),
      seconds,
      signal,
    );
  }

  /** Returns what ends it. */
  follow(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #settle(id: string, standing: Standing): boolean {
    this.#expire();
    const pick = this.#kept.get(id);
    if (pick?.standing.is !== "pending") return false;
    pick.standing = standing;
    pick.end.abort();
    this.#tell();
    return true;
  }

  #expire(): void {
    for (const pick of this.#kept.values())
      if (pick.standing.is === "pending" && pick.until <= this.#now()) {
        pick.standing = { is: "expired" };
        pick.end.abort();
      }
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Looks now and whenever it is told to, until it is done, so many seconds, or the signal's end. Returns what it saw last. */
export async function waitFor<T>(
  see: () => T,
  done: (seen: T) => boolean,
  follow: (look: () => void) => () => void,
  seconds: number,
  signal: AbortSignal,
): Promise<T> {
  const first = see();
  if (done(first) || seconds <= 0 || signal.aborted) return first;
  return await new Promise<T>((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      stop();
      signal.removeEventListener("abort", finish);
      resolve(see());
    };
    const timer = setTimeout(finish, seconds * 1_000);
    const stop = follow(() => {
      if (done(see())) finish();
    });
    signal.addEventListener("abort", finish, { once: true });
  });
}
