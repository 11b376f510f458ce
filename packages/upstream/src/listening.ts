import { Ender, type Ending, Fault, type JsonObject } from "@jackfield/contract";

/** Sends `subscriptions/listen` (MCP 2026-07-28) and resolves when the stream has ended. */
export type Listen = (params: JsonObject, ending: Ending) => Promise<unknown>;

/** Keeps one stream of changes open at a stateless server, for the lists it tells of and the resources that are watched. */
export class Listening {
  readonly #listen: Listen;
  readonly #lists: JsonObject;
  readonly #strange: (why: string) => void;
  readonly #watched = new Set<string>();
  #stream: Ender | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #waitMs = firstWaitMs;
  #closed = false;

  constructor(listen: Listen, lists: JsonObject, strange: (why: string) => void) {
    this.#listen = listen;
    this.#lists = lists;
    this.#strange = strange;
    this.#open();
  }

  /** A stream's filter cannot be changed: another takes its place, opened before it ends, so that no change falls in between. */
  watch(uri: string, on: boolean): void {
    if (on === this.#watched.has(uri)) return;
    if (on) this.#watched.add(uri);
    else this.#watched.delete(uri);
    const before = this.#stream;
    this.#stream = undefined;
    this.#open();
    before?.end(new Fault("cancelled"));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#again);
    this.#stream?.end(new Fault("cancelled"));
  }

  #open(): void {
    clearTimeout(this.#again);
    if (this.#closed || (Object.keys(this.#lists).length === 0 && this.#watched.size === 0)) return;
    const stream = new Ender();
    this.#stream = stream;
    const since = Date.now();
    const notifications = { ...this.#lists, ...(this.#watched.size === 0 ? {} : { resourceSubscriptions: [...this.#watched] }) };
    const over = (): void => {
      if (this.#stream !== stream || this.#closed) return;
      this.#stream = undefined;
      // One that lasted was good: the next loss begins with the shortest wait again.
      this.#waitMs = Date.now() - since > steadyMs ? firstWaitMs : Math.min(this.#waitMs * 2, longestWaitMs);
      this.#again = setTimeout(() => this.#open(), this.#waitMs);
      this.#again.unref();
    };
    this.#listen({ notifications }, stream).then(over, (thrown: unknown) => {
      const fault = Fault.from(thrown);
      // A server that does not know it tells of no changes: asking again is of no use.
      if (fault.code === "method_unknown") return;
      if (this.#stream === stream && !this.#closed) this.#strange(`its stream of changes ended: ${fault.message}`);
      over();
    });
  }
}

const firstWaitMs = 500;
const longestWaitMs = 30_000;
const steadyMs = 10_000;
