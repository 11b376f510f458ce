import type { Change } from "@jackfield/contract";
import type { EventStream } from "./event-stream.ts";
import type { Session } from "./types.ts";

/** Every open server-to-client stream, by scope. */
export class Streams {
  readonly #byScope: Map<string, Set<EventStream>> = new Map();

  get size(): number {
    let size = 0;
    for (const streams of this.#byScope.values()) size += streams.size;
    return size;
  }

  countOf(scope: string): number {
    return this.#byScope.get(scope)?.size ?? 0;
  }

  ofSession(session: Session, scope: string): EventStream | undefined {
    for (const stream of this.#byScope.get(scope) ?? []) if (stream.kind.is === "session" && stream.kind.session === session) return stream;
    return undefined;
  }

  add(stream: EventStream): void {
    const scope = stream.endpoint.scope;
    const streams = this.#byScope.get(scope);
    if (streams === undefined) this.#byScope.set(scope, new Set([stream]));
    else streams.add(stream);
  }

  remove(stream: EventStream): void {
    const streams = this.#byScope.get(stream.endpoint.scope);
    streams?.delete(stream);
    if (streams?.size === 0) this.#byScope.delete(stream.endpoint.scope);
  }

  publish(scope: string, change: Change): void {
    for (const stream of this.#byScope.get(scope) ?? []) stream.tell(change);
  }

  closeScope(scope: string): void {
    for (const stream of this.#byScope.get(scope) ?? []) stream.close();
  }

  tick(now: number): void {
    for (const streams of this.#byScope.values()) for (const stream of streams) stream.tick(now);
  }
}
