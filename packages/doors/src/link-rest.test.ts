import { describe, expect, test } from "vitest";
import { afterRefusal, afterStream, backoffMs } from "./link-rest.ts";

const answer = (status: number, body = "", retryAfterMs?: number) => ({ status, body, retryAfterMs });

describe("what a holder does next", () => {
  test("backoff doubles from the first to the most, jittered between half and the whole", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 100].map((failures) => backoffMs(failures, 1_000, 30_000, 1))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ]);
    expect([1, 3, 100].map((failures) => backoffMs(failures, 1_000, 30_000, 0))).toEqual([500, 2_000, 15_000]);
  });

  test("what passes is waited for, what does not is final", () => {
    const states = [400, 401, 403, 404, 413, 429, 500, 502, 503, 301, 200].map((status) => [status, afterRefusal(answer(status)).state]);
    expect(Object.fromEntries(states)).toEqual({
      400: "refused",
      401: "refused",
      403: "refused",
      404: "waiting",
      413: "refused",
      429: "waiting",
      500: "waiting",
      502: "waiting",
      503: "waiting",
      301: "waiting",
      200: "waiting",
    });
    expect(afterRefusal(answer(503, "", 7_000)).retryAfterMs).toBe(7_000);
  });

  test("a stream that the relay does not know is greeted anew", () => {
    expect([404, 409, 410, 503].map((status) => afterStream({ is: "answered", answer: answer(status) }).greet)).toEqual([
      true,
      true,
      true,
      undefined,
    ]);
    expect(afterStream({ is: "dropped", why: "x" })).toEqual({ state: "waiting", why: "x" });
  });

  test("a relay's words are cut and shown plainly", () => {
    const { why } = afterRefusal(answer(403, JSON.stringify({ error: { message: `no\u202e\n${"x".repeat(1_000)}` } })));
    expect([why.length < 400, /[\n\u202e]/.test(why)]).toEqual([true, false]);
    for (const body of ["", "x", "null", "{}", '{"error":5}', '{"error":{"message":{}}}'])
      expect(afterRefusal(answer(403, body)).why).toBe("the relay refused this holder");
  });
});
