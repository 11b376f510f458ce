import { type Client, Fault } from "@jackfield/contract";
import type { Session, Sessions } from "@jackfield/mcp";
import type { Link } from "./link.ts";
import type { SessionStore } from "./session-store.ts";
import type { Tally } from "./tally.ts";

/** The sessions of one link, as the protocol core sees them. Each use of one counts as presence. */
export class LinkSessions implements Sessions {
  readonly #link: Link;
  readonly #store: SessionStore;
  readonly #tally: Tally;
  readonly #now: () => number;

  constructor(link: Link, store: SessionStore, tally: Tally, now: () => number) {
    this.#link = link;
    this.#store = store;
    this.#tally = tally;
    this.#now = now;
  }

  open(client: Client): Session | Fault {
    const session = this.#store.open(this.#link.token, client);
    if (Fault.is(session)) this.#tally.add("full_sessions");
    else this.#link.agents.seen(session.mark, client, this.#now());
    return session;
  }

  find(id: string): Session | undefined {
    const session = this.#store.find(this.#link.token, id);
    if (session !== undefined) this.#link.agents.seen(session.mark, session.client, this.#now());
    return session;
  }

  end(session: Session): void {
    this.#store.end(session);
    this.#link.agents.leave(session.mark);
  }
}
