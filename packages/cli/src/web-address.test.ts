import { expect, test } from "vitest";
import { addressProblem, originProblem, withoutUser } from "./web-address.ts";

test.each([
  ["https://relay.example", "nothing"],
  ["http://127.0.0.1:8787/", "nothing"],
  ["https://relay.example/path", "nothing"],
  ["https://relay.example/path?x=1", "query"],
  ["https://relay.example/?", "query"],
  ["https://relay.example/#top", "fragment"],
  ["https://me@relay.example", "user name"],
  ["https://:pw@relay.example", "password"],
  ["ftp://relay.example", "http or https"],
  ["relay.example", "http or https"],
])("%s as an address: %s", (text, said) => {
  expect(addressProblem(text) ?? "nothing").toContain(said);
});

test.each([
  ["https://app.example", "nothing"],
  ["*", "nothing"],
  ["https://app.example/path", "without a path: https://app.example"],
  ["https://app.example/", "without a path"],
  ["foo", "http or https"],
])("%s as an origin: %s", (text, said) => {
  expect(originProblem(text) ?? "nothing").toContain(said);
});

test.each([
  "https://user:pw@relay.example",
  "https://user:p/pw@relay.example",
  "https://user:a@pw@relay.example",
  "user:pw@relay.example",
  "https://pw@relay.example/?x=1",
  "ftp://user:pw?#@relay.example",
])("%s is quoted without its password", (text) => {
  expect(withoutUser(text)).not.toContain("pw");
  expect(withoutUser(text)).toContain("relay.example");
});

test("other text is quoted as it is", () => {
  for (const text of ["https://relay.example/a", "/no/such/@scope/file", "70000", "someone@example"]) expect(withoutUser(text)).toBe(text);
});
