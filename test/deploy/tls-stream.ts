import { connect } from "node:http2";
import { request } from "node:https";

/** An answer over TLS as it came in, piece by piece. */
export class TlsStream implements Disposable {
  status = 0;
  headers: Readonly<Record<string, unknown>> = {};
  /** Milliseconds from the request to its first byte of body, and each piece. */
  readonly pieces: { readonly ms: number; readonly text: string }[] = [];
  ended = false;
  readonly #from = performance.now();
  #close: () => void = () => undefined;

  get text(): string {
    return this.pieces.map((piece) => piece.text).join("");
  }

  get firstMs(): number {
    return this.pieces[0]?.ms ?? Number.POSITIVE_INFINITY;
  }

  /** Leaves, as a client does that has enough. */
  [Symbol.dispose](): void {
    this.#close();
  }

  static overHttp1(url: string, asked: Asked): TlsStream {
    const stream = new TlsStream();
    const sent = request(url, { method: asked.method ?? "POST", headers: { ...asked.headers }, agent: false }, (response) => {
      stream.status = response.statusCode ?? 0;
      stream.headers = response.headers;
      stream.#read(response);
    });
    sent.on("error", () => (stream.ended = true));
    sent.end(asked.body);
    stream.#close = () => void sent.destroy();
    return stream;
  }

  static overHttp2(url: string, asked: Asked): TlsStream {
    const stream = new TlsStream();
    const { origin, pathname, search } = new URL(url);
    const session = connect(origin);
    session.on("error", () => (stream.ended = true));
    const sent = session.request({ ":method": asked.method ?? "POST", ":path": pathname + search, ...asked.headers });
    sent.on("response", (headers) => {
      stream.status = Number(headers[":status"]);
      stream.headers = headers;
    });
    sent.on("error", () => undefined);
    stream.#read(sent);
    sent.end(asked.body);
    stream.#close = () => {
      sent.close();
      session.destroy();
    };
    return stream;
  }

  #read(body: NodeJS.ReadableStream): void {
    body.on("data", (bytes: Buffer) => this.pieces.push({ ms: performance.now() - this.#from, text: bytes.toString() }));
    body.on("error", () => undefined);
    body.on("close", () => (this.ended = true));
  }
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
