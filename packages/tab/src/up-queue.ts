import type { Json, LogLevel, Progress } from "@jackfield/contract";
import type { UpFrame } from "@jackfield/wire";

type Log = Extract<UpFrame, { type: "log" }>;
type Step = Extract<UpFrame, { type: "progress" }>;

/** Frames in one body, by the protocol. */
const framesPerBody = 16;
/** Log entries that wait for the next body. More are dropped: a tool that logs in a loop must not fill the page. */
const logsWaiting = 64;

/**
 * Progress and logs on their way up: at most one body at a time and one each half second, whatever a tool says. Of a call's progress only
 * the newest step goes; steps that do not grow are dropped, as MCP demands.
 */
export class UpQueue {
  readonly #send: (frames: readonly UpFrame[]) => Promise<boolean>;
  readonly #everyMs: number;
  readonly #steps = new Map<string, Step>();
  readonly #reached = new Map<string, number>();
  #logs: Log[] = [];
  #busy: Promise<unknown> | undefined;
  #sentAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (frames: readonly UpFrame[]) => Promise<boolean>, everyMs = 500) {
    this.#send = send;
    this.#everyMs = everyMs;
  }

  progress(id: string, { progress, total, message }: Progress): void {
    const reached = this.#reached.get(id);
    if (!Number.isFinite(progress) || (reached !== undefined && progress <= reached)) return;
    this.#reached.set(id, progress);
    const more = { ...(total === undefined ? {} : { total }), ...(message === undefined ? {} : { message: message.slice(0, 500) }) };
    this.#steps.set(id, { type: "progress", id, progress, ...more });
    this.#soon();
  }

  /** A step so small that no progress bar moves: it says only that the call is still alive. */
  alive(id: string, message: string): void {
    this.progress(id, { progress: (this.#reached.get(id) ?? 0) + 0.001, message });
  }

  log(id: string, level: LogLevel, data: Json, logger: string | undefined): void {
    if (this.#logs.length < logsWaiting)
      this.#logs.push({ type: "log", id, level, data, ...(logger === undefined ? {} : { logger: logger.slice(0, 64) }) });
    this.#soon();
  }

  /** The call is over: its steps are of no more use, its logs go before its result (those of one body, at least). */
  async end(id: string): Promise<void> {
    this.#steps.delete(id);
    this.#reached.delete(id);
    if (!this.#logs.some((log) => log.id === id)) return;
    await this.#busy;
    await this.#flush();
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => void this.#flush(), Math.max(0, this.#sentAt + this.#everyMs - Date.now()));
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#busy !== undefined) return;
    const logs = this.#logs.splice(0, framesPerBody);
    const steps = [...this.#steps.values()].slice(0, framesPerBody - logs.length);
    for (const step of steps) this.#steps.delete(step.id);
    if (logs.length + steps.length === 0) return;
    this.#sentAt = Date.now();
    // Not repeated when it fails: a later step says more, and a log is not worth a call.
    this.#busy = this.#send([...logs, ...steps]).catch(() => false);
    await this.#busy;
    this.#busy = undefined;
    if (this.#steps.size + this.#logs.length > 0) this.#soon();
  }
}
