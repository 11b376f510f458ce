import { type Answer, type Client, Fault, type Question, type Run } from "@jackfield/contract";
import { type Agent, type DownFrame, type RequestFrame, faultOfWire } from "@jackfield/wire";
import type { Desk, Via } from "./desk.ts";
import type { Offers } from "./offers.ts";
import { textOf } from "./json-value.ts";
import type { LinkKeys } from "./keys.ts";
import { askMs, graceMs } from "./limits.ts";
import type { RelayClient } from "./relay-client.ts";
import { type BodyLimits, errorBody, resultBody, utf8Bytes, valueBody } from "./result-body.ts";
import { UpQueue } from "./up-queue.ts";

export interface LinkCallsOptions {
  readonly desk: Desk;
  readonly via: Via;
  readonly offers: Offers;
  readonly client: RelayClient;
  readonly keys: LinkKeys;
  /** Characters of text in one result. */
  readonly textCeiling: number;
}

/** Requests of one link that run at the same time, whatever they are: more are answered `busy` at once. */
const requestsAtOnce = 32;

/** The requests of one link: what came down, what runs, what goes up. */
export class LinkCalls {
  readonly #options: LinkCallsOptions;
  readonly #running = new Map<string, AbortController>();
  readonly #asks = new Map<string, { resolve(answers: Readonly<Record<string, Answer>>): void; reject(fault: Fault): void }>();
  readonly #queue: UpQueue;
  #limits: BodyLimits;
  #nextAsk = 1;

  constructor(options: LinkCallsOptions) {
    this.#options = options;
    this.#limits = { message: 1024 * 1024, text: options.textCeiling };
    const { client, keys } = options;
    this.#queue = new UpQueue((frames) => client.frames(keys, frames));
  }

  /** A frame for one of the calls. */
  frame(frame: DownFrame): void {
    if (frame.type === "request") void this.#request(frame);
    else if (frame.type === "cancel") this.#running.get(frame.id)?.abort(new Fault("cancelled"));
    else if (frame.type === "answer") {
      const ask = this.#asks.get(`${frame.id} ${frame.ask}`);
      if (frame.error !== undefined) ask?.reject(faultOfWire(frame.error));
      else ask?.resolve(frame.answers);
    }
  }

  /** Ends all calls with this fault. `cancelled`: nobody waits for them any more, and nothing is sent. */
  abortAll(fault: Fault): void {
    for (const controller of this.#running.values()) controller.abort(fault);
  }

  /** The relay said how large one message may be, in bytes. */
  setMessageLimit(message: number): void {
    this.#limits = { ...this.#limits, message };
  }

  async #request(frame: RequestFrame): Promise<void> {
    const { id } = frame;
    // A key comes once. Should it come twice, running the call again is the one thing that must not happen.
    if (this.#running.has(id)) return;
    if (this.#running.size >= requestsAtOnce) return void this.#options.client.result(this.#options.keys, errorBody(id, new Fault("busy")));
    const controller = new AbortController();
    this.#running.set(id, controller);
    const body = await this.#answer(frame, controller.signal).catch((thrown: unknown) => errorBody(id, Fault.from(thrown)));
    await this.#queue.end(id);
    await this.#post(body, controller.signal);
    this.#running.delete(id);
  }

  /** The body that answers a request. Rejects with the Fault that answers it. */
  async #answer(frame: RequestFrame, signal: AbortSignal): Promise<string> {
    const { id, params } = frame;
    const { desk, via, offers } = this.#options;
    const run = this.#runOf(frame, signal);
    if (frame.method === "tools/call") {
      const name = textOf(params["name"]);
      const alive = (): void => this.#queue.alive(id, "Waiting for the person to answer");
      const outcome = await desk.call({ ...run, via, tool: name, input: params["arguments"] ?? {}, alive });
      const { foreign } = desk.tools.get(name)?.tool ?? {};
      return resultBody(id, outcome, foreign === undefined ? {} : { foreign }, this.#limits, frame.notice);
    }
    if (via.controls.paused) throw new Fault("paused");
    // Loaded by pages that are asked for it: most offer tools alone.
    const { answerOffer } = await import("./offers.ts");
    const result = await answerOffer(offers, frame.method, params, run);
    if (typeof result === "string") throw new Fault(result);
    const body = valueBody(id, JSON.stringify(result));
    if (utf8Bytes(body) > this.#limits.message) throw new Fault("tool_failed", "The answer is larger than this link takes: ask for less");
    return body;
  }

  #runOf(frame: RequestFrame, signal: AbortSignal): Run {
    const { id } = frame;
    return {
      signal,
      client: clientOf(frame.agent),
      now: Date.now,
      progress: (progress) => this.#queue.progress(id, progress),
      log: (level, data, logger) => this.#queue.log(id, level, data, logger),
      ask: (questions, options?: { readonly beforeEffects?: boolean }) => this.#ask(id, questions, options?.beforeEffects === true, signal),
      call: () => Promise.reject(new Fault("tool_unknown", "Only tools can call tools")),
    };
  }

  /** Asks the client through the relay, which answers within ten minutes; our own clock only catches a relay that does not. */
  async #ask(
    id: string,
    questions: Readonly<Record<string, Question>>,
    beforeEffects: boolean,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, Answer>>> {
    const { client, keys } = this.#options;
    const ask = `q${this.#nextAsk++}`;
    const key = `${id} ${ask}`;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone: () => void = () => undefined;
    try {
      return await new Promise((resolve, reject) => {
        gone = () => reject(Fault.from(signal.reason));
        if (signal.aborted) return gone();
        signal.addEventListener("abort", gone, { once: true });
        timer = setTimeout(() => reject(new Fault("ask_expired")), askMs + 5_000);
        this.#asks.set(key, { resolve, reject });
        const frame = { type: "ask", id, ask, questions, ...(beforeEffects ? { beforeEffects } : {}) } as const;
        void client
          .frames(keys, [frame])
          .then((sent) => sent || reject(new Fault("ask_unavailable", "The question did not reach the relay")));
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", gone);
      this.#asks.delete(key);
    }
  }

  /** Sends an answer, again while the relay keeps the call for us: the key makes a second arrival harmless. */
  async #post(body: string, signal: AbortSignal): Promise<void> {
    const { client, keys } = this.#options;
    const until = Date.now() + graceMs;
    for (let wait = 500; ; wait *= 2) {
      // Cancelled calls are over at the relay: what their tool still says is heard by nobody.
      if (signal.aborted && Fault.is(signal.reason) && signal.reason.code === "cancelled") return;
      const sent = await client.result(keys, body);
      // A body that the relay refuses ends its call there (docs/protocol.md, 2).
      if (typeof sent === "boolean" || sent.is === "refused" || Date.now() + wait > until) return;
      await new Promise((resolve) => setTimeout(resolve, Math.max(wait, sent.retryAfterMs)));
    }
  }
}

/** The client as tools see it. */
function clientOf({ name, version, revision, can }: Agent): Client {
  return { name, version, revision, can };
}
