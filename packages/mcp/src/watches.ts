import type { Endpoint } from "./types.ts";

/** How many streams and sessions watch each resource: the endpoint hears of the first and of the last. */
export class Watches {
  readonly #counts: Map<string, Map<string, number>> = new Map();

  add(endpoint: Endpoint, uri: string): void {
    let counts = this.#counts.get(endpoint.scope);
    if (counts === undefined) {
      counts = new Map<string, number>();
      this.#counts.set(endpoint.scope, counts);
    }
    const count = counts.get(uri) ?? 0;
    counts.set(uri, count + 1);
    if (count === 0) endpoint.watch(uri, true);
  }

  remove(endpoint: Endpoint, uri: string): void {
    const counts = this.#counts.get(endpoint.scope);
    const count = counts?.get(uri);
    if (counts === undefined || count === undefined) return;
    if (count > 1) {
      counts.set(uri, count - 1);
      return;
    }
    counts.delete(uri);
    if (counts.size === 0) this.#counts.delete(endpoint.scope);
    endpoint.watch(uri, false);
  }
}
