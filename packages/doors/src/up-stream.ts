import type { ClientRequest } from "node:http";
import { type Receipt, fitsParcel, parseReceipt, writeParcel } from "@jackfield/wire";
import type { LinkLimits } from "./ceilings.ts";
import type { LinkHttp } from "./link-http.ts";

export type UpRoute = "result" | "frames";

/** What became of a parcel: the relay has it, it is to be POSTed after so many ms, or the relay will not have it at all. */
export type Fate =
  | { readonly is: "taken" }
  | { readonly is: "post"; readonly afterMs: number }
  | { readonly is: "refused"; readonly why: string };

export interface UpStreamOptions extends Pick<
  LinkLimits,
  "upParcels" | "upBytes" | "upOpenMs" | "upReceiptMs" | "upPingMs" | "silenceMs" | "steadyMs" | "backoffMs"
> {
  readonly http: LinkHttp;
}

/**
 * One long request that carries what would be POSTs (docs/protocol.md §8). It takes nothing until the relay has answered it: where something
 * on the way holds requests back until they end, it never does, and everything goes by POST. What is on its way is kept until the relay
 * has it, and is to be POSTed when it breaks.
 */
export class UpStream {
  readonly #options: UpStreamOptions;
  readonly #waiting = new Map<number, { readonly bytes: number; settle(fate: Fate): void }>();
  #request: ClientRequest | undefined;
  #isReady = false;
  #isGathering = false;
  #count = 0;
  #bytes = 0;
  #ping: NodeJS.Timeout | undefined;
  #patience: NodeJS.Timeout | undefined;
  /** Runs while a receipt is due. */
  #due: NodeJS.Timeout | undefined;
  #reopening: NodeJS.Timeout | undefined;
  #isOver = false;
  /** When the relay answered it. */
  #since = 0;

  constructor(options: UpStreamOptions) {
    this.#options = options;
  }

  /** Opens it, unless it is open or was ended. */
  open(): void {
    if (this.#request !== undefined || this.#isOver) return;
    clearTimeout(this.#reopening);
    const { http, upOpenMs, upPingMs } = this.#options;
    const request = http.up({
      opened: () => {
        if (this.#request !== request || this.#isOver) return;
        this.#isReady = true;
        this.#since = Date.now();
        this.#heard();
        this.#ping = setInterval(() => this.#write(signOfLife), upPingMs);
      },
      heard: () => this.#heard(),
      event: (data) => {
        this.#heard();
        this.#receipt(parseReceipt(data));
      },
      closed: () => this.#closed(request),
    });
    this.#request = request;
    this.#patience = setTimeout(() => this.#drop(), upOpenMs);
  }

  /** Sends a body in a parcel; resolves with what became of it. Undefined: it has to be POSTed. */
  send(route: UpRoute, body: Uint8Array): Promise<Fate> | undefined {
    const { upParcels, upBytes } = this.#options;
    if (!this.#isReady || !fitsParcel(body.length) || body[0] !== firstByte[route]) return undefined;
    if (this.#waiting.size >= upParcels || this.#bytes + body.length > upBytes) return undefined;
    return new Promise((resolve) => {
      this.#bytes += body.length;
      this.#waiting.set(++this.#count, { bytes: body.length, settle: resolve });
      this.#due ??= setTimeout(() => this.#drop(), this.#options.upReceiptMs);
      this.#write(writeParcel(0, body));
    });
  }

  /** Ends it for good, once what is on its way has left and the relay has said what it took. Twice does no harm. */
  async end(): Promise<void> {
    const request = this.#request;
    this.#isOver = true;
    this.#isReady = false;
    this.#stopClocks();
    if (request === undefined || request.destroyed) return this.#forget();
    await new Promise<void>((resolve) => {
      const patience = setTimeout(() => request.destroy(), endMs);
      request.once("close", () => {
        clearTimeout(patience);
        resolve();
      });
      request.end();
    });
    this.#forget();
  }

  /** Lets it go: what is on its way is to be POSTed. */
  #drop(): void {
    this.#request?.destroy();
    this.#forget();
  }

  #stopClocks(): void {
    clearTimeout(this.#patience);
    clearTimeout(this.#reopening);
    clearTimeout(this.#due);
    this.#due = undefined;
    clearInterval(this.#ping);
  }

  #forget(): void {
    this.#stopClocks();
    this.#request = undefined;
    this.#isReady = false;
    this.#count = 0;
    for (const n of [...this.#waiting.keys()]) this.#settle(n, { is: "post", afterMs: 0 });
  }

  /** It broke. One that lasted was good, and is opened again; what broke at once would do so again, until the link itself is opened anew. */
  #closed(request: ClientRequest): void {
    // One that was replaced is over already.
    if (this.#request !== request) return;
    const { steadyMs, backoffMs } = this.#options;
    const wasGood = this.#isReady && Date.now() - this.#since >= steadyMs;
    this.#forget();
    if (wasGood) this.#reopening = setTimeout(() => this.open(), backoffMs);
  }

  #receipt(receipt: Receipt | undefined): void {
    if (receipt === undefined) return;
    if (receipt.type === "refused") this.#settle(receipt.n, fateOf(receipt));
    else
      for (const n of this.#waiting.keys()) {
        if (n > receipt.n) break;
        this.#settle(n, { is: "taken" });
      }
    clearTimeout(this.#due);
    this.#due = this.#waiting.size === 0 ? undefined : setTimeout(() => this.#drop(), this.#options.upReceiptMs);
  }

  #settle(n: number, fate: Fate): void {
    const waiting = this.#waiting.get(n);
    if (waiting === undefined) return;
    this.#waiting.delete(n);
    this.#bytes -= waiting.bytes;
    waiting.settle(fate);
  }

  /** What is sent in one turn of the event loop leaves in one write. */
  #write(bytes: Uint8Array): void {
    const request = this.#request;
    if (request === undefined) return;
    if (!this.#isGathering) {
      this.#isGathering = true;
      request.cork();
      setImmediate(() => {
        this.#isGathering = false;
        request.uncork();
      });
    }
    request.write(bytes);
  }

  #heard(): void {
    if (this.#isOver) return;
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => this.#request?.destroy(), this.#options.silenceMs);
  }
}

function fateOf({ status, retryAfterMs, why }: Extract<Receipt, { type: "refused" }>): Fate {
  // The call is over at the relay: as good as taken.
  if (status === 404) return { is: "taken" };
  if (status === 421 || status === 429 || status >= 500) return { is: "post", afterMs: retryAfterMs ?? 0 };
  return { is: "refused", why: `the relay answered ${status}${why === "" ? "" : `: ${why}`}` };
}

const firstByte: Readonly<Record<UpRoute, number>> = { result: 0x7b, frames: 0x5b };
/** Until then what was written last has left, or will not. */
const endMs = 1_000;
const signOfLife = writeParcel(0, new Uint8Array(0));
