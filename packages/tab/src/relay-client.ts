import { Fault } from "@jackfield/contract";
import {
  type DownFrame,
  type HelloAnswer,
  type HelloBody,
  type UpFrame,
  SseParser,
  cleanText,
  parseDownFrame,
  parseHelloAnswer,
  secretHeader,
} from "@jackfield/wire";
import { retryAfterMs } from "./backoff.ts";
import type { LinkKeys } from "./keys.ts";
import { requestMs } from "./limits.ts";

/** The relay did not do what was asked. */
export type RelayRefusal =
  /** It will not, however often it is asked: the page says so. */
  | { readonly is: "refused"; readonly message: string }
  /** Not now: asked again later. */
  | { readonly is: "later"; readonly retryAfterMs: number; readonly message: string };

/** What comes of an open stream. */
export interface StreamListener {
  /** The relay took it. */
  open(): void;
  frame(frame: DownFrame): void;
  /** A sign of life. */
  bytes(): void;
}

/** One relay, as a holder talks to it. Every request carries the link's secret in a header and nothing else that names anyone. */
export class RelayClient {
  readonly base: string;

  constructor(base: string) {
    this.base = base;
  }

  async hello(keys: LinkKeys, body: HelloBody): Promise<HelloAnswer | RelayRefusal> {
    const response = await this.#send(keys, "hello", JSON.stringify(body));
    if (!(response instanceof Response)) return response;
    if (response.status !== 200) return this.#refusal(response);
    const answer = parseHelloAnswer(await response.json().catch(() => undefined));
    return answer ?? { is: "refused", message: "This is no relay of this version" };
  }

  /** True: taken. False: the call is no longer open. Else it did not get through. */
  async result(keys: LinkKeys, body: string): Promise<boolean | RelayRefusal> {
    const response = await this.#send(keys, "result", body);
    if (!(response instanceof Response)) return response;
    if (response.status === 204) return true;
    return response.status === 404 ? false : this.#refusal(response);
  }

  async frames(keys: LinkKeys, frames: readonly UpFrame[]): Promise<boolean> {
    const response = await this.#send(keys, "frames", JSON.stringify(frames));
    return response instanceof Response && response.ok;
  }

  /**
   * The event stream of up to eight links. Resolves when the stream ends in whatever way: with the relay's refusal, or with undefined for one that was open.
   */
  async events(
    links: readonly LinkKeys[],
    holder: string,
    most: number,
    on: StreamListener,
    signal: AbortSignal,
  ): Promise<RelayRefusal | undefined> {
    const first = links[0];
    if (first === undefined) return undefined;
    const url = `${this.base}/s/${first.token}/events?holder=${holder}`;
    const headers = { [secretHeader]: links.map((keys) => keys.secret).join(" ") };
    try {
      const response = await fetch(url, { ...plain, headers, signal });
      if (response.status !== 200 || response.body === null) return await this.#refusal(response);
      on.open();
      const parser = new SseParser(
        (event) => {
          const frame = parseDownFrame(event.data);
          if (frame !== undefined) on.frame(frame);
        },
        undefined,
        most,
      );
      const reader = response.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return undefined;
        on.bytes();
        parser.feed(value);
      }
    } catch (error) {
      // Aborted, cut, or a stream that is not one: the caller opens a new one.
      return signal.aborted ? undefined : later(error);
    }
  }

  async #send(keys: LinkKeys, route: string, body: string): Promise<Response | RelayRefusal> {
    try {
      return await fetch(`${this.base}/s/${keys.token}/${route}`, {
        ...plain,
        method: "POST",
        headers: { [secretHeader]: keys.secret, "content-type": "application/json" },
        body,
        signal: AbortSignal.timeout(requestMs),
      });
    } catch (error) {
      return later(error);
    }
  }

  async #refusal(response: Response): Promise<RelayRefusal> {
    const { status } = response;
    const message = (await said(response)) || `The relay answered with status ${status}`;
    const wait = retryAfterMs(response.headers.get("retry-after"), Date.now());
    // 408, 429 and everything of 5xx pass; the rest is about what was sent, which would be sent again.
    if (status === 408 || status === 429 || status >= 500) return { is: "later", retryAfterMs: wait, message };
    return { is: "refused", message };
  }
}

const plain = {
  mode: "cors",
  credentials: "omit",
  cache: "no-store",
  redirect: "error",
  referrerPolicy: "no-referrer",
} as const satisfies RequestInit;

function later(error: unknown): RelayRefusal {
  return { is: "later", retryAfterMs: 0, message: Fault.is(error) ? error.message : "The relay cannot be reached" };
}

/** What the relay gave as its reason, for people; empty when what answered is no relay. */
async function said(response: Response): Promise<string> {
  try {
    const { error } = (await response.json()) as { readonly error: { readonly message: unknown; readonly hint: unknown } };
    return cleanText(`${String(error.message)}. ${String(error.hint)}`, 500);
  } catch {
    // A proxy's page, or nothing: the status says all there is.
    return "";
  }
}
