import { limits } from "../model/limits.ts";
import type { AuthorId } from "../model/author.ts";
import type { PatternId, Song } from "../model/song.ts";
import { type Store, store } from "./store.ts";

/** One thing the person can pick. */
export interface Option {
  readonly label: string;
  readonly detail: string;
  /** What it would sound like now; without it there is nothing to audition. */
  readonly hear?: () => { readonly song: Song; readonly pattern: PatternId };
}

/** How a choice stands. */
export type Standing =
  | { readonly is: "open" }
  | { readonly is: "picked"; readonly index: number }
  | { readonly is: "dismissed" }
  | { readonly is: "expired" };

/** A question an agent put to the person, shown on the page until it is answered. */
export interface Choice {
  readonly id: string;
  readonly by: AuthorId;
  readonly title: string;
  readonly options: readonly Option[];
  readonly opened: number;
  readonly standing: Standing;
  /** Who asked gave up waiting, or cannot be reached any more: until they ask for the answer again. */
  readonly left: boolean;
}

/** Runs when an option is picked, before anyone who waits is told. */
export type OnPick = (index: number) => void;

export interface Choices {
  readonly all: Store<readonly Choice[]>;
  /** Shows a choice and answers its id; undefined when as many are open as a person can look at. */
  open(choice: Pick<Choice, "by" | "title" | "options">, onPick?: OnPick): string | undefined;
  find(id: string): Choice | undefined;
  pick(id: string, index: number): void;
  dismiss(id: string): void;
  /** Nobody can be told any more: of each open choice the person learns that its agent has left. */
  leave(): void;
  /** The choice as soon as it is no longer open, or as it stands after `ms`, or when the signal ends the wait. Undefined for an unknown id. */
  settled(id: string, ms: number, signal: AbortSignal): Promise<Choice | undefined>;
}

/** Choices over a clock. At most `openQuestions` are open and `keptAnswers` are remembered. */
export function openChoices(clock: () => number = Date.now): Choices {
  const all = store<readonly Choice[]>([]);
  const actions = new Map<string, OnPick>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  function settle(id: string, standing: Exclude<Standing, { is: "open" }>): void {
    const choice = all.get().find((each) => each.id === id && each.standing.is === "open");
    if (choice === undefined) return;
    if (standing.is === "picked" && choice.options[standing.index] === undefined) return;
    if (standing.is === "picked") actions.get(id)?.(standing.index);
    actions.delete(id);
    clearTimeout(timers.get(id));
    timers.delete(id);
    all.set(forget(all.get().map((each) => (each === choice ? { ...choice, standing } : each))));
  }

  function forget(list: readonly Choice[]): readonly Choice[] {
    const answered = list.filter((each) => each.standing.is !== "open");
    const old = new Set(answered.slice(0, Math.max(0, answered.length - limits.keptAnswers)));
    return list.filter((each) => !old.has(each));
  }

  function mark(left: boolean, id?: string): void {
    const isOther = (each: Choice): boolean => each.standing.is === "open" && each.left !== left && (id ?? each.id) === each.id;
    if (all.get().some(isOther)) all.set(all.get().map((each) => (isOther(each) ? { ...each, left } : each)));
  }

  return {
    all,
    open(choice, onPick) {
      if (all.get().filter((each) => each.standing.is === "open").length >= limits.openQuestions) return undefined;
      const id = crypto.randomUUID().slice(0, 8);
      if (onPick !== undefined) actions.set(id, onPick);
      all.set([...all.get(), { ...choice, id, opened: clock(), standing: { is: "open" }, left: false }]);
      timers.set(
        id,
        setTimeout(() => settle(id, { is: "expired" }), limits.questionMs),
      );
      return id;
    },
    find: (id) => all.get().find((each) => each.id === id),
    pick: (id, index) => settle(id, { is: "picked", index }),
    dismiss: (id) => settle(id, { is: "dismissed" }),
    leave: () => mark(true),
    async settled(id, ms, signal) {
      const now = (): Choice | undefined => all.get().find((each) => each.id === id);
      if (now()?.standing.is !== "open" || signal.aborted) return now();
      mark(false, id);
      if (ms <= 0) return now();
      await new Promise<void>((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          unwatch();
          signal.removeEventListener("abort", done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        const unwatch = all.watch(() => {
          if (now()?.standing.is !== "open") done();
        });
        signal.addEventListener("abort", done);
      });
      if (signal.aborted) mark(true, id);
      return now();
    },
  };
}
