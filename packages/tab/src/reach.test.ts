import { describe, expect, test } from "vitest";
import { reachProblems } from "./reach.ts";
import { isLoopback, relayBase, relayFor } from "./relay-address.ts";

const codes = (url: string): string[] => reachProblems(url).map((problem) => problem.code);

describe("reachProblems", () => {
  test.each([
    ["https://relay.example.com/s/x/mcp", []],
    ["https://relay.example.com:443/s/x/mcp", []],
    ["https://8.8.8.8/mcp", []],
    ["https://[2606:4700::1]/mcp", []],
    ["https://100.128.0.1/", []],
    ["https://172.32.0.1/", []],
    ["https://h.example.com:5050", ["port"]],
    ["http://h.example.com", ["scheme"]],
    ["https://10.0.0.1", ["host"]],
    ["https://localhost", ["host"]],
    ["https://h:5050", ["host", "port"]],
    ["http://127.0.0.1:8787/", ["host", "scheme", "port"]],
    ["https://relay.local", ["host"]],
    ["https://relay.internal.", ["host"]],
    ["https://a.localhost", ["host"]],
    ["https://0x7f.1", ["host"]],
    ["https://2130706433", ["host"]],
    ["https://172.16.9.9", ["host"]],
    ["https://192.168.1.1", ["host"]],
    ["https://169.254.169.254", ["host"]],
    ["https://100.64.0.1", ["host"]],
    ["https://[::1]", ["host"]],
    ["https://[::]", ["host"]],
    ["https://[fe80::1]", ["host"]],
    ["https://[fd00::1]", ["host"]],
    ["https://[::ffff:10.0.0.1]", ["host"]],
  ])("%s: %j", (url, expected) => {
    expect(codes(url)).toEqual(expected);
  });

  test("says in words what is wrong", () => {
    expect(reachProblems("https://h.example.com:5050")[0]?.message).toBe("Hosted clients call port 443 only: this address has port 5050");
  });
});

describe("relayBase", () => {
  test("keeps a path, without the slash at its end", () => {
    expect(relayBase("https://relay.example/base//")).toBe("https://relay.example/base");
    expect(relayBase("http://localhost:8787")).toBe("http://localhost:8787");
  });

  test.each([
    "http://relay.example",
    "http://localhost.evil.example",
    "http://127.0.0.1.evil.example",
    "ws://localhost",
    "https://a:b@relay.example",
    "https://relay.example?x",
    "https://relay.example#x",
  ])("refuses %s", (relay) => {
    expect(() => relayBase(relay)).toThrow("Cannot use relay");
  });

  test("refuses what is no address", () => {
    expect(() => relayBase("relay.example")).toThrow();
  });
});

describe("relayFor", () => {
  const page = (href: string): { href: string; hostname: string } => ({ href, hostname: new URL(href).hostname });

  test("takes the parameter while both are on this computer", () => {
    expect(relayFor("https://r.example", page("http://localhost:3000/?relay=http://127.0.0.1:9"))).toBe("http://127.0.0.1:9");
  });

  test.each([
    "https://notes.example/?relay=http://localhost:9",
    "http://localhost/?relay=https://evil.example",
    "http://localhost/?relay=nonsense",
    "http://localhost/",
  ])("ignores it on %s", (href) => {
    expect(relayFor("https://r.example", page(href))).toBe("https://r.example");
  });

  test("knows this computer's own names only", () => {
    expect(["localhost", "a.localhost", "127.0.0.1", "127.9.9.9", "[::1]"].every(isLoopback)).toBe(true);
    expect(["localhost.example", "128.0.0.1", "127.0.0.1.example", "[::2]", ""].some(isLoopback)).toBe(false);
  });
});
