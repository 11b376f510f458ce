import { createHash, randomBytes } from "node:crypto";
import { type Change, type ContentOptions, type Host, type Json, type Principal, Fault, applyCeilings, cutText } from "@jackfield/contract";
import {
  type DownNotification,
  type HelloAnswer,
  linkSecretPattern,
  newHolderId,
  parseDownFrame,
  parseHelloAnswer,
  rawParams,
  tokenDigestInput,
  tokenFromDigest,
} from "@jackfield/wire";
import { type DoorLimits, type LinkLimits, doorCeilings, linkCeilings } from "./ceilings.ts";
import { type DeclareOptions, declarationOf } from "./declaration.ts";
import { LinkCalls } from "./link-calls.ts";
import { type Declared, LinkChanges, changeFrames, declaredOf, listsIn } from "./link-changes.ts";
import { LinkHttp, type LinkStream, type PostAnswer, relayUrl } from "./link-http.ts";
import { LinkPoster, codeOf } from "./link-poster.ts";
import { type Rest, afterRefusal, afterStream, backoffMs, parseJson } from "./link-rest.ts";
import { UpLane } from "./up-lane.ts";
import { UpStream } from "./up-stream.ts";

export interface LinkHolderOptions extends DeclareOptions {
  /** The relay's address. https, unless it is on this computer. */
  readonly relay: string;
  /** The link secret: 43 characters. Whoever has it can pose as this holder. */
  readonly secret: string;
  /** The holder's name on the relay, for people. Default: the host's title. */
  readonly app?: string;
  readonly limits?: Partial<LinkLimits & DoorLimits>;
  /** `post`: no up stream, a POST for each result. Default `auto`: an up stream where the relay and everything on the way to it take one. */
  readonly transport?: "auto" | "post";
  readonly content?: ContentOptions;
}

/**
 * `connecting`, `open` (calls arrive), `waiting` (for the next try), `displaced` (a newer holder has the link), `refused` (the relay will not have
 * this holder), `closed`.
 */
export type LinkState = "connecting" | "open" | "waiting" | "displaced" | "refused" | "closed";

export type LinkEvent =
  | { readonly is: "state"; readonly state: LinkState; /** For a person: why. */ readonly why: string }
  | { readonly is: "agent"; readonly state: "join" | "leave"; readonly agent: string; readonly sessions: number }
  | { readonly is: "notice"; readonly code: string; readonly message: string }
  /** A result could not be delivered: its call fails at the relay. */
  | { readonly is: "lost"; readonly why: string };

/** A process that holds a link: the far end of every call through it. */
export interface LinkHolder extends AsyncDisposable {
  /** What to paste into a client. Anyone who has it can call: show it to its owner only. */
  readonly url: string;
  readonly state: LinkState;
  /** Calls that run. */
  readonly calls: number;
  /** Calls the listener at each event; returns what ends it. */
  on(listener: (event: LinkEvent) => void): () => void;
  /** Says hello again: takes the calls back from a newer holder, or tries again after a refusal. */
  take(): void;
  /** Ends the stream and every call, and leaves no timer and no socket. */
  close(): Promise<void>;
}

/**
 * Holds a link with what a host offers (docs/protocol.md). Starts at once; drops are mended with growing, jittered waits. Throws Fault `config` for an
 * unsafe relay or a secret of the wrong shape. The host stays the caller's to close.
 */
export function linkHolder(host: Host, options: LinkHolderOptions): LinkHolder {
  return new Holder(host, options);
}

class Holder implements LinkHolder {
  readonly url: string;
  readonly #host: Host;
  readonly #options: LinkHolderOptions;
  readonly #limits: LinkLimits & DoorLimits;
  readonly #id: string = newHolderId(randomBytes);
  readonly #principal: Principal;
  readonly #http: LinkHttp;
  readonly #up: UpStream | undefined;
  readonly #lane: UpLane;
  readonly #calls: LinkCalls;
  readonly #listeners: Set<(event: LinkEvent) => void> = new Set();
  readonly #closing: AbortController = new AbortController();
  readonly #unlisten: () => void;
  readonly #done: Promise<void>;
  #state: LinkState = "connecting";
  /** What the relay said to the last hello; undefined: it must be greeted. */
  #answer: HelloAnswer | undefined;
  /** What the relay has of us, list by list, as JSON. */
  #declared: Declared | undefined;
  /** When the last stream ended. */
  #awaySince = 0;
  /** What follows the stream that is open, where a frame has decided it. */
  #decided: Rest | undefined;
  #stream: LinkStream | undefined;
  #wake: (() => void) | undefined;
  /** `take` was called: whatever ends now is followed by a hello at once. */
  #again = false;
  readonly #changes: LinkChanges;

  constructor(host: Host, options: LinkHolderOptions) {
    const relay = relayUrl(options.relay);
    if (!linkSecretPattern.test(options.secret))
      throw new Fault("config", "Cannot hold a link: the secret does not have 43 characters of base64url", { hint: "Make a new link" });
    const token = tokenFromDigest(createHash("sha256").update(tokenDigestInput(options.secret)).digest());
    // Not the token itself: what a call is recorded under must not open the link.
    const name = createHash("sha256").update(`jackfield-scope/v1:${token}`).digest("base64url").slice(0, 12);
    this.url = new URL(`/s/${token}/mcp`, relay).href;
    this.#host = host;
    this.#options = options;
    this.#limits = { ...applyCeilings(doorCeilings, options.limits).limits, ...applyCeilings(linkCeilings, options.limits).limits };
    this.#principal = { kind: "link", id: name, scopes: [] };
    this.#http = new LinkHttp({ ...this.#limits, relay, token, secret: options.secret });
    this.#up = options.transport === "post" ? undefined : new UpStream({ ...this.#limits, http: this.#http });
    const poster = new LinkPoster({
      ...this.#limits,
      http: this.#http,
      up: this.#up,
      signal: this.#closing.signal,
      lost: (why) => this.#emit({ is: "lost", why }),
    });
    this.#lane = new UpLane({ frames: this.#limits.frames, send: (body) => poster.send("frames", body) });
    this.#calls = new LinkCalls({
      host,
      principal: this.#principal,
      scope: `link.${name}`,
      limits: this.#limits,
      content: options.content,
      lane: this.#lane,
      messageBytes: () => this.#answer?.limits.message ?? defaultMessageBytes,
      // The poster has told of a result that is lost.
      result: (body) => poster.send("result", body).catch(() => undefined),
    });
    this.#changes = new LinkChanges(this.#limits.redeclareMs, (changes) => void this.#tellChanges(changes));
    this.#unlisten = host.onChange((change) => this.#changes.add(change));
    this.#done = this.#run();
  }

  get state(): LinkState {
    return this.#state;
  }

  get calls(): number {
    return this.#calls.size;
  }

  on(listener: (event: LinkEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  take(): void {
    this.#again = true;
    this.#answer = undefined;
    this.#stream?.stop();
    this.#wake?.();
  }

  async close(): Promise<void> {
    if (this.#state !== "closed") {
      this.#enter("closed", "it was closed here");
      this.#unlisten();
      this.#changes.close();
      this.#calls.cancelAll("closed");
      this.#lane.close();
      this.#closing.abort(new Fault("closing"));
      const ended = this.#up?.end();
      this.#http.close();
      this.#wake?.();
      await ended;
    }
    await this.#done;
    this.#listeners.clear();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  // --- the connection ---

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#isClosed()) {
      this.#enter("connecting", failures === 0 ? "it starts" : "it tries again");
      const began = Date.now();
      const rest = await this.#connectOnce();
      if (this.#isClosed()) return;
      if (rest.greet === true) this.#answer = undefined;
      if (this.#again) {
        this.#again = false;
        failures = 0;
        continue;
      }
      failures = Date.now() - began >= this.#limits.steadyMs ? 1 : failures + 1;
      this.#enter(rest.state, rest.why);
      const { backoffMs: first, backoffMostMs: most } = this.#limits;
      // Displaced and refused holders come back only when told to.
      await this.#sleep(
        rest.state === "waiting" ? Math.max(rest.retryAfterMs ?? 0, backoffMs(failures, first, most, Math.random())) : undefined,
      );
      this.#again = false;
    }
  }

  /** Hello where it is needed, then the stream until it ends. What to do next. */
  async #connectOnce(): Promise<Rest> {
    if (this.#answer === undefined) {
      const rest = await this.#hello();
      if (rest !== undefined) return rest;
    }
    if (this.#isClosed()) return { state: "waiting", why: "it closes" };
    this.#decided = undefined;
    const stream = this.#http.stream(this.#id, (data) => this.#frame(data, stream));
    this.#stream = stream;
    const end = await stream.ended;
    this.#stream = undefined;
    this.#awaySince = Date.now();
    return this.#decided ?? afterStream(end);
  }

  async #hello(): Promise<Rest | undefined> {
    const declare = declarationOf(this.#host, this.#principal, this.#options);
    const body = { protocol: 1, holder: this.#id, name: cutText(this.#options.app ?? this.#host.info.title, 64), declare };
    let answer: PostAnswer;
    try {
      answer = await this.#http.post("hello", Buffer.from(JSON.stringify(body)));
    } catch (error) {
      return { state: "waiting", why: `the relay cannot be reached: ${codeOf(error)}` };
    }
    if (answer.status !== 200) return afterRefusal(answer);
    const parsed = parseHelloAnswer(parseJson(answer.body));
    if (parsed === undefined) return { state: "waiting", why: "what answers there is not a relay of this protocol" };
    this.#answer = parsed;
    this.#declared = declaredOf(declare);
    this.#awaySince = Date.now();
    return undefined;
  }

  // --- frames ---

  #frame(data: string, stream: LinkStream): void {
    const frame = this.#isClosed() ? undefined : parseDownFrame(data);
    switch (frame?.type) {
      case undefined:
        return;
      case "ready":
        return this.#ready(frame.epoch, stream);
      case "request":
        return this.#calls.start(frame, frame.method === "tools/call" ? (rawParams(data) ?? noParams) : noParams);
      case "cancel":
        return this.#calls.cancel(frame.id, frame.reason);
      case "answer":
        return this.#calls.answered(frame);
      case "agent":
        return this.#emit({ is: "agent", state: frame.state, agent: frame.agent, sessions: frame.sessions });
      case "notify":
        return this.#watch(frame.method, frame.params["uri"]);
      case "notice":
        // One that our own hello has overtaken is no news.
        if (frame.code === "displaced" && (frame.epoch ?? Infinity) < (this.#answer?.epoch ?? 0)) return;
        this.#emit({ is: "notice", code: frame.code, message: frame.message });
        if (frame.code === "displaced") this.#displaced(stream, frame.message);
    }
  }

  #watch(method: DownNotification, uri: Json | undefined): void {
    if (method !== "notifications/roots/list_changed" && typeof uri === "string") this.#host.watch?.(uri, method === "resources/watch");
  }

  #ready(epoch: number, stream: LinkStream): void {
    const mine = this.#answer?.epoch ?? 0;
    if (epoch > mine) return this.#displaced(stream, "a newer holder said hello while this one was away");
    if (epoch === mine && Date.now() - this.#awaySince < rememberedMs) return this.#enter("open", "the relay is there");
    // The relay was started anew, or has let go of a holder that was away so long: it has neither our hello nor our declaration.
    void this.#hello().then((rest) => {
      if (rest === undefined) return this.#enter("open", "the relay is there");
      this.#decided = { ...rest, greet: true };
      stream.stop();
    });
  }

  /** The stream stays until the calls that were taken have their answers: the relay fails calls whose holder leaves. */
  #displaced(stream: LinkStream, why: string): void {
    this.#decided = { state: "displaced", why };
    this.#enter("displaced", why);
    void this.#calls.idle().then(() => stream.stop());
  }

  // --- changes ---

  async #tellChanges(changes: readonly Change[]): Promise<void> {
    // What was refused may have been mended.
    if (this.#state === "refused") return this.take();
    if (this.#state !== "open") return;
    const before = this.#declared;
    const lists = new Set(listsIn(changes));
    if (lists.size > 0 && this.#answer?.link === "declared") {
      const now = declaredOf(declarationOf(this.#host, this.#principal, this.#options));
      if (now.all !== before?.all) {
        const rest = await this.#hello();
        // The relay goes on with what it has.
        if (rest !== undefined) return this.#emit({ is: "notice", code: "declaration", message: rest.why });
        // It tells its clients itself of the lists that differ.
        for (const list of [...lists]) if (now[list] !== before?.[list]) lists.delete(list);
      }
    }
    try {
      for (const frame of changeFrames(lists, changes)) this.#lane.push(frame);
    } catch (error) {
      this.#emit({ is: "lost", why: Fault.from(error).message });
    }
  }

  // --- state and time ---

  #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  #enter(state: LinkState, why: string): void {
    if (this.#state === "closed" || this.#state === state) return;
    this.#state = state;
    if (state === "open") this.#up?.open();
    this.#emit({ is: "state", state, why });
  }

  #emit(event: LinkEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Until `ms` passed, `take` or `close`. */
  #sleep(ms: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
      const timer = ms === undefined ? undefined : setTimeout(this.#wake, ms);
    });
  }
}

/** A little less than the 10 s for which a relay keeps a holder whose stream dropped (docs/protocol.md §7). */
const rememberedMs = 8_000;
const noParams = new TextEncoder().encode("{}");
const defaultMessageBytes = 1_000_000;
