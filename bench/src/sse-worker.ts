import { Connection } from "./connection.ts";
import { EventStream } from "./event-stream.ts";
import { type Answered, type Worker, pause } from "./load.ts";
import { idOf, initializeRequest, initializedNotice } from "./messages.ts";
import { exchange } from "./session.ts";

/** A worker of a server that speaks only HTTP+SSE, the transport of 2024-11-05: requests are posted, answers come on one stream. */
export class SseWorker implements Worker {
  readonly #url: URL;
  readonly #stream: Connection;
  readonly #posts: Connection;
  readonly #waiting = new Map<number, { readonly resolve: (answered: Answered) => void; readonly reject: (error: Error) => void }>();
  #head = "";

  private constructor(url: URL) {
    this.#url = url;
    this.#stream = new Connection(url.hostname, Number(url.port));
    this.#posts = new Connection(url.hostname, Number(url.port));
  }

  /** Opens a session. Rejects when the server refuses for longer than it may take to start. */
  static async open(url: string): Promise<SseWorker> {
    const until = performance.now() + startMs;
    for (;;) {
      try {
        return await SseWorker.#open(url);
      } catch (error) {
        // Such a server listens before its own servers are there.
        if (performance.now() > until) throw error;
        await pause(100);
      }
    }
  }

  static async #open(url: string): Promise<SseWorker> {
    const worker = new SseWorker(new URL(url));
    const target = new URL(await worker.#endpoint(), url);
    worker.#head = `POST ${target.pathname}${target.search} HTTP/1.1\r\nhost: ${target.host}\r\ncontent-type: application/json`;
    await worker.call(initializeRequest(1, "2024-11-05"), 1);
    await exchange(worker.#posts, worker.#head, initializedNotice(), undefined);
    return worker;
  }

  async call(body: Buffer, id: number): Promise<Answered> {
    const answered = new Promise<Answered>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    // A refused post is what is reported: nothing comes on the stream then.
    answered.catch(() => undefined);
    try {
      await exchange(this.#posts, this.#head, body, undefined);
      return await answered;
    } finally {
      this.#waiting.delete(id);
    }
  }

  reset(): void {
    this.#posts.destroy();
  }

  async close(): Promise<void> {
    this.#stream.destroy();
    this.#posts.destroy();
    this.#fail(new Error("The worker was closed"));
  }

  /** The address for posts, which is the stream's first event. Later ones are messages. */
  #endpoint(): Promise<string> {
    return new Promise((resolve, reject) => {
      let isFirst = true;
      const events = new EventStream((data) => {
        if (!isFirst) return this.#settle(data);
        isFirst = false;
        resolve(data.toString());
      });
      const failed = (error: Error): void => {
        reject(error);
        this.#fail(error);
      };
      this.#stream.send(`GET ${this.#url.pathname} HTTP/1.1\r\nhost: ${this.#url.host}\r\naccept: text/event-stream`, undefined, {
        head: ({ status }) => status === 200 || failed(new Error(`HTTP ${status} instead of a stream`)),
        data: (bytes) => events.push(bytes),
        end: () => failed(new Error("The stream has ended")),
        error: failed,
      });
    });
  }

  #settle(answer: Buffer): void {
    this.#waiting.get(idOf(answer))?.resolve({ answer, at: performance.now() });
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
  }
}

const startMs = 20_000;
