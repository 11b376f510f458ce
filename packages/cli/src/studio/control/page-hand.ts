import { Fault } from "@jackfield/contract";
import type { AppWindow } from "./app-window.ts";

/**
 * The page's own part of being moved (studio-page's PageControl), reached in its window. What a page says is its own words: parsed, and cut.
 */
export class PageHand {
  readonly #window: AppWindow;

  constructor(window: AppWindow) {
    this.#window = window;
  }

  /** Where a target is, in CSS pixels of the page. Throws as the page does. */
  async locate(target: unknown): Promise<{ readonly x: number; readonly y: number }> {
    const place = await this.#ask("locate", [target]);
    if (typeof place !== "object" || place === null || !("x" in place) || !("y" in place)) throw unready();
    const { x, y } = place;
    if (typeof x !== "number" || typeof y !== "number" || !Number.isFinite(x) || !Number.isFinite(y)) throw unready();
    return { x, y };
  }

  async chord(text: string): Promise<Chord> {
    return (await this.#ask("chord", [text])) as Chord;
  }

  /** While `work` goes on, nothing of it reaches what is the person's alone. Throws Fault `denied` where some of it would have. */
  async asAgent(isKey: boolean, work: () => Promise<void>): Promise<void> {
    const before = Number(await this.#ask("done", []));
    await this.#ask("begin", [isKey]);
    let after = before;
    try {
      await work();
    } finally {
      // The page takes what is on its way in order: what was sent before this has been through its guard.
      after = Number(await this.#ask("done", []).catch(() => before));
    }
    if (after > before) throw kept(after - before);
  }

  async #ask(method: string, args: readonly unknown[]): Promise<unknown> {
    const list = args.map((argument) => JSON.stringify(argument)).join(",");
    const expression = `(async () => { const page = globalThis[Symbol.for("jackfield.control")]; if (!page) return { absent: true };
      try { return { value: (await page.${method}(${list})) ?? null }; } catch (error) { return { code: String(error?.code ?? "tool_failed"), message: String(error?.message ?? error), hint: String(error?.hint ?? "") }; } })()`;
    const answer = (await this.#window.evaluate(expression)) as Answer | undefined;
    if (answer === undefined || answer.absent === true) throw unready();
    if (answer.message !== undefined)
      throw new Fault(answer.code === "denied" ? "denied" : "arguments_invalid", answer.message.slice(0, 500), {
        hint: (answer.hint ?? "").slice(0, 300),
      });
    return answer.value;
  }
}

export interface Chord {
  readonly key: string;
  readonly code: string;
  readonly text?: string;
  readonly held: { readonly shiftKey: boolean; readonly altKey: boolean; readonly ctrlKey: boolean; readonly metaKey: boolean };
}

interface Answer {
  readonly absent?: boolean;
  readonly value?: unknown;
  readonly code?: string;
  readonly message?: string;
  readonly hint?: string;
}

function unready(): Fault {
  return new Fault("far_end_gone", "The page in the window is not ready to be moved", { hint: "Wait a moment, then call again" });
}

function kept(count: number): Fault {
  return new Fault("denied", `${count} of these events would have reached what is the person's alone, and were kept away`, {
    hint: "Ask the person to do it",
  });
}
