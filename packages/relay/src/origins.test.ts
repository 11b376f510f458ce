import { expect, test } from "vitest";
import { Origins } from "./origins.ts";

const origins = new Origins(["https://app.example"]);

test.each([
  ["https://app.example", true, true],
  ["https://claude.ai", false, true],
  ["https://claude.com", false, true],
  ["https://chatgpt.com", false, true],
  ["http://localhost:3279", true, true],
  ["http://127.0.0.1:1", true, true],
  ["http://[::1]:8080", true, true],
  ["http://localhost", true, true],
  ["null", false, false],
  ["", false, false],
  ["https://app.example.evil.example", false, false],
  ["https://evilapp.example", false, false],
  ["https://app.example:8443", false, false],
  ["http://localhost.evil.example", false, false],
  ["http://127.0.0.1.evil.example", false, false],
  ["http://localhost:1@evil.example", false, false],
  ["https://claude.ai.evil.example", false, false],
  ["http://claude.ai", false, false],
])("origin %j may hold: %s, may call: %s", (origin, hold, call) => {
  expect([origins.mayHold(origin), origins.mayCall(origin)]).toEqual([hold, call]);
});

test("`*` lets any page hold a link, and none call", () => {
  const any = new Origins(["*"]);
  expect([any.mayHold("https://x.example"), any.mayCall("https://x.example")]).toEqual([true, false]);
});

test.each(["app.example", "https://app.example/", "https://app.example/path", "file:///x", "https://App.example"])(
  "an app origin that browsers never send is refused: %j",
  (origin) => {
    expect(() => new Origins([origin])).toThrow(RangeError);
  },
);
