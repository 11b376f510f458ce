import type { Headers, Sink } from "@jackfield/mcp";
import type { Incoming } from "./exchanges.ts";

/** Where the core writes the answer of a request that was carried here. */
export class FarSink implements Sink {
  readonly #incoming: Incoming;

  constructor(incoming: Incoming) {
    this.#incoming = incoming;
  }

  get blocked(): boolean {
    return this.#incoming.isBlocked;
  }

  answer(status: number, headers: Headers, parts: readonly Uint8Array[]): void {
    this.#incoming.answer(status, headers, parts);
  }

  open(status: number, headers: Headers): void {
    this.#incoming.start(status, headers);
  }

  write(bytes: Uint8Array): void {
    this.#incoming.data(bytes);
  }

  end(): void {
    this.#incoming.end();
  }

  abort(): void {
    this.#incoming.abort();
  }
}
