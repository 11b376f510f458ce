import type { Client, Fault, Principal } from "@jackfield/contract";
import type { Description, Endpoint, Reply, Request, Session, Sessions } from "@jackfield/mcp";
import type { ServedCatalog } from "../catalog.ts";
import type { SessionStore } from "../session-store.ts";

/** Answers every request of a link that cannot be served now with the same fault, in the way its client understands. */
export class FaultEndpoint implements Endpoint, Sessions {
  readonly scope = "bus";
  readonly principal: Principal = { kind: "link", id: "bus", scopes: [] };
  readonly #token: string;
  readonly #store: SessionStore;
  readonly #catalog: ServedCatalog;
  readonly #fault: Fault;

  constructor(token: string, store: SessionStore, catalog: ServedCatalog, fault: Fault) {
    this.#token = token;
    this.#store = store;
    this.#catalog = catalog;
    this.#fault = fault;
  }

  describe(): Description {
    return this.#catalog.description;
  }

  request(_request: Request, reply: Reply): void {
    reply.fault(this.#fault);
  }

  gone(): void {
    // Nothing is under way.
  }

  notified(): void {
    // Nobody to tell.
  }

  watch(): void {
    // Nothing is watched.
  }

  open(_client: Client): Fault {
    return this.#fault;
  }

  find(id: string): Session | undefined {
    return this.#store.read(this.#token, id);
  }

  end(): void {
    // Its home has it.
  }
}
