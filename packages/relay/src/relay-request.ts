import { IncomingMessage } from "node:http";
import { isSocketTarget } from "./route.ts";

/**
 * A request to the relay. Where a server listens for upgrades at all, node:http takes every request with an `Upgrade` header out of HTTP, also
 * a POST that merely offers HTTP/2, as Java's client does (`Upgrade: h2c`): so here only a WebSocket on its own route counts as one. All
 * others are served as what they are, which RFC 9110 §7.8 lets a server do.
 */
export class RelayRequest extends IncomingMessage {
  /** What the parser found. Written by node:http's own constructor already, so it must not be initialised here. */
  declare private found: boolean | null;

  /** Read by node:http once the headers are there. */
  get upgrade(): boolean {
    if (this.found !== true) return false;
    if (this.method === "CONNECT") return true;
    return this.method === "GET" && this.headers.upgrade?.toLowerCase() === "websocket" && isSocketTarget(this.url ?? "");
  }

  set upgrade(found: boolean | null) {
    this.found = found;
  }
}
