import { type ReadonlySignal, signal } from "@preact/signals";

/** Something an agent said to the person. */
export interface Message {
  readonly id: number;
  readonly by: string;
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Something an agent asks the person, until it is answered. */
export interface Question extends Message {
  readonly choices: readonly string[];
  answer(choice: string): void;
}

/** What agents and the person say to each other, as the Agent pane shows it. */
export interface Talk {
  /** The oldest first, at most `keptMessages`. */
  readonly messages: ReadonlySignal<readonly Message[]>;
  readonly questions: ReadonlySignal<readonly Question[]>;
  /** How many came since `read` was called last. */
  readonly unread: ReadonlySignal<number>;
  say(text: string, by: string): void;
  /** Resolves with the person's choice; `undefined` where the signal ended first. */
  ask(
    question: { readonly text: string; readonly choices: readonly string[]; readonly by: string },
    signal: AbortSignal,
  ): Promise<string | undefined>;
  read(): void;
}

/** A conversation of an evening; what is older is in the history as far as it changed the song. */
export const keptMessages = 200;

export function openTalk(now: () => number = Date.now): Talk {
  const messages = signal<readonly Message[]>([]);
  const questions = signal<readonly Question[]>([]);
  const unread = signal(0);
  let made = 0;

  function add(message: Omit<Message, "id" | "at">): void {
    messages.value = [...messages.peek(), { ...message, id: ++made, at: now() }].slice(-keptMessages);
    unread.value += 1;
  }

  return {
    messages,
    questions,
    unread,
    say: (text, by) => add({ text, by }),
    ask({ text, choices, by }, ended) {
      if (ended.aborted) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        const id = ++made;
        const settle = (answer: string | undefined): void => {
          if (!questions.peek().some((each) => each.id === id)) return;
          questions.value = questions.peek().filter((each) => each.id !== id);
          ended.removeEventListener("abort", end);
          if (answer !== undefined) add({ by, text: `${text} — ${answer}` });
          resolve(answer);
        };
        const end = (): void => settle(undefined);
        ended.addEventListener("abort", end, { once: true });
        questions.value = [...questions.peek(), { id, by, text, choices, at: now(), answer: settle }];
        unread.value += 1;
      });
    },
    read() {
      unread.value = 0;
    },
  };
}
