import type { DownFrame, HelloAnswer, HelloBody } from "@jackfield/wire";
import { Backoff } from "./backoff.ts";
import { isLoopback } from "./relay-address.ts";
import { graceMs, requestMs, silenceMs } from "./limits.ts";
import { type LinkKeys, holderId } from "./keys.ts";
import { errorBody, turnedOff } from "./result-body.ts";
import type { RelayClient, RelayRefusal } from "./relay-client.ts";

/** Where one link stands with its relay. */
export type Phase =
  | {
      readonly is: "connecting";
      /** When it is tried again, ms since the epoch. */ readonly retryAt: number | undefined;
      readonly why: string | undefined;
    }
  | { readonly is: "ready" }
  /** Another page said hello later: it has the calls, and this one does not take them back by itself. */
  | { readonly is: "displaced" }
  | { readonly is: "refused"; readonly why: string };

/** Another tab takes a page's links one after the other: one smaller stream is enough once no more have gone for this long, ms. */
const shrinkMs = 500;

/** One link, as its hub sees it. */
export interface Member {
  readonly keys: LinkKeys;
  /** What it says at hello, beside protocol and holder. */
  hello(): Pick<HelloBody, "name" | "declare">;
  /** `isOurs`: no later hello of another page is known of. */
  welcomed(answer: HelloAnswer, isOurs: boolean): void;
  frame(frame: DownFrame): void;
  phase(phase: Phase): void;
  /** The epoch of the last hello that other tabs of this browser know of; 0 where it is this page's, or none. */
  knownEpoch(): number;
  /** The stream has been down for so long that the relay gave up its calls. */
  lost(): void;
}

/** `take`: say hello whoever has the link. `again`: say hello if no other page has. `held`: it was said. `displaced`: another page has it. */
type Seat = "take" | "again" | "held" | "displaced";

interface Place {
  seat: Seat;
  /** The epoch of our last hello; 0: none was answered yet. */
  mine: number;
  /** The highest epoch that another page is known to have since our last hello left. */
  theirs: number;
  /** A hello has left and is not answered: whose is the later one is known then. */
  greets: boolean;
}

interface Stream {
  readonly members: ReadonlySet<Member>;
  readonly controller: AbortController;
  openedAt: number | undefined;
  lastByte: number;
  over: boolean;
}

/**
 * All links of a page to one relay, on one event stream: browsers allow six HTTP/1.1 connections to one origin over all tabs. Says hello,
 * keeps the stream open, notices when it has died, and comes back with growing waits.
 */
export class Hub {
  readonly holder = holderId();
  readonly client: RelayClient;
  readonly #backoff: Backoff;
  readonly #places = new Map<Member, Place>();
  /** Declared something else since their last hello left. */
  readonly #stale = new WeakSet<Member>();
  #stream: Stream | undefined;
  /** The one that is to take its place: the relay may end the old one before the new one is known to stand. */
  #next: Stream | undefined;
  #streamBytes = 2 * 1024 * 1024;
  #working = false;
  #again = false;
  #asleep: (() => void) | undefined;
  #backoffUntil = 0;
  #relayUntil = 0;
  #watch: ReturnType<typeof setInterval> | undefined;
  #grace: ReturnType<typeof setTimeout> | undefined;
  /** Until then the stream may carry links that are no longer wanted. */
  #shrinkAt = 0;

  constructor(client: RelayClient) {
    this.client = client;
    this.#backoff = new Backoff(Math.random, isLoopback(new URL(client.base).hostname));
  }

  /** Says hello for a link and carries it from now on. Joining again says hello again, and takes the link back from another page. */
  join(member: Member): void {
    this.#sit(member, "take");
    this.hurry();
  }

  /** Lets a link go. Twice does no harm. */
  leave(member: Member): void {
    if (this.#places.delete(member)) this.#fewer();
  }

  /** Another page said hello for this link, with this epoch: the higher one has it. Returns our own where that was the later, else 0. */
  displace(member: Member, epoch: number): number {
    const place = this.#places.get(member);
    if (place === undefined) return 0;
    if (epoch < place.mine) return place.mine;
    place.theirs = Math.max(place.theirs, epoch);
    // A hello of ours that is about to leave will be the later one.
    const isTaking = place.seat === "take" && this.#asleep === undefined;
    if (place.seat === "displaced" || place.greets || isTaking) return 0;
    place.seat = "displaced";
    member.phase({ is: "displaced" });
    this.#fewer();
    return 0;
  }

  /** What a link declares changed: say hello again for it, without taking it from another page. */
  greetAgain(member: Member): void {
    // Also while a hello is on its way: it may have left with what was declared before.
    this.#stale.add(member);
    if (this.#places.get(member)?.seat === "held") this.#sit(member, "again");
    this.#turn();
  }

  /** No use in waiting longer, unless the relay asked for it: the network is back, or the person looks. */
  hurry(): void {
    this.#backoffUntil = 0;
    this.#backoff.reset();
    this.#turn();
  }

  /** A link less. Without any the streams go at once, also one that is opening: another tab may be waiting for the connection. */
  #fewer(): void {
    if ([...this.#places.values()].every(({ seat }) => seat === "displaced")) {
      this.#next?.controller.abort();
      this.#drop();
    }
    this.#shrinkAt = Date.now() + shrinkMs;
    setTimeout(() => this.#turn(), shrinkMs + 50);
    this.#turn();
  }

  #turn(): void {
    this.#again = true;
    this.#asleep?.();
    if (this.#working) return;
    this.#working = true;
    // Not before the caller is done: several links that join at once get one stream, and say hello with what they offer by then.
    queueMicrotask(() => void this.#work());
  }

  async #work(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      const until = Math.max(this.#backoffUntil, this.#relayUntil);
      if (this.#places.size > 0 && until > Date.now()) await this.#sleep(until - Date.now());
      else await this.#settle();
    }
    this.#working = false;
  }

  /** Sleeps and asks for another turn; a turn asked for meanwhile wakes it. */
  async #sleep(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#asleep = () => (clearTimeout(timer), resolve());
    });
    this.#asleep = undefined;
    this.#again = true;
  }

  /** Brings hellos and the stream to where they should be. */
  async #settle(): Promise<void> {
    for (const [member, place] of [...this.#places]) {
      const { seat } = place;
      // Looked at anew: while the one before said hello, this one may have gone.
      if (this.#places.get(member) !== place || (seat !== "take" && seat !== "again")) continue;
      const known = Math.max(member.knownEpoch(), place.theirs);
      if (seat === "again" && known > place.mine) {
        this.displace(member, known);
        continue;
      }
      if (this.#stream?.members.has(member) !== true) member.phase({ is: "connecting", retryAt: undefined, why: undefined });
      this.#stale.delete(member);
      place.greets = true;
      place.theirs = 0;
      const answer = await this.client.hello(member.keys, { protocol: 1, holder: this.holder, ...member.hello() });
      place.greets = false;
      if (!("is" in answer)) place.mine = answer.epoch;
      if (this.#places.get(member) !== place || place.seat !== seat) return this.#turn();
      if ("is" in answer) {
        if (answer.is === "later") return this.#wait(answer);
        this.#places.delete(member);
        member.phase({ is: "refused", why: answer.message });
        continue;
      }
      const isStale = this.#stale.has(member);
      place.seat = isStale ? "again" : "held";
      this.#streamBytes = Math.max(this.#streamBytes, answer.limits.message + 65_536);
      const isOurs = place.theirs < place.mine;
      member.welcomed(answer, isOurs);
      if (!isOurs) this.displace(member, place.theirs);
      // Taken back before the stream let it go: it needs no other.
      else if (seat === "take" && this.#stream?.members.has(member) === true) member.phase({ is: "ready" });
      if (isStale) return this.#turn();
    }
    const wanted = [...this.#places].filter(([, { seat }]) => seat === "held").map(([member]) => member);
    if (wanted.length === 0) return this.#drop();
    const now = this.#stream?.members;
    const most = Date.now() < this.#shrinkAt ? Infinity : wanted.length;
    if (now === undefined || now.size > most || !wanted.every((member) => now.has(member))) await this.#open(wanted);
  }

  /** A new stream for these links; the old one goes once the new one stands, so that no call falls between them. */
  async #open(wanted: readonly Member[]): Promise<void> {
    const stream: Stream = {
      members: new Set(wanted),
      controller: new AbortController(),
      openedAt: undefined,
      lastByte: Date.now(),
      over: false,
    };
    const { controller } = stream;
    this.#next = stream;
    const opened = new Promise<boolean>((resolve) => {
      const on = {
        open: () => {
          stream.openedAt = Date.now();
          resolve(true);
        },
        frame: (frame: DownFrame) => this.#frame(stream, frame),
        bytes: () => void (stream.lastByte = Date.now()),
      };
      const patience = setTimeout(() => stream.openedAt ?? controller.abort(), requestMs);
      const keys = wanted.map((member) => member.keys);
      void this.client.events(keys, this.holder, this.#streamBytes, on, controller.signal).then((refusal) => {
        clearTimeout(patience);
        resolve(false);
        this.#ended(stream, refusal);
      });
    });
    const stands = await opened;
    this.#next = undefined;
    if (!stands || stream.over) return;
    const before = this.#stream;
    this.#stream = stream;
    before?.controller.abort();
    clearTimeout(this.#grace);
    this.#grace = undefined;
    for (const member of wanted) if (this.#isWanted(member)) member.phase({ is: "ready" });
    this.#watch ??= setInterval(() => this.#listen(), 5_000);
  }

  #frame(stream: Stream, frame: DownFrame): void {
    for (const member of stream.members) {
      if (member.keys.token !== frame.link) continue;
      if (!this.#places.has(member)) {
        // Sent before the relay knew that the link was let go: its agent should not wait for nobody.
        if (frame.type === "request") void this.client.result(member.keys, errorBody(frame.id, turnedOff()));
        return;
      }
      // One that our own hello has overtaken is no news.
      if (frame.type === "notice" && frame.code === "displaced" && this.displace(member, frame.epoch ?? Infinity) > 0) return;
      member.frame(frame);
      return;
    }
  }

  /** A stream that has said nothing for 45 s is dead, whatever the browser thinks of it; so is one a sleeping computer left behind. */
  #listen(): void {
    const stream = this.#stream;
    if (stream !== undefined && Date.now() - stream.lastByte > silenceMs) stream.controller.abort();
    // One that lasted was good: the next loss begins with the shortest wait again.
    if (stream?.openedAt !== undefined && Date.now() - stream.openedAt > 10_000) this.#backoff.reset();
  }

  #ended(stream: Stream, refusal: RelayRefusal | undefined): void {
    const wasCurrent = this.#stream === stream;
    const isNext = this.#next === stream;
    stream.over = true;
    if (wasCurrent) this.#drop();
    // One that was replaced or is being, or that we let go ourselves, ends without consequences.
    if (!isNext && (!wasCurrent || this.#next !== undefined)) return;
    const left = [...stream.members].filter((member) => this.#isWanted(member));
    for (const member of left) this.#sit(member, "again");
    if (left.length === 0) return;
    this.#wait(
      refusal?.is === "later"
        ? refusal
        : { is: "later", retryAfterMs: 0, message: refusal?.message ?? "The connection to the relay was lost" },
    );
    if (this.#stream === undefined) this.#grace ??= setTimeout(() => this.#gone(), graceMs);
  }

  /** The relay has given up the calls that were running here. */
  #gone(): void {
    this.#grace = undefined;
    for (const member of this.#places.keys()) member.lost();
  }

  #wait({ retryAfterMs, message }: Extract<RelayRefusal, { is: "later" }>): void {
    const now = Date.now();
    if (retryAfterMs > 0) this.#relayUntil = now + this.#backoff.next(retryAfterMs);
    else this.#backoffUntil = now + this.#backoff.next();
    const retryAt = Math.max(this.#relayUntil, this.#backoffUntil);
    for (const member of this.#places.keys())
      if (this.#isWanted(member) && this.#stream?.members.has(member) !== true) member.phase({ is: "connecting", retryAt, why: message });
    this.#turn();
  }

  #isWanted(member: Member): boolean {
    return (this.#places.get(member)?.seat ?? "displaced") !== "displaced";
  }

  #sit(member: Member, seat: Seat): void {
    const place = this.#places.get(member) ?? { seat, mine: 0, theirs: 0, greets: false };
    place.seat = seat;
    this.#places.set(member, place);
  }

  #drop(): void {
    const stream = this.#stream;
    this.#stream = undefined;
    clearInterval(this.#watch);
    this.#watch = undefined;
    stream?.controller.abort();
  }
}
