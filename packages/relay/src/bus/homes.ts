import { performance } from "node:perf_hooks";
import { Fault } from "@jackfield/contract";
import type { Holders } from "../holders.ts";
import type { Link } from "../link.ts";
import type { Tally } from "../tally.ts";
import type { Wait, Wheel } from "../wheel.ts";
import type { Carrier } from "./carrier.ts";
import type { BusLimits } from "./ceilings.ts";
import { type BusMessage, writeEpoch } from "./message.ts";
import type { NatsLine } from "./nats-line.ts";
import type { BusNames, BusSeal } from "./seal.ts";

/** Where a link's requests are served. */
export type Where =
  | { readonly is: "here" }
  | { readonly is: "at"; readonly process: string }
  /** No process is its home: nobody holds it. */
  | { readonly is: "nobody" }
  /** It cannot be found out; nothing was run. */
  | { readonly is: "unknown"; readonly fault: Fault };

interface HomesParts {
  readonly limits: BusLimits;
  readonly line: NatsLine;
  readonly seal: BusSeal;
  readonly names: BusNames;
  readonly process: string;
  readonly wheel: Wheel;
  readonly tally: Tally;
  readonly holders: Holders;
  readonly carrier: () => Carrier;
  /** Another process is this link's home now: whoever listens for changes here has to look again. `isFirst`: nobody held it before. */
  readonly moved: (link: Link, isFirst: boolean) => void;
}

interface Home {
  readonly link: Link;
  readonly subject: string;
  readonly leave: () => void;
}

/** A question where a link is at home. */
interface Question {
  readonly link: Link;
  readonly wait: Wait;
  readonly done: (where: Where) => void;
}

/**
 * Which process is the home of which link. The first to hear a hello is, as long as it remembers the link: every holder of it is told and
 * every call counted there, wherever their connections end. A link is a subject; only its home listens on it, and nothing is ever run from
 * it: a front asks it who the home is, and hands its request to that one process. So two homes, which there may be for a moment, cannot both
 * run a call. They settle by epoch: the one whose last hello was the later stays.
 */
export class Homes {
  readonly #parts: HomesParts;
  readonly #homes = new Map<string, Home>();
  readonly #bySubject = new Map<string, Home>();
  /** Links that nobody held when a client began to listen here for changes. */
  readonly #watched = new Map<string, { readonly subject: string; readonly link: Link; readonly leave: () => void }>();
  readonly #questions = new Map<number, Question>();
  /** Until then other processes may not be back at NATS: that nobody listens proves nothing. Steady clock, ms. */
  #doubtUntil = 0;
  #last = 0;

  constructor(parts: HomesParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#homes.size;
  }

  isHere(token: string): boolean {
    return this.#homes.has(token);
  }

  /** Where this link is served; `done` may be called at once. */
  locate(link: Link, done: (where: Where) => void): void {
    if (this.#homes.has(link.token)) return done({ is: "here" });
    const { line, names, process, wheel, seal } = this.#parts;
    if (!line.isUp) return done(cutOff());
    if (link.home !== undefined) return done({ is: "at", process: link.home });
    this.#last = (this.#last + 1) % 0xffff_ffff;
    const number = this.#last;
    const wait = wheel.after(this.#parts.limits.busWhoMs, () => this.#answer(number, cutOff()));
    this.#questions.set(number, { link, wait, done });
    const subject = names.link(link.token);
    line.publish(subject, seal.seal(subject, "who", number), names.nobody(process, `w${number}`));
  }

  /** What was known of the link's home does not hold any more. */
  forget(link: Link): void {
    link.home = undefined;
  }

  /** This process becomes the link's home: whoever asks from the moment on that `done` is called is told so. Fault `full` when it has too many. */
  claim(link: Link, done: (fault?: Fault) => void): void {
    if (this.#homes.has(link.token)) return done();
    const { line, names } = this.#parts;
    if (this.#homes.size >= this.#parts.limits.busLinks) {
      const data = { ceiling: "busLinks", limit: this.#parts.limits.busLinks, retryAfter: 60 };
      return done(new Fault("full", "The relay has no room for another link", { data }));
    }
    const subject = names.link(link.token);
    const home = { link, subject, leave: line.subscribe(subject) };
    this.#unwatch(link.token);
    this.#homes.set(link.token, home);
    this.#bySubject.set(subject, home);
    link.home = undefined;
    // NATS knows of it once it has answered what was sent behind it.
    if (line.isUp) void line.flush().then(() => done());
    else done();
  }

  /** Tells others that may think the same of themselves, and those whose clients wait for somebody. */
  announce(link: Link): void {
    const { line, seal, names } = this.#parts;
    const home = this.#homes.get(link.token);
    if (home === undefined || !line.isUp) return;
    for (const subject of [home.subject, names.news(link.token)])
      line.publish(subject, seal.seal(subject, "claim", 0, [writeEpoch(link.epoch)]));
  }

  /** A client listens here for changes of a link that nobody holds. */
  watch(link: Link): void {
    if (this.#watched.has(link.token) || this.#watched.size >= this.#parts.limits.busLinks) return;
    const subject = this.#parts.names.news(link.token);
    this.#watched.set(link.token, { subject, link, leave: this.#parts.line.subscribe(subject) });
  }

  /** The bus is there again: whoever became a link's home meanwhile is told of ours. */
  announceAll(): void {
    this.#doubtUntil = performance.now() + this.#parts.limits.busWhoMs;
    for (const { link } of this.#homes.values()) this.announce(link);
  }

  /** The link is forgotten, or this process closes: others may become its home. Twice does no harm. */
  leave(token: string): void {
    this.#unwatch(token);
    const home = this.#homes.get(token);
    if (home === undefined) return;
    this.#homes.delete(token);
    this.#bySubject.delete(home.subject);
    home.leave();
  }

  leaveAll(): void {
    for (const token of [...this.#homes.keys()]) this.leave(token);
  }

  #unwatch(token: string): void {
    this.#watched.get(token)?.leave();
    this.#watched.delete(token);
  }

  /** A message about a link: on its subject, or an answer to a question of ours. */
  take(message: BusMessage, subject: string): void {
    if (message.kind === "home") {
      const question = this.#questions.get(message.exchange);
      if (question === undefined) return;
      question.link.home = message.from;
      question.link.heardEpoch = Math.max(question.link.heardEpoch, epochOf(message));
      return this.#answer(message.exchange, { is: "at", process: message.from });
    }
    const home = this.#bySubject.get(subject);
    if (home === undefined) return this.#news(message, subject);
    if (message.kind === "who") return this.#parts.carrier().send(message.from, "home", message.exchange, [writeEpoch(home.link.epoch)]);
    if (message.kind === "claim") this.#contest(home, message.from, epochOf(message));
  }

  /** Somebody holds a link at last for which a client listens here. */
  #news(message: BusMessage, subject: string): void {
    if (message.kind !== "claim") return;
    for (const { link, subject: watched } of this.#watched.values()) {
      if (watched !== subject) continue;
      this.#unwatch(link.token);
      link.home = message.from;
      return this.#parts.moved(link, true);
    }
  }

  /** NATS says that no process is the home of the link in this question. */
  nobody(number: number): void {
    this.#answer(number, performance.now() < this.#doubtUntil ? cutOff() : { is: "nobody" });
  }

  /** The bus is gone: questions that wait get no answer. */
  down(): void {
    for (const number of [...this.#questions.keys()]) this.#answer(number, cutOff());
  }

  #answer(number: number, where: Where): void {
    const question = this.#questions.get(number);
    if (question === undefined) return;
    this.#questions.delete(number);
    question.wait.stop();
    // It may have become its own home meanwhile.
    question.done(this.#homes.has(question.link.token) ? { is: "here" } : where);
  }

  /** Another process says that it is the home of a link of ours. */
  #contest({ link }: Home, other: string, epoch: number): void {
    const { process, holders, tally, moved } = this.#parts;
    const isTheirs = epoch > link.epoch || (epoch === link.epoch && other > process);
    if (!isTheirs) return this.announce(link);
    tally.add("bus_yielded");
    this.leave(link.token);
    link.home = other;
    link.heardEpoch = Math.max(link.heardEpoch, epoch);
    holders.yieldAll(link, epoch);
    moved(link, false);
  }
}

function epochOf(message: BusMessage): number {
  return message.payload.length >= 8 ? message.payload.readDoubleBE(0) : 0;
}

function cutOff(): Where {
  return { is: "unknown", fault: new Fault("bus_down") };
}
