import { Fault } from "@jackfield/contract";
import type { BodyTaker, HeldBody } from "../body.ts";
import { countOf, parseBody } from "../holder-body.ts";
import type { HolderRequest } from "../holder-request.ts";
import { refuseHolder } from "../http-answer.ts";
import type { Link } from "../link.ts";
import type { Parts } from "../parts.ts";
import { takeHello } from "../take-hello.ts";
import type { Bus } from "./bus.ts";
import { CarriedPost } from "./carried-post.ts";
import type { Where } from "./homes.ts";

/** A hello: for the link's home, which this process becomes where there is none. */
export class RoutedHello implements BodyTaker {
  readonly #parts: Parts;
  readonly #bus: Bus;
  readonly #holder: HolderRequest;
  readonly #link: Link;
  #tries = 0;

  constructor(parts: Parts, bus: Bus, holder: HolderRequest, link: Link) {
    this.#parts = parts;
    this.#bus = bus;
    this.#holder = holder;
    this.#link = link;
  }

  refused(fault: Fault): void {
    this.#refuse(fault);
  }

  whole(body: Buffer, held: HeldBody): void {
    this.#bus.homes.locate(this.#link, (where) => this.#found(where, body, held));
  }

  #found(where: Where, body: Buffer, held: HeldBody): void {
    switch (where.is) {
      case "here":
        return this.#take(body, held);
      case "nobody":
      // Cut off from the others a link is as good as nobody's: whose hello was the later is found out once the bus is back.
      case "unknown":
        return this.#bus.homes.claim(this.#link, (fault) => {
          if (fault === undefined) return this.#take(body, held);
          held.release();
          this.#refuse(fault);
        });
      case "at":
        return this.#carry(where.process, body, held);
    }
  }

  #take(body: Buffer, held: HeldBody): void {
    held.release();
    const fault = countOf(this.#parts, this.#link, "holder");
    if (fault !== undefined) return this.#refuse(fault);
    const value = parseBody(body);
    if (Fault.is(value)) return this.#refuse(value);
    takeHello(this.#parts, this.#link, value, this.#holder.response, this.#holder.headers);
    this.#bus.homes.announce(this.#link);
  }

  #carry(process: string, body: Buffer, held: HeldBody): void {
    const again = (): void => {
      this.#bus.homes.forget(this.#link);
      if (++this.#tries < triesMost) return this.whole(body, held);
      held.release();
      this.#refuse(new Fault("bus_down", undefined, { data: { retryAfter: 1 } }));
    };
    // A hello that was heard twice is heard once more: the second counts.
    const post = new CarriedPost(this.#holder, held, again, true);
    post.carry(this.#bus, process, { op: "hello", token: this.#link.token, bytes: body.length }, body);
  }

  #refuse(fault: Fault): void {
    refuseHolder(this.#holder.response, fault, this.#holder.headers);
  }
}

const triesMost = 3;
