import { Fault } from "@jackfield/contract";
import { type NoticeCode, writeDownFrame } from "@jackfield/wire";
import type { Calls } from "./calls.ts";
import type { RelayLimits } from "./ceilings.ts";
import type { Holder } from "./holder.ts";
import type { Downstream, StreamEnd } from "./downstream.ts";
import type { Link } from "./link.ts";
import type { Tally } from "./tally.ts";
import type { Wheel } from "./wheel.ts";

/** Who holds which link: hello, streams that open and drop, the moment of grace. */
export class Holders {
  readonly #limits: RelayLimits;
  readonly #wheel: Wheel;
  readonly #calls: Calls;
  readonly #tally: Tally;
  readonly #wallClock: () => number;

  /** `wallClock`: milliseconds since the epoch. */
  constructor(limits: RelayLimits, wheel: Wheel, calls: Calls, tally: Tally, wallClock: () => number) {
    this.#limits = limits;
    this.#wheel = wheel;
    this.#calls = calls;
    this.#tally = tally;
    this.#wallClock = wallClock;
  }

  /** The holder is the last to have said hello: it gets the calls as soon as it listens. */
  hello(link: Link, id: string): Holder {
    const before = link.taker;
    const holder = this.#admit(link, id);
    holder.rank = link.nextEpoch(this.#wallClock());
    // One that never opens its stream is not kept for ever.
    if (holder.stream === undefined) this.#waitFor(holder);
    this.#settled(link, before);
    return holder;
  }

  /** The holder listens on this stream from now on. */
  attach(link: Link, id: string, stream: Downstream): void {
    const before = link.taker;
    const holder = this.#admit(link, id);
    holder.away?.stop();
    holder.away = undefined;
    stream.attach(holder);
    holder.send(writeDownFrame({ type: "ready", link: link.token, epoch: link.epoch, sessions: link.agents.size }));
    this.#settled(link, before);
    // Two that take the link at one moment: the later may have been listening for a while.
    if (before !== undefined && before !== holder && link.taker === before) this.#displace(holder, before);
  }

  /** A stream dropped, or was cut off because nobody read it. */
  streamOver(stream: Downstream, why: StreamEnd): void {
    if (why === "stuck") this.#tally.add("stuck");
    for (const holder of [...stream.holders]) {
      if (holder.stream !== stream) continue;
      const before = holder.link.taker;
      holder.stream = undefined;
      if (why === "stuck") this.#lose(holder, new Fault("far_end_stuck"));
      else this.#waitFor(holder);
      this.#settled(holder.link, before);
    }
  }

  /** The relay is closing: every holder learns it, and its stream ends. */
  closeAll(link: Link, fault: Fault): void {
    for (const holder of [...link.holders]) this.#letGo(holder, "closing", closingMessage, fault);
  }

  /** Every holder is to go on at another process, while its calls end here: it has its grace to say how they ended. */
  sendAway(link: Link): void {
    for (const holder of [...link.holders]) {
      holder.send(writeDownFrame({ type: "notice", link: link.token, code: "closing", message: closingMessage }));
      holder.stream?.detach(holder);
      this.#waitFor(holder);
    }
  }

  /** Another process has the link, by a hello of this epoch. Calls that run here may end. */
  yieldAll(link: Link, epoch: number): void {
    for (const holder of [...link.holders]) {
      holder.send(writeDownFrame({ type: "notice", link: link.token, code: "displaced", message: displacedMessage, epoch }));
      holder.away?.stop();
      holder.away = undefined;
      link.letGo(holder);
      holder.stream?.detach(holder);
    }
  }

  /** The holder with this id, and room for it: the one that said hello longest ago makes way. */
  #admit(link: Link, id: string): Holder {
    if (link.holders.length >= this.#limits.holdersPerLink && !link.holders.some((holder) => holder.id === id)) {
      let oldest: Holder | undefined;
      for (const holder of link.holders) if (oldest === undefined || holder.rank < oldest.rank) oldest = holder;
      if (oldest !== undefined) {
        this.#tally.add("evicted_holders");
        this.#letGo(
          oldest,
          "limit",
          `At most ${this.#limits.holdersPerLink} pages can hold a link: this one was let go`,
          new Fault("far_end_gone"),
        );
      }
    }
    return link.holderOf(id);
  }

  #waitFor(holder: Holder): void {
    holder.away?.stop();
    holder.away = this.#wheel.after(this.#limits.graceMs, () => this.#lose(holder, new Fault("far_end_gone")));
  }

  #letGo(holder: Holder, code: NoticeCode, message: string, fault: Fault): void {
    holder.send(writeDownFrame({ type: "notice", link: holder.link.token, code, message }));
    this.#lose(holder, fault);
    holder.stream?.detach(holder);
  }

  #lose(holder: Holder, fault: Fault): void {
    holder.away?.stop();
    holder.away = undefined;
    holder.link.letGo(holder);
    this.#calls.failAll(holder, fault);
  }

  /** Somebody else may get the calls now: the one before is told, and the new one learns what is watched. */
  #settled(link: Link, before: Holder | undefined): void {
    const now = link.taker;
    if (now === before || now === undefined) return;
    if (before !== undefined) this.#displace(before, now);
    for (const uri of link.watched ?? [])
      now.send(writeDownFrame({ type: "notify", link: link.token, method: "resources/watch", params: { uri } }));
  }

  /** A holder that goes on listening learns that another gets the calls. */
  #displace(holder: Holder, by: Holder): void {
    holder.send(writeDownFrame({ type: "notice", link: holder.link.token, code: "displaced", message: displacedMessage, epoch: by.rank }));
  }
}

const closingMessage = "The relay is shutting down: connect again in a moment";
const displacedMessage = "This link was opened in another page, which gets the calls now";
