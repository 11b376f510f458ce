import type { AnyCall } from "../call.ts";
import type { Gate } from "../gate.ts";

/** Refuses a call past the caps on what runs at once, saying when to call again; frees its place when it is over. */
export async function inFlight<C extends AnyCall, R>(call: C, next: (call: C) => Promise<R>, gate: Gate): Promise<R> {
  const place = gate.places.take(call);
  call.life.sits(place);
  try {
    return await next(call);
  } finally {
    place.free();
  }
}
