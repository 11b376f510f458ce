import { LiveList } from "@jackfield/contract";
import type { Call } from "./call.ts";
import type { Session } from "./types.ts";

/** Every call that is not over, by scope. Looked up by our key alone; a client's id only ever narrows within its own session. */
export class Calls {
  readonly #byScope: Map<string, LiveList<Call>> = new Map();

  get size(): number {
    let size = 0;
    for (const calls of this.#byScope.values()) size += calls.size;
    return size;
  }

  add(call: Call): void {
    const { scope } = call.request;
    let calls = this.#byScope.get(scope);
    if (calls === undefined) this.#byScope.set(scope, (calls = new LiveList()));
    call.living = calls.add(call);
  }

  remove(call: Call): void {
    const calls = this.#byScope.get(call.request.scope);
    if (call.living !== undefined) calls?.remove(call.living);
    // A few scopes without calls are kept: with their next call they would be made anew.
    if (calls?.size === 0 && this.#byScope.size > spareScopes) this.#byScope.delete(call.request.scope);
  }

  /**
   * `notifications/cancelled`: the one live call of this session with this id. Hosted clients reuse ids, so two with the same id are left
   * alone: cancelling the wrong one is worse than cancelling none.
   */
  cancel(scope: string, session: Session, id: Uint8Array): void {
    const matching = this.ofSession(scope, session).filter((call) => same(call.id, id));
    if (matching.length === 1) matching[0]?.end("cancel");
  }

  ofSession(scope: string, session: Session): Call[] {
    return this.ofScope(scope).filter((call) => call.request.session === session);
  }

  ofScope(scope: string): Call[] {
    return this.#byScope.get(scope)?.all() ?? [];
  }
}

const spareScopes = 64;

function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
