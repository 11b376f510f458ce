import { type Foot, type Screen, paint } from "../screen.ts";
import type { Voice } from "../voice.ts";
import { type RunningCall, type Standing, footLines } from "./foot-lines.ts";
import type { Watched } from "./watched-host.ts";

/** The calls as they run: a line for each that has ended, and at a terminal's foot those that still do. */
export class CallView implements Disposable {
  readonly #voice: Voice;
  readonly #screen: Screen;
  readonly #running: Map<string, RunningCall> = new Map();
  readonly #foot: Foot | undefined;

  /** `standing`: the foot's last line, as it is now. */
  constructor({ voice, screen }: { readonly voice: Voice; readonly screen: Screen }, standing: () => Standing) {
    this.#voice = voice;
    this.#screen = screen;
    this.#foot = screen.foot?.((columns, rows) =>
      footLines([...this.#running.values()], standing(), performance.now(), { columns, rows, colours: screen.colours }),
    );
  }

  /** Whether what a tool says of its progress is shown anywhere. */
  get showsProgress(): boolean {
    return this.#foot !== undefined;
  }

  show(event: Watched): void {
    switch (event.is) {
      case "begun":
        this.#running.set(event.key, { client: event.client, tool: event.tool, from: performance.now(), progress: "" });
        break;
      case "progress": {
        const call = this.#running.get(event.key);
        if (call !== undefined) call.progress = event.text;
        break;
      }
      case "ended":
        this.#running.delete(event.key);
        this.#ended(event);
    }
    this.touch();
  }

  /** The standing has changed. */
  touch(): void {
    this.#foot?.touch();
  }

  close(): void {
    this.#foot?.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #ended({ client, tool, how, why, ...event }: Extract<Watched, { is: "ended" }>): void {
    const ms = Math.round(event.ms);
    const colour = { ok: "32", failed: "31", refused: "33" }[how];
    this.#voice.say(
      { event: "call", client, tool, how, ms, ...(why === undefined ? {} : { why }) },
      `  ${new Date().toLocaleTimeString("en-GB")}  ${client} · ${tool}  ${paint(how, colour, this.#screen)}, ${ms} ms${why === undefined ? "" : `: ${why}`}`,
    );
  }
}
