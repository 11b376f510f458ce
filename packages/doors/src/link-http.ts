import { type ClientRequest, type IncomingMessage, Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { Fault } from "@jackfield/contract";
import { SseParser, secretHeader } from "@jackfield/wire";

export interface LinkHttpOptions {
  /** The relay's address, without a path of its own: see `relayUrl`. */
  readonly relay: URL;
  readonly token: string;
  readonly secret: string;
  readonly posts: number;
  readonly postMs: number;
  readonly silenceMs: number;
  readonly eventBytes: number;
}

/** What came back of a POST. */
export interface PostAnswer {
  readonly status: number;
  /** Milliseconds the relay asks to wait; undefined when it does not. */
  readonly retryAfterMs: number | undefined;
  readonly body: string;
}

/** Why an event stream is over. Where there never was one, what the relay said instead. */
export type StreamEnd =
  | { readonly is: "answered"; readonly answer: PostAnswer }
  /** It ended, or was cut; `why` is for a person. */
  | { readonly is: "dropped"; readonly why: string };

/** An event stream that is being read. */
export interface LinkStream {
  readonly ended: Promise<StreamEnd>;
  /** Ends it from here. Twice does no harm. */
  stop(): void;
}

/** What comes of an up stream. */
export interface UpEvents {
  /** The relay reads it. */
  opened(): void;
  /** A sign of life. */
  heard(): void;
  event(data: string): void;
  closed(): void;
}

/**
 * A holder's HTTP to its relay: one long GET, and POSTs over a few kept connections. The secret travels in its header only; redirects are not
 * followed, so it goes to no other host.
 */
export class LinkHttp {
  readonly #options: LinkHttpOptions;
  readonly #request: typeof httpRequest;
  readonly #secure: boolean;
  readonly #posts: HttpAgent;
  readonly #streams: HttpAgent;
  readonly #requests: Set<ClientRequest> = new Set();

  constructor(options: LinkHttpOptions) {
    this.#options = options;
    const secure = options.relay.protocol === "https:";
    this.#secure = secure;
    this.#request = secure ? httpsRequest : httpRequest;
    const kept = { keepAlive: true, maxSockets: options.posts, scheduling: "lifo" as const };
    this.#posts = secure ? new HttpsAgent(kept) : new HttpAgent(kept);
    // A stream has a connection of its own: it must not wait for a POST's.
    this.#streams = secure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false });
  }

  /** One POST. Rejects when no answer came within `postMs`, or at `close`. */
  post(route: "hello" | "result" | "frames", body: Uint8Array): Promise<PostAnswer> {
    return new Promise((resolve, reject) => {
      const request = this.#open("POST", route, this.#posts, { "content-type": "application/json", "content-length": String(body.length) });
      const timer = setTimeout(() => request.destroy(new Error("no answer in time")), this.#options.postMs);
      request.once("close", () => clearTimeout(timer));
      request.once("error", reject);
      request.once("response", (response) => {
        readAnswer(response).then(resolve, reject);
      });
      request.end(body);
    });
  }

  /** Reads the event stream until it ends, `stop` is called, or at `close`. `onEvent` gets each event's data. */
  stream(holder: string, onEvent: (data: string) => void): LinkStream {
    const request = this.#open("GET", `events?holder=${holder}`, this.#streams, { accept: "text/event-stream" });
    let silence: NodeJS.Timeout | undefined;
    let settle: (end: StreamEnd) => void = () => undefined;
    const ended = new Promise<StreamEnd>((resolve) => (settle = resolve));
    const end = (how: StreamEnd): void => {
      clearTimeout(silence);
      request.destroy();
      settle(how);
    };
    const drop = (why: string): void => end({ is: "dropped", why });
    const heard = (): void => {
      clearTimeout(silence);
      silence = setTimeout(() => drop("the relay went silent"), this.#options.silenceMs);
    };
    heard();
    request.once("error", (error) => drop(reasonOf(error)));
    request.once("close", () => drop("the relay closed the stream"));
    request.once("response", (response) => {
      response.once("error", (error) => drop(reasonOf(error)));
      if (response.statusCode !== 200) {
        readAnswer(response).then(
          (answer) => end({ is: "answered", answer }),
          (error: unknown) => drop(reasonOf(error)),
        );
        return;
      }
      const parser = new SseParser((event) => onEvent(event.data), undefined, this.#options.eventBytes);
      response.on("data", (chunk: Buffer) => {
        heard();
        try {
          parser.feed(chunk);
        } catch (error) {
          drop(reasonOf(error));
        }
      });
      response.once("end", () => drop("the relay ended the stream"));
    });
    request.end();
    return { ended, stop: () => drop("it was stopped here") };
  }

  /** Opens the long request that parcels go up by: the caller writes to it, and ends it. `closed` comes once, whatever ended it. */
  up(on: UpEvents): ClientRequest {
    const agent = this.#secure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false });
    const request = this.#make("POST", "up", agent, { "content-type": "application/octet-stream" });
    request.on("error", () => undefined);
    request.once("close", () => on.closed());
    request.once("response", (response) => {
      response.on("error", () => undefined);
      if (response.statusCode !== 200) return void request.destroy();
      on.opened();
      const parser = new SseParser(
        (event) => on.event(event.data),
        () => on.heard(),
        this.#options.eventBytes,
      );
      response.on("data", (chunk: Buffer) => {
        try {
          parser.feed(chunk);
        } catch {
          // Too long to be a receipt: whatever answers there is no relay.
          request.destroy();
        }
      });
      response.once("end", () => request.destroy());
    });
    request.flushHeaders();
    return request;
  }

  /** Ends the stream and every POST, and closes every kept connection. */
  close(): void {
    for (const request of this.#requests) request.destroy(new Error("the holder closes"));
    this.#posts.destroy();
    this.#streams.destroy();
  }

  #open(method: string, route: string, agent: HttpAgent, headers: Readonly<Record<string, string>>): ClientRequest {
    const request = this.#make(method, route, agent, headers);
    this.#requests.add(request);
    request.once("close", () => this.#requests.delete(request));
    return request;
  }

  #make(method: string, route: string, agent: HttpAgent, headers: Readonly<Record<string, string>>): ClientRequest {
    const { relay, token, secret } = this.#options;
    return this.#request(new URL(`/s/${token}/${route}`, relay), { method, agent, headers: { ...headers, [secretHeader]: secret } });
  }
}

/** A relay's address as a holder may use it. Throws Fault `config` for one that would send the secret in the clear. */
export function relayUrl(relay: string): URL {
  if (!URL.canParse(relay))
    throw new Fault("config", `Cannot use the relay "${relay.slice(0, 200)}": it is not a URL`, {
      hint: "Give it as https://relay.example",
    });
  const url = new URL(relay);
  const loopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback)) {
    throw new Fault("config", `Cannot use the relay "${url.origin}": only https is safe beyond this computer`, {
      hint: "Give its https address",
    });
  }
  if (url.username !== "" || url.password !== "" || url.pathname !== "/" || url.search !== "" || url.hash !== "") {
    throw new Fault("config", `Cannot use the relay "${url.origin}" with anything after its host`, { hint: `Give it as ${url.origin}` });
  }
  return url;
}

/** The answer, its body cut at what any answer of a relay needs. */
function readAnswer(response: IncomingMessage): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    response.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > answerBytes) response.destroy(new Error("the answer is too long"));
      else chunks.push(chunk);
    });
    response.once("error", reject);
    response.once("end", () =>
      resolve({
        status: response.statusCode ?? 0,
        retryAfterMs: readRetryAfter(response.headers["retry-after"]),
        body: Buffer.concat(chunks).toString(),
      }),
    );
  });
}

/** Retry-After in milliseconds. Dates are left alone: clocks differ more than relays wait. */
function readRetryAfter(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) * 1_000 : undefined;
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code === "" ? String(error instanceof Error ? error.message : error).slice(0, 200) : code;
}

const answerBytes = 65_536;
