import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { provenTokens, sameText, tokenOf } from "./secret.ts";

const secrets = Array.from({ length: 9 }, () => randomBytes(32).toString("base64url"));
const tokens = secrets.map((secret) => createHash("sha256").update(`jackfield-link/v1:${secret}`).digest("base64url").slice(0, 22));

test("tokenOf is the hash of docs/protocol.md", () => {
  expect(secrets.map(tokenOf)).toEqual(tokens);
});

test("provenTokens takes up to the given number of secrets, the path's first", () => {
  const [first = ""] = tokens;
  expect(provenTokens(secrets[0], first, 1)).toEqual([first]);
  expect(provenTokens(secrets.slice(0, 8).join(" "), first, 8)).toEqual(tokens.slice(0, 8));
});

test("provenTokens refuses what does not prove the path's link, and one wrong shape refuses all", () => {
  const [first = ""] = tokens;
  const [a = "", b = ""] = secrets;
  const refused = [
    undefined,
    "",
    b,
    `${b} ${a}`,
    `${a} ${b}`,
    `${a}  ${b}`,
    `${a} `,
    ` ${a}`,
    `${a},${b}`,
    `${a} ${b.slice(1)}`,
    `${a}=`,
    a.toUpperCase(),
    a.slice(0, 42),
    `${a} ${a}`,
  ];
  expect(refused.filter((header) => provenTokens(header, first, 1) !== undefined)).toEqual([]);
  expect(provenTokens(secrets.join(" "), first, 8)).toBeUndefined();
  expect(provenTokens(`${a} ${b.slice(1)}`, first, 8)).toBeUndefined();
});

test("sameText compares by content", () => {
  expect([sameText("abc", "abc"), sameText("abc", "abd"), sameText("abc", "ab"), sameText("", "")]).toEqual([true, false, false, true]);
});
