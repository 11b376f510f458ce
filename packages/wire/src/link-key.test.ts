import { createHash, randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  base64url,
  callKeyPattern,
  connectorTokenPattern,
  fromBase64url,
  holderIdPattern,
  linkSecretPattern,
  newHolderId,
  newSecret,
  parseSecrets,
  tokenDigestInput,
  tokenFromDigest,
} from "./link-key.ts";

// Many cases on a machine that others share.
vi.setConfig({ testTimeout: 60_000 });

describe("base64url", () => {
  it("is what Node writes, and comes back", () => {
    let runs = 0;
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        expect(base64url(bytes)).toBe(Buffer.from(bytes).toString("base64url"));
        expect(fromBase64url(base64url(bytes))).toEqual(Uint8Array.from(bytes));
        runs++;
      }),
      { numRuns: 500 },
    );
    expect(runs).toBe(500);
  });

  it("takes one text for one value", () => {
    for (const text of ["A", "AAAAA", "AA==", "A+", "A/", "A ", "é", "AB", "AAB", "A\n"]) expect(fromBase64url(text)).toBeUndefined();
    let same = 0;
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("A", "B", "g", "Q", "_", "-", "9", "=", " "), maxLength: 9 }), (text) => {
        const bytes = fromBase64url(text);
        if (bytes === undefined) return;
        expect(base64url(bytes)).toBe(text);
        same++;
      }),
      { numRuns: 1000 },
    );
    expect(same).toBeGreaterThan(8);
  });
});

describe("tokenFromDigest", () => {
  it("makes the token of docs/protocol.md §1", () => {
    const secret = newSecret((length) => randomBytes(length));
    const digest = createHash("sha256").update(tokenDigestInput(secret)).digest();
    const token = tokenFromDigest(digest);
    expect(secret).toMatch(linkSecretPattern);
    expect(token).toMatch(connectorTokenPattern);
    expect(token).toBe(createHash("sha256").update(`jackfield-link/v1:${secret}`).digest("base64url").slice(0, 22));
    // A fixed pair: the same forever, on both ends.
    expect(
      tokenFromDigest(
        createHash("sha256")
          .update(tokenDigestInput("A".repeat(43)))
          .digest(),
      ),
    ).toBe("nSoSFyWs7k5RGv4xIOL_w3");
  });

  it("refuses what is no digest, and keys of too little randomness", () => {
    expect(() => tokenFromDigest(new Uint8Array(31))).toThrow(RangeError);
    expect(() => newSecret(() => new Uint8Array(16))).toThrow(RangeError);
    expect(() => newHolderId(() => new Uint8Array(15))).toThrow(RangeError);
    expect(newHolderId((length) => randomBytes(length))).toMatch(holderIdPattern);
  });
});

describe("parseSecrets", () => {
  const secret = (index: number): string => base64url(new Uint8Array(32).fill(index));

  it("takes 1 to 8 secrets with single spaces", () => {
    expect(parseSecrets(secret(1))).toEqual([secret(1)]);
    const eight = Array.from({ length: 8 }, (_, index) => secret(index));
    expect(parseSecrets(eight.join(" "))).toEqual(eight);
    expect(parseSecrets([...eight, secret(9)].join(" "))).toBeUndefined();
  });

  it("refuses everything when one is wrong", () => {
    const wrong = [
      undefined,
      "",
      " ",
      `${secret(1)} `,
      ` ${secret(1)}`,
      `${secret(1)}  ${secret(2)}`,
      `${secret(1)} short`,
      `${secret(1)},${secret(2)}`,
      `${secret(1)} ${secret(1)}`,
      "a".repeat(1_000_000),
    ];
    for (const header of wrong) expect(parseSecrets(header)).toBeUndefined();
  });
});

describe("patterns", () => {
  it("match whole texts of the right length and nothing around them", () => {
    const cases: [RegExp, string][] = [
      [linkSecretPattern, "a".repeat(43)],
      [connectorTokenPattern, "a".repeat(22)],
      [holderIdPattern, "a".repeat(22)],
      [callKeyPattern, "p1.x_-9"],
    ];
    for (const [pattern, good] of cases) {
      expect(good).toMatch(pattern);
      for (const bad of [`${good}\n`, ` ${good}`, `${good}/`, `${good}é`, "", "a".repeat(65), `${good}%00`])
        expect(bad).not.toMatch(pattern);
    }
    expect("a".repeat(64)).toMatch(callKeyPattern);
  });
});
