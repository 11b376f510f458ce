import { pause } from "../../../../bench/src/load.ts";
import { StatelessClient } from "../../../../test/relay/client.ts";
import { textOf } from "../../../../test/relay/rig.ts";

/** How one call ended. `wrong`: with the result of another. */
export interface Ending {
  readonly id: string;
  readonly how: "answered" | "told" | "cut" | "wrong";
  readonly text: string;
  readonly ms: number;
}

/** Every call by an id of its own: how often its tool ran, and what its client got. */
export class Ledger {
  readonly ran: Map<string, number>;
  readonly endings: Ending[] = [];
  readonly #name: string;
  #last = 0;

  /** `beside`: another ledger, whose tool runs these calls too. */
  constructor(name = "call", beside?: Ledger) {
    this.#name = name;
    this.ran = beside?.ran ?? new Map<string, number>();
  }

  /** The tool: counts its run, and says whose it was. */
  run(id: string): string {
    this.ran.set(id, (this.ran.get(id) ?? 0) + 1);
    return `done ${id}`;
  }

  /** Calls once. Never rejects. */
  async call(url: string, ms = 0): Promise<Ending> {
    const id = `${this.#name}-${++this.#last}`;
    const from = performance.now();
    let how: Ending["how"] = "cut";
    let text = "";
    try {
      const answer = await new StatelessClient(url).call("work", { id, ms }, {});
      text = answer.error === undefined ? textOf(answer) : answer.error.message;
      const isDone = answer.error === undefined && answer.result?.isError !== true;
      how = isDone ? (text.endsWith(`done ${id}`) ? "answered" : "wrong") : "told";
    } catch (error) {
      text = error instanceof Error ? error.message : String(error);
    }
    const ending = { id, how, text, ms: performance.now() - from };
    this.endings.push(ending);
    return ending;
  }

  /** Calls one after the other in `lanes` lanes, while `work` lasts. */
  async during<Value>(urls: readonly string[], lanes: number, work: () => Promise<Value>, ms = 20): Promise<Value> {
    let isOn = true;
    const lane = async (at: number): Promise<void> => {
      for (let call = at; isOn; call += 1) {
        const { how } = await this.call(urls[call % urls.length] ?? "", ms);
        // A client that was told no waits a moment, as they do.
        if (how !== "answered") await pause(50);
      }
    };
    const running = Array.from({ length: lanes }, (_, at) => lane(at));
    try {
      return await work();
    } finally {
      isOn = false;
      await Promise.all(running);
    }
  }

  /** Calls until one is answered: how long that took, or undefined when `ms` passed first. */
  async back(url: string, ms: number): Promise<number | undefined> {
    const from = performance.now();
    while (performance.now() - from < ms) {
      if ((await this.call(url)).how === "answered") return performance.now() - from;
      await pause(100);
    }
    return undefined;
  }

  /** What must hold of all calls so far, whatever happened: the sentences that say what does not. */
  problems(slowestMs: number): string[] {
    const found: string[] = [];
    const count = (what: string, wrong: readonly unknown[]): void => {
      if (wrong.length > 0) found.push(`${wrong.length} ${what}: ${JSON.stringify(wrong[0]).slice(0, 200)}`);
    };
    const { endings, ran } = this;
    const runs = (id: string): number => ran.get(id) ?? 0;
    count(
      "ran more than once",
      [...ran].filter(([, times]) => times > 1),
    );
    count(
      "got another call's result",
      endings.filter(({ how }) => how === "wrong"),
    );
    count(
      "were answered without having run",
      endings.filter(({ how, id }) => how === "answered" && runs(id) !== 1),
    );
    count(
      "ran though their clients were told that nothing was run",
      endings.filter(({ text, id }) => /Nothing was run/.test(text) && runs(id) > 0),
    );
    count(
      `took longer than ${slowestMs} ms`,
      endings.filter(({ ms }) => ms > slowestMs),
    );
    if (endings.every(({ how }) => how !== "answered")) found.push("nothing was answered at all");
    return found;
  }

  /** In words. */
  get summary(): string {
    const of = (how: Ending["how"]): number => this.endings.filter((ending) => ending.how === how).length;
    const slowest = Math.max(0, ...this.endings.map(({ ms }) => ms));
    const reasons = new Map<string, number>();
    for (const { how, text } of this.endings)
      if (how !== "answered") reasons.set(text.slice(0, 48), (reasons.get(text.slice(0, 48)) ?? 0) + 1);
    const told = [...reasons].map(([text, times]) => `${times} "${text}…"`).join(", ");
    return `${this.endings.length} calls, ${of("answered")} answered${told === "" ? "" : `, ${told}`}; ${this.ran.size} runs; slowest ${Math.round(slowest)} ms`;
  }
}
