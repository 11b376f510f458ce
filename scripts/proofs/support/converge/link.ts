import type { AttachedFollower, Caller, FollowerMessage, HostMessage, SongFollower, SongHost } from "@jackfield/studio";

/** A connection between a host and one follower that delivers a message when it is told to, and loses what is on its way when it breaks. */
export class Link {
  readonly follower: SongFollower;
  readonly #host: SongHost;
  readonly #caller: Caller;
  readonly #up: string[] = [];
  readonly #down: string[] = [];
  #attached: AttachedFollower | undefined;
  broken = 0;

  constructor(host: SongHost, follower: SongFollower, caller: Caller) {
    this.#host = host;
    this.follower = follower;
    this.#caller = caller;
  }

  get isUp(): boolean {
    return this.#attached !== undefined;
  }

  get waiting(): number {
    return this.#up.length + this.#down.length;
  }

  connect(): void {
    this.break();
    const gone = (): void => this.break();
    // As text, as on a wire: nothing of one side is shared with the other.
    const down = this.#down;
    this.#attached = this.#host.attach(
      { send: (message) => void down.push(JSON.stringify(message)), waiting: 0, close: gone },
      this.#caller,
    );
    this.follower.connect({ send: (message) => void this.#up.push(JSON.stringify(message)), waiting: 0, close: gone });
  }

  break(): void {
    if (this.#attached === undefined) return;
    const attached = this.#attached;
    this.#attached = undefined;
    this.#up.length = 0;
    this.#down.length = 0;
    this.broken += 1;
    this.follower.lost();
    attached.detach();
  }

  /** The next message to the host, before it is delivered. */
  peekUp(): FollowerMessage | undefined {
    const next = this.#up[0];
    return next === undefined ? undefined : (JSON.parse(next) as FollowerMessage);
  }

  /** The last message to the follower that is still on its way. */
  peekLastDown(): HostMessage | undefined {
    const last = this.#down.at(-1);
    return last === undefined ? undefined : (JSON.parse(last) as HostMessage);
  }

  deliverUp(): FollowerMessage | undefined {
    const text = this.#up.shift();
    if (text === undefined || this.#attached === undefined) return undefined;
    const message = JSON.parse(text) as FollowerMessage;
    this.#attached.receive(message);
    return message;
  }

  deliverDown(): HostMessage | undefined {
    const text = this.#down.shift();
    if (text === undefined) return undefined;
    const message = JSON.parse(text) as HostMessage;
    this.follower.receive(message);
    return message;
  }
}
