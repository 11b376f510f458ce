import { pause } from "../../../../bench/src/load.ts";
import { asObject, toolCalls } from "../../../../bench/src/messages.ts";
import { Session, exchange } from "../../../../bench/src/session.ts";

/** How one call ended. */
export interface Ending {
  readonly how: "answered" | "told why" | "lost session" | "cut";
  /** What the client was told, where it was no answer. */
  readonly text: string;
  readonly ms: number;
}

/** One MCP client's view of one link. */
export class Caller {
  readonly #url: string;
  #session: Session | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  /** Calls once, in the session it has or a new one. Never rejects. */
  async call(tool: string, args: object): Promise<Ending> {
    const from = performance.now();
    const end = (how: Ending["how"], text: string): Ending => ({ how, text, ms: performance.now() - from });
    try {
      this.#session ??= await Session.open({ url: this.#url, era: "sessions" }, tool);
      const connection = this.#session.connection();
      try {
        const { answer } = await exchange(connection, this.#session.head("POST"), toolCalls(tool, args)(10), 10);
        const message = asObject(JSON.parse(answer.toString()));
        const result = asObject(message["result"]);
        const told = result["isError"] === true || message["error"] !== undefined;
        return end(told ? "told why" : "answered", told ? answer.toString().slice(0, 300) : "");
      } finally {
        connection.destroy();
      }
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (!text.startsWith("HTTP 404")) return end("cut", text);
      this.#session = undefined;
      return end("lost session", text);
    }
  }

  /** Calls until it is answered. Milliseconds that took, or undefined when `ms` passed first. */
  async back(tool: string, args: object, ms: number): Promise<number | undefined> {
    const from = performance.now();
    while (performance.now() - from < ms) {
      if ((await this.call(tool, args)).how === "answered") return performance.now() - from;
      await pause(100);
    }
    return undefined;
  }
}
