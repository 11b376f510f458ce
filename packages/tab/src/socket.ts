import { type Receipt, type UpFrame, fitsParcel, parseDownFrame, parseReceipt, writeGreeting } from "@jackfield/wire";
import type { LinkKeys } from "./keys.ts";
import { graceMs } from "./limits.ts";
import { RelayClient, type RelayRefusal, type StreamListener } from "./relay-client.ts";
import { utf8Bytes } from "./result-body.ts";

/**
 * The transport `webSocket` for `createLink`: frames come and small results go on one WebSocket, which takes none of the six connections that
 * a browser has for one origin. Where it can't be opened, or does not last, the page listens and posts as it does without. A page whose
 * Content-Security-Policy names the relay in `connect-src` must name its `wss:` address there too.
 */
export function webSocket(base: string): RelayClient {
  return new SocketClient(base);
}

/** What the relay does with a parcel that it does not take at once. */
type Fate = boolean | "post";

interface Waiting {
  settle(fate: Fate): void;
}

interface Lane {
  readonly socket: WebSocket;
  readonly tokens: readonly string[];
  readonly waiting: Map<number, Waiting>;
  sent: number;
}

class SocketClient extends RelayClient {
  /** The newest last: while a stream is replaced there are two. */
  #lanes: Lane[] = [];
  /** Until then there is no use in trying. */
  #restUntil = 0;
  #shortLived = 0;

  override async events(
    links: readonly LinkKeys[],
    holder: string,
    most: number,
    on: StreamListener,
    signal: AbortSignal,
  ): Promise<RelayRefusal | undefined> {
    if (Date.now() >= this.#restUntil) {
      const end = await this.#listen(links, holder, most, on, signal);
      if (end !== "unavailable") return end;
      this.#restUntil = Date.now() + restMs;
    }
    return signal.aborted ? undefined : super.events(links, holder, most, on, signal);
  }

  override async result(keys: LinkKeys, body: string): Promise<boolean | RelayRefusal> {
    const fate = this.#send(keys, body);
    if (fate === undefined) return super.result(keys, body);
    // Its call is over as far as the page goes; that it comes is seen to here.
    void fate.then((known) => (known === "post" ? this.#post(keys, body) : undefined));
    return true;
  }

  override async frames(keys: LinkKeys, frames: readonly UpFrame[]): Promise<boolean> {
    const fate = (await this.#send(keys, JSON.stringify(frames))) ?? "post";
    return fate === "post" ? super.frames(keys, frames) : fate;
  }

  /** Until the socket ends: as `events`. `unavailable`: it was of no use. */
  #listen(
    links: readonly LinkKeys[],
    holder: string,
    most: number,
    on: StreamListener,
    signal: AbortSignal,
  ): Promise<RelayRefusal | undefined | "unavailable"> {
    const tokens = links.map(({ token }) => token);
    const socket = new WebSocket(`${this.base.replace(/^http/, "ws")}/s/${tokens[0]}/socket`);
    const lane: Lane = { socket, tokens, waiting: new Map(), sent: 0 };
    let openedAt = 0;
    return new Promise((resolve) => {
      const over = (end: RelayRefusal | undefined | "unavailable"): void => {
        clearTimeout(patience);
        signal.removeEventListener("abort", leave);
        this.#lanes = this.#lanes.filter((each) => each !== lane);
        resolve(end);
      };
      // On a network that is dead the browser waits long for the relay's goodbye: what is on its way does so for a moment, the page not at all.
      const leave = (): void => {
        socket.close();
        setTimeout(() => settleAll(lane, "post"), openMs);
        this.#shortLived = 0;
        over(undefined);
      };
      const patience = setTimeout(() => {
        socket.close();
        over("unavailable");
      }, openMs);
      signal.addEventListener("abort", leave, { once: true });
      socket.onopen = () => socket.send(writeGreeting({ holder, secrets: links.map(({ secret }) => secret).join(" ") }));
      socket.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (typeof data !== "string" || data.length > most) return socket.close();
        if (openedAt === 0) {
          if (socket.readyState !== WebSocket.OPEN) return;
          clearTimeout(patience);
          openedAt = Date.now();
          this.#lanes.push(lane);
          on.open();
        }
        on.bytes();
        const receipt = parseReceipt(data);
        const frame = receipt === undefined ? parseDownFrame(data) : undefined;
        if (receipt !== undefined) take(lane, receipt);
        else if (frame !== undefined) on.frame(frame);
      };
      socket.onclose = ({ code, reason, wasClean }) => {
        // After an orderly end the relay has read all that was sent before.
        settleAll(lane, wasClean ? true : "post");
        if (signal.aborted) return over(undefined);
        if (openedAt > 0) return over(this.#lasted(Date.now() - openedAt) ? undefined : "unavailable");
        over(code >= 4_000 ? refusalOf(code - 4_000, reason) : "unavailable");
      };
    });
  }

  /** A socket that is cut again and again soon after it opened meets something on its way that has no time for it. */
  #lasted(ms: number): boolean {
    this.#shortLived = ms >= steadyMs ? 0 : this.#shortLived + 1;
    return this.#shortLived < shortLivedMost;
  }

  /** Sends a body in a parcel; undefined where it has to be POSTed. */
  #send(keys: LinkKeys, body: string): Promise<Fate> | undefined {
    const lane = this.#lanes.findLast(({ tokens }) => tokens.includes(keys.token));
    if (lane === undefined || lane.socket.readyState !== WebSocket.OPEN || lane.waiting.size >= waitingMost) return undefined;
    if (!fitsParcel(utf8Bytes(body))) return undefined;
    lane.socket.send(`${lane.tokens.indexOf(keys.token)}${body}`);
    return new Promise((settle) => lane.waiting.set(++lane.sent, { settle }));
  }

  /** The socket broke under a result, or the relay wants it another way: the key makes a second arrival harmless. */
  async #post(keys: LinkKeys, body: string): Promise<void> {
    const until = Date.now() + graceMs;
    for (let wait = 500; ; wait *= 2) {
      const sent = await super.result(keys, body);
      if (typeof sent === "boolean" || sent.is === "refused" || Date.now() + wait > until) return;
      await new Promise((resolve) => setTimeout(resolve, Math.max(wait, sent.retryAfterMs)));
    }
  }
}

function take(lane: Lane, receipt: Receipt): void {
  if (receipt.type === "took") {
    for (const [n] of lane.waiting) if (n <= receipt.n) settle(lane, n, true);
  } else if (receipt.status === 421 || receipt.status === 429 || receipt.status >= 500) {
    const { n, retryAfterMs } = receipt;
    setTimeout(() => settle(lane, n, "post"), Math.min(retryAfterMs ?? 0, graceMs));
  } else settle(lane, receipt.n, false);
}

function settle(lane: Lane, n: number, fate: Fate): void {
  lane.waiting.get(n)?.settle(fate);
  lane.waiting.delete(n);
}

function settleAll(lane: Lane, fate: Fate): void {
  for (const n of lane.waiting.keys()) settle(lane, n, fate);
}

/** The close code tells the status that HTTP would have had. */
function refusalOf(status: number, reason: string): RelayRefusal {
  const message = `The relay answered with status ${status}`;
  const seconds = Number(/^retry-after (\d{1,6})$/.exec(reason)?.[1] ?? 0);
  if (status === 408 || status === 429 || status >= 500) return { is: "later", retryAfterMs: seconds * 1_000, message };
  return { is: "refused", message };
}

/** Parcels whose receipts have not come, at 64 KiB each at most. The next goes by POST. */
const waitingMost = 64;
/** A proxy that does not know WebSockets may never answer. */
const openMs = 5_000;
/** How long the page does without, once one was of no use. */
const restMs = 600_000;
const steadyMs = 5_000;
const shortLivedMost = 3;
