import { expect, test } from "vitest";
import { Log, guarded } from "./log.ts";

test("guarded cuts tokens, secrets, session ids, call keys and line ends, and leaves words and counts", () => {
  const secret = "x".repeat(43);
  const line = guarded(
    `a ${secret} b /s/${"T".repeat(22)}/mcp c v1.${"y".repeat(56)} d ZmmkPdPN.k_FWDFi4KAKr3XIr\r\nlinks 3, calls 1234567890`,
  );
  expect(line).toBe("a [cut] b /s/[cut]/mcp c v1.[cut] d ZmmkPdPN.[cut]  links 3, calls 1234567890");
});

test("Log.error writes the kind of an error, never its message", () => {
  const lines: string[] = [];
  const log = new Log((line) => lines.push(line));
  log.error("request", new RangeError("secret payload"));
  log.error("socket", Object.assign(new Error("to 10.1.2.3"), { code: "ECONNRESET" }));
  log.error("timer", "a text");
  expect(lines).toEqual([
    "jackfield relay: error in request: RangeError",
    "jackfield relay: error in socket: ECONNRESET",
    "jackfield relay: error in timer: string",
  ]);
});

test("A log that throws does not stop the relay", () => {
  expect(() =>
    new Log(() => {
      throw new Error("disk full");
    }).line("x"),
  ).not.toThrow();
});
