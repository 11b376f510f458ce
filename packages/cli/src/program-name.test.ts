import { expect, test } from "vitest";
import { asCalled, fromCheckout } from "./program-name.ts";

test.each([
  ["Run jackfield relay --help", "Run npm run jackfield -- relay --help"],
  ["JACKFIELD_PORT=1 jackfield demo", "JACKFIELD_PORT=1 npm run jackfield -- demo"],
  ["Run jackfield --help", "Run npm run jackfield -- --help"],
  ["jackfield relay: listening on port 1", "jackfield relay: listening on port 1"],
  ["jackfield 0.1.0: joins", "jackfield 0.1.0: joins"],
  ["the rates of jackfield relay.", "the rates of npm run jackfield -- relay."],
])("%s, from a checkout", (text, said) => {
  expect(asCalled(text, fromCheckout)).toBe(said);
  expect(asCalled(said, fromCheckout)).toBe(said);
  expect(asCalled(text, "jackfield")).toBe(text);
});
