import type { IncomingMessage } from "node:http";
import { Fault } from "@jackfield/contract";

/** Memory shared by many bodies and answers: `take` says whether there is room, `give` returns it. */
export interface ByteBudget {
  take(bytes: number): boolean;
  give(bytes: number): void;
}

/**
 * The whole body, or the Fault that ended the reading: `too_large`, `full` (no room in the budget), `cancelled` (the peer left).
 * `done` is called exactly once. What was taken from the budget is given back by the caller when the bytes are no longer held; on a Fault it
 * already was. A declared length is taken at once, so that many slow uploads cannot promise more than there is.
 */
export function readBody(
  request: IncomingMessage,
  most: number,
  budget: ByteBudget | undefined,
  done: (body: Buffer | Fault) => void,
): void {
  const declared = Number(request.headers["content-length"] ?? Number.NaN);
  if (declared > most) return done(tooLarge(most));
  let taken = Number.isFinite(declared) ? declared : 0;
  if (budget !== undefined && taken > 0 && !budget.take(taken)) return done(new Fault("full", undefined, { data: { retryAfter: 2 } }));
  let first: Buffer | undefined;
  let more: Buffer[] | undefined;
  let length = 0;
  let open = true;
  const finish = (body: Buffer | Fault): void => {
    if (!open) return;
    open = false;
    if (Fault.is(body) && taken > 0) budget?.give(taken);
    done(body);
  };
  request.on("data", (chunk: Buffer) => {
    if (!open) return;
    length += chunk.length;
    if (length > most) return finish(tooLarge(most));
    if (length > taken) {
      if (budget !== undefined && !budget.take(length - taken)) return finish(new Fault("full", undefined, { data: { retryAfter: 2 } }));
      taken = length;
    }
    if (first === undefined) first = chunk;
    else (more ??= [first]).push(chunk);
  });
  request.on("end", () => {
    // The budget is settled to what really came: a body shorter than declared never ends (node:http reports it as aborted).
    finish(more === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(more, length));
  });
  // Every request ends with "close": a Fault, with its stack, is made only where the body did not come.
  const left = (): void => {
    if (open) finish(new Fault("cancelled"));
  };
  request.on("close", left);
  request.on("error", left);
}

function tooLarge(most: number): Fault {
  return new Fault("too_large", undefined, { data: { ceiling: "messageBytes", limit: most } });
}
