import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Ends an answer that was written before its request's body was read. What still comes is read and dropped, for at most `ms` milliseconds: closing
 * with unread bytes in the socket makes the kernel reset it, and the peer would see that instead of the answer.
 */
export function endOnceRead(request: IncomingMessage, response: ServerResponse, ms: number): void {
  const end = (): void => {
    clearTimeout(timer);
    if (!response.writableEnded) response.end();
  };
  const timer = setTimeout(end, ms);
  if (request.readableEnded || request.destroyed) return end();
  request.once("end", end);
  request.once("close", end);
  request.once("error", end);
  request.resume();
}
