import { type Limits, Fault } from "@jackfield/contract";
import type { Caller } from "../open-song/caller.ts";
import { Refusal } from "../open-song/refusal.ts";
import type { SongEvent } from "../open-song/song-event.ts";
import type { Studio } from "../studio.ts";
import type { AttachedFollower } from "../sync/song-host.ts";
import { type Fields, type RpcId, type RpcMessage, readRpc, rpcCodes, rpcError, rpcNotification, rpcResult } from "./rpc.ts";
import { Pace } from "./pace.ts";
import { RpcFailure } from "./rpc-failure.ts";
import type { spaceCeilings } from "./space-ceilings.ts";
import type { SpaceDaemon } from "./space-daemon.ts";
import { greet } from "./space-greeting.ts";
import { spaceMethods } from "./space-methods.ts";
import { type SpacePort, spaceEnds } from "./space-port.ts";
import { changeView, commentView, proposalView } from "./space-views.ts";

/** Who came, once their greeting was right. */
export interface Guest {
  readonly caller: Caller;
  /** Of this connection alone: what it has selected is its own. */
  readonly studio: Studio;
}

/** One connection to a space: a greeting, then requests and events until either side ends it. */
export class SpaceConnection {
  readonly daemon: SpaceDaemon;
  readonly #port: SpacePort;
  readonly #limits: Limits<typeof spaceCeilings>;
  readonly #pace: Pace;
  /** Calls that run, by the ids of their requests. */
  readonly #running = new Map<RpcId, AbortController>();
  readonly #patience: ReturnType<typeof setTimeout>;
  #guest: Guest | undefined;
  #followed: AttachedFollower | undefined;
  /** What is sent when it may be, and how many characters of it there are. */
  #told = Promise.resolve();
  #held = 0;
  #isOpen = true;

  constructor(daemon: SpaceDaemon, port: SpacePort) {
    this.daemon = daemon;
    this.#port = port;
    this.#limits = daemon.limits;
    this.#pace = new Pace(daemon.limits.requestsPerMinute, daemon.now);
    this.#patience = setTimeout(() => this.end(spaceEnds.stranger, "no greeting"), daemon.limits.helloMs);
  }

  get caller(): Caller | undefined {
    return this.#guest?.caller;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** A text message came. */
  receive(text: string): void {
    if (!this.#isOpen) return;
    if (text.length > this.#limits.messageCharacters) return this.end(spaceEnds.large, "message too long");
    const message = readRpc(text, this.#limits.messageLevels);
    if (message.is === "problem") {
      this.send(rpcError(message.id, message.code, message.message));
      // Params of a wrong shape are a mistake in one request; anything else means that the sides do not understand each other.
      if (message.code !== rpcCodes.params) this.end(spaceEnds.unclear, "no message");
      return;
    }
    if (this.#guest === undefined) return this.#greet(message);
    if (message.is === "response") return;
    if (message.is === "notification") return this.#notified(this.#guest, message.method, message.params);
    const wait = this.#pace.take();
    if (wait > 0) {
      if (this.#pace.isRude) return this.end(spaceEnds.many, "too many requests");
      return this.send(rpcError(message.id, rpcCodes.busy, "Too many requests", { retryAfter: wait }));
    }
    void this.#answer(this.#guest, message.id, message.method, message.params);
  }

  /** The other side is gone. Twice does no harm. */
  closed(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearTimeout(this.#patience);
    for (const running of this.#running.values()) running.abort(new Fault("cancelled"));
    this.#running.clear();
    this.#followed?.detach();
    this.daemon.left(this);
  }

  end(code: number, reason: string): void {
    if (!this.#isOpen) return;
    this.closed();
    this.#port.close(code, reason);
  }

  notify(method: string, params: object): void {
    this.send(rpcNotification(method, params));
  }

  /** In order, and each after what had happened before it is kept. */
  send(text: string): void {
    if (!this.#isOpen) return;
    if (this.#port.waiting + this.#held > this.#limits.waitingBytes) return this.end(spaceEnds.slow, "does not read");
    const wait = this.daemon.untilKept();
    if (wait === undefined && this.#held === 0) return this.#port.send(text);
    this.#held += text.length;
    this.#told = this.#told
      .then(() => wait)
      .then(() => {
        this.#held -= text.length;
        if (this.#isOpen) this.#port.send(text);
      });
  }

  /** Something happened in the song. */
  tell(event: SongEvent): void {
    if (this.#guest === undefined) return;
    const { open } = this.daemon;
    switch (event.is) {
      case "song":
        return;
      case "change":
        return this.notify("change.event", { change: changeView(open, event.change) });
      case "proposal":
        return this.notify("change.event", { proposal: proposalView(event.proposal) });
      case "comment":
        return this.notify("comment.event", { comment: commentView(event.comment) });
      case "rule":
        return this.notify("space.event", { agents: event.agents });
    }
  }

  /** Follows the whole song over this connection; whatever was followed before is let go. */
  followSong(hello: unknown): void {
    const guest = this.#guest;
    if (guest === undefined) return;
    this.#followed?.detach();
    const port = this.#port;
    const held = (): number => this.#held;
    this.#followed = this.daemon.host.attach(
      {
        send: (message) => this.notify("song.heard", message),
        get waiting() {
          return port.waiting + held();
        },
        close: (code) => this.notify("song.ended", { code }),
      },
      guest.caller,
    );
    this.#followed.receive(hello);
  }

  /** Runs something that may take long: it can be cancelled by its request's id, and ends with the connection. */
  async running<T>(id: RpcId, timeoutMs: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#running.has(id)) throw new RpcFailure(rpcCodes.request, "A call of that id is running");
    if (this.#running.size >= this.#limits.runningCalls)
      throw new RpcFailure(rpcCodes.busy, "Too many calls are running", { retryAfter: 1 });
    const controller = new AbortController();
    this.#running.set(id, controller);
    const timer = setTimeout(() => controller.abort(new Fault("timeout")), timeoutMs);
    try {
      return await Promise.race([run(controller.signal), aborted(controller.signal)]);
    } finally {
      clearTimeout(timer);
      this.#running.delete(id);
    }
  }

  #greet(message: RpcMessage): void {
    if (message.is !== "request" || message.method !== "session.hello") {
      if (message.is === "request") this.send(rpcError(message.id, rpcCodes.stranger, "The first message is session.hello"));
      return this.end(spaceEnds.stranger, "no greeting");
    }
    const greeted = greet(this.daemon, message.params);
    if ("problem" in greeted) {
      this.send(rpcError(message.id, greeted.code, greeted.problem));
      return this.end(spaceEnds.stranger, "not greeted");
    }
    clearTimeout(this.#patience);
    this.#guest = greeted.guest;
    this.send(rpcResult(message.id, greeted.result));
  }

  #notified(_guest: Guest, method: string, params: Fields): void {
    // What is not known is passed over: a later version of the protocol may say more.
    if (method === "call.cancel") {
      const { id } = params;
      if (typeof id === "string" || typeof id === "number") this.#running.get(id)?.abort(new Fault("cancelled"));
    }
    if (method === "song.say") this.#followed?.receive(params);
  }

  async #answer(guest: Guest, id: RpcId, method: string, params: Fields): Promise<void> {
    try {
      const result = await spaceMethods(method, params, { connection: this, guest, id });
      this.send(rpcResult(id, result));
    } catch (error) {
      this.send(this.#errorOf(id, error));
    }
  }

  #errorOf(id: RpcId, error: unknown): string {
    if (error instanceof RpcFailure) return rpcError(id, error.code, error.message, error.data);
    if (error instanceof Refusal) {
      const { code, message, hint } = error;
      return rpcError(id, rpcCodes.refused, message, { code, ...(hint === undefined ? {} : { hint }) });
    }
    if (Fault.is(error)) {
      const isEnded = error.code === "cancelled" || error.code === "timeout";
      return rpcError(id, isEnded ? rpcCodes.cancelled : rpcCodes.internal, isEnded ? error.message : "It failed", { code: error.code });
    }
    // What nobody foresaw is told to whoever runs the daemon, and not to who called.
    this.daemon.failed(error);
    return rpcError(id, rpcCodes.internal, "It failed");
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
