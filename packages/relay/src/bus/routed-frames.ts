import { Fault } from "@jackfield/contract";
import type { BodyTaker, HeldBody } from "../body.ts";
import { countOf, parseBody } from "../holder-body.ts";
import type { HolderRequest } from "../holder-request.ts";
import { answerEmpty, answerHolder, notHeldHere, refuseHolder } from "../http-answer.ts";
import type { Link } from "../link.ts";
import type { Parts } from "../parts.ts";
import { takeFrames } from "../take-frames.ts";
import type { Bus } from "./bus.ts";
import { CarriedPost } from "./carried-post.ts";
import type { OpenHead } from "./message.ts";
import { nobodyWaits } from "./nobody-waits.ts";

/** Up frames: each for the process that minted the key of its call; what names none is for the link's home. */
export class RoutedFrames implements BodyTaker {
  readonly #parts: Parts;
  readonly #bus: Bus;
  readonly #holder: HolderRequest;

  constructor(parts: Parts, bus: Bus, holder: HolderRequest) {
    this.#parts = parts;
    this.#bus = bus;
    this.#holder = holder;
  }

  refused(fault: Fault): void {
    this.#refuse(fault);
  }

  whole(body: Buffer, held: HeldBody): void {
    const value = parseBody(body);
    if (Fault.is(value)) {
      held.release();
      return this.#refuse(value);
    }
    const [only, ...more] = [...groupsOf(this.#bus, value)];
    if (only !== undefined && more.length === 0) return this.#one(only[0], value, body, held);
    held.release();
    for (const [process, frames] of only === undefined ? [] : [only, ...more]) this.#beside(process, frames);
    answerEmpty(this.#holder.response, this.#holder.headers);
  }

  /** All of it is for one process, whose answer is the holder's. */
  #one(process: string, value: unknown, body: Buffer, held: HeldBody): void {
    this.#locate(process, (at) => {
      if (at !== this.#bus.process) {
        const post = new CarriedPost(this.#holder, held, () => this.#refuse(notHeldHere()));
        return post.carry(this.#bus, at, this.#head(process, body), body);
      }
      held.release();
      const link = this.#parts.links.find(this.#holder.token);
      if (link === undefined) return this.#refuse(notHeldHere());
      link.seen = this.#parts.now();
      const fault = countOf(this.#parts, link, "holder");
      if (fault !== undefined) return this.#refuse(fault);
      answerHolder(this.#holder.response, takeFrames(this.#parts, link, value), this.#holder.headers);
    });
  }

  /** Some of it is for this process. Whoever sends a mixture, which only happens while a link moves, is not told what became of each. */
  #beside(process: string, frames: readonly unknown[]): void {
    this.#locate(process, (at) => {
      const link = this.#parts.links.find(this.#holder.token);
      const body = Buffer.from(JSON.stringify(frames));
      if (at !== this.#bus.process) this.#bus.carrier.carry(at, this.#head(process, body), body, nobodyWaits);
      else if (link !== undefined && countOf(this.#parts, link, "holder") === undefined) takeFrames(this.#parts, link, frames);
    });
  }

  #head(process: string, body: Buffer): OpenHead {
    return { op: "frames", token: this.#holder.token, isNamed: process !== "", bytes: body.length };
  }

  #locate(process: string, done: (at: string) => void): void {
    if (process !== "") return done(process);
    const link = this.#parts.links.open(this.#holder.token, this.#holder.visitor, this.#parts.now());
    if (Fault.is(link)) return this.#refuse(link);
    this.#locateHome(link, done);
  }

  #locateHome(link: Link, done: (at: string) => void): void {
    this.#bus.homes.locate(link, (where) => {
      if (where.is === "unknown") this.#refuse(where.fault);
      else done(where.is === "at" ? where.process : this.#bus.process);
    });
  }

  #refuse(fault: Fault): void {
    refuseHolder(this.#holder.response, fault, this.#holder.headers);
  }
}

/** The frames by the process that each is for; "" for the link's home. What is no frame is for this process, which says so. */
export function groupsOf(bus: Bus, value: unknown): Map<string, unknown[]> {
  const groups = new Map<string, unknown[]>();
  const frames: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const frame of frames) {
    const process = processOf(bus, frame);
    const group = groups.get(process);
    if (group === undefined) groups.set(process, [frame]);
    else group.push(frame);
  }
  return groups;
}

function processOf(bus: Bus, frame: unknown): string {
  if (typeof frame !== "object" || frame === null) return bus.process;
  const id: unknown = "id" in frame ? frame.id : undefined;
  if (typeof id !== "string") return "type" in frame && frame.type === "notify" ? "" : bus.process;
  const minter = bus.minter(id);
  return /^[A-Za-z0-9_-]{12}$/.test(minter) ? minter : bus.process;
}
