import { type AnswerTo, guardHeaders } from "../http-answer.ts";
import type { Incoming } from "./exchanges.ts";

/** Answers a request that was carried here as if its response were here. Its front adds what every answer of a relay has. */
export class CarriedAnswer implements AnswerTo {
  readonly destroyed = false;
  readonly #incoming: Incoming;
  #head: { readonly status: number; readonly headers: readonly string[] } | undefined;

  constructor(incoming: Incoming) {
    this.#incoming = incoming;
  }

  get headersSent(): boolean {
    return this.#head !== undefined;
  }

  writeHead(status: number, headers: readonly string[]): void {
    const own: string[] = [];
    for (let at = 0; at + 1 < headers.length; at += 2) {
      const name = headers[at] ?? "";
      if (!fromFront.has(name)) own.push(name, headers[at + 1] ?? "");
    }
    this.#head = { status, headers: own };
  }

  end(body: string | Uint8Array = ""): void {
    const { status, headers } = this.#head ?? { status: 500, headers: [] };
    this.#incoming.answer(status, headers, [typeof body === "string" ? Buffer.from(body) : body]);
  }
}

const fromFront: ReadonlySet<string> = new Set(["content-length", ...guardHeaders.filter((_name, index) => index % 2 === 0)]);
