import { createHash, randomBytes } from "node:crypto";
import { type AnswerHead, Connection } from "./connection.ts";
import { EventStream } from "./event-stream.ts";
import { asObject } from "./messages.ts";

/** A link's keys as docs/protocol.md §1 makes them; written apart from the product's code, so that a slip in one shows. */
export interface LinkKeys {
  readonly secret: string;
  readonly token: string;
}

export function newLinkKeys(): LinkKeys {
  const secret = randomBytes(32).toString("base64url");
  return { secret, token: createHash("sha256").update(`jackfield-link/v1:${secret}`).digest("base64url").slice(0, 22) };
}

export interface RawHolderOptions {
  /** The relay's origin: http://127.0.0.1:PORT. */
  readonly relay: string;
  readonly keys?: LinkKeys;
  /** Further links that share the event stream: at most 7. Each says its own hello. */
  readonly alsoLinks?: readonly LinkKeys[];
  readonly declare?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Each down frame, parsed. */
  readonly onFrame?: (frame: Readonly<Record<string, unknown>>, holder: RawHolder) => void;
  readonly onClose?: () => void;
}

export interface Answered {
  readonly status: number;
  readonly head: AnswerHead;
  readonly body: string;
}

/** A link holder on bare sockets that does just what it is told: for measuring, and for misbehaving on purpose. */
export class RawHolder {
  readonly keys: LinkKeys;
  readonly holder = randomBytes(16).toString("base64url");
  readonly #options: RawHolderOptions;
  readonly #relay: URL;
  readonly #idle: Connection[] = [];
  #stream: Connection | undefined;

  constructor(options: RawHolderOptions) {
    this.#options = options;
    this.#relay = new URL(options.relay);
    this.keys = options.keys ?? newLinkKeys();
  }

  /** The address an MCP client uses. */
  get mcpUrl(): string {
    return `${this.#relay.origin}/s/${this.keys.token}/mcp`;
  }

  /** The event stream's connection while it is open. */
  get stream(): Connection | undefined {
    return this.#stream;
  }

  /** Says hello and opens the event stream. Rejects when the relay refuses either. */
  async start(): Promise<this> {
    const hello = await this.hello();
    if (hello.status !== 200) throw new Error(`hello was answered ${hello.status}: ${hello.body.slice(0, 300)}`);
    const status = await this.open();
    if (status !== 200) throw new Error(`events was answered ${status}`);
    return this;
  }

  /** Says hello for the stream's own link, or for one of the others. */
  hello(keys: LinkKeys = this.keys, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
    const { declare } = this.#options;
    return this.post(
      "hello",
      Buffer.from(JSON.stringify({ protocol: 1, holder: this.holder, ...(declare === undefined ? {} : { declare }) })),
      headers,
      keys,
    );
  }

  /** Opens the event stream; resolves with the status. */
  open(): Promise<number> {
    return new Promise((resolve, reject) => {
      const connection = this.#connection();
      const events = new EventStream((data) => this.#options.onFrame?.(asObject(JSON.parse(data.toString())), this));
      const over = (): void => {
        if (this.#stream === connection) this.#stream = undefined;
        this.#options.onClose?.();
      };
      connection.send(
        `GET /s/${this.keys.token}/events?holder=${this.holder} HTTP/1.1${this.#headers([this.keys, ...(this.#options.alsoLinks ?? [])])}\r\naccept: text/event-stream`,
        undefined,
        {
          head: ({ status }) => {
            if (status === 200) this.#stream = connection;
            resolve(status);
          },
          data: (bytes) => {
            if (this.#stream === connection) events.push(bytes);
          },
          end: over,
          error: (error) => {
            over();
            reject(error);
          },
        },
      );
    });
  }

  /** Answers a call. `result` is the finished MCP result as bytes. */
  result(id: string, result: Buffer, keys: LinkKeys = this.keys): Promise<Answered> {
    return this.post("result", Buffer.concat([Buffer.from(`{"id":${JSON.stringify(id)},"result":`), result, closingBrace]), {}, keys);
  }

  /** POSTs to one of the holder routes. */
  post(
    route: "hello" | "result" | "frames",
    body: Buffer,
    headers: Readonly<Record<string, string>> = {},
    keys: LinkKeys = this.keys,
  ): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const connection = this.#idle.pop() ?? this.#connection();
      const chunks: Buffer[] = [];
      let answered: AnswerHead | undefined;
      connection.send(`POST /s/${keys.token}/${route} HTTP/1.1${this.#headers([keys], headers)}\r\ncontent-type: application/json`, body, {
        head: (head) => void (answered = head),
        data: (bytes) => void chunks.push(bytes),
        end: () => {
          this.#idle.push(connection);
          if (answered !== undefined) resolve({ status: answered.status, head: answered, body: Buffer.concat(chunks).toString() });
        },
        error: reject,
      });
    });
  }

  /** Closes all connections but the event stream: what is left is an idle link. */
  rest(): void {
    for (const connection of this.#idle.splice(0)) connection.destroy();
  }

  /** Closes every connection without a word. */
  destroy(): void {
    this.#stream?.destroy();
    this.#stream = undefined;
    this.rest();
  }

  #connection(): Connection {
    return new Connection(this.#relay.hostname, Number(this.#relay.port));
  }

  #headers(keys: readonly LinkKeys[], own: Readonly<Record<string, string>> = {}): string {
    const more = Object.entries({ ...this.#options.headers, ...own }).map(([name, value]) => `\r\n${name}: ${value}`);
    return `\r\nhost: ${this.#relay.host}\r\nx-jackfield-link-secret: ${keys.map((each) => each.secret).join(" ")}${more.join("")}`;
  }
}

const closingBrace = Buffer.from("}");
