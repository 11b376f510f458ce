import type { Soon } from "@jackfield/contract";
import type { AnyCall } from "../call.ts";
import type { Gate } from "../gate.ts";

/** Refuses a call past the caps on what runs at once, saying when to call again. Its life frees its place when it is over. */
export function inFlight<C extends AnyCall, R>(call: C, next: (call: C) => Soon<R>, gate: Gate): Soon<R> {
  call.life.sits(gate.places.take(call));
  return next(call);
}
