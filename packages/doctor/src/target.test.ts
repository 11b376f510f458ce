import { describe, expect, test } from "vitest";
import { doctorLimits } from "./ceilings.ts";
import { reachChecks } from "./checks/reach.ts";
import { Exam, type HttpExam } from "./exam.ts";
import { isLoopback, isPrivate } from "./target.ts";

const host = (text: string): string => new URL(text).hostname;

test.each([
  "http://localhost",
  "http://LOCALHOST.",
  "http://a.localhost",
  "http://127.0.0.1",
  "http://127.9.9.9",
  "http://127.1",
  "http://[::1]",
])("isLoopback %s", (text) => {
  expect([isLoopback(host(text)), isPrivate(host(text))]).toEqual([true, false]);
});

test.each([
  "http://10.0.0.1",
  "http://172.16.0.1",
  "http://172.31.255.1",
  "http://192.168.1.1",
  "http://169.254.169.254",
  "http://100.64.0.1",
  "http://0.0.0.0",
  "http://[fd00::1]",
  "http://[fe80::1]",
  "http://[::ffff:7f00:1]",
  "http://printer",
  "http://printer.local",
  "http://a.internal",
])("isPrivate %s", (text) => {
  expect([isLoopback(host(text)), isPrivate(host(text))]).toEqual([false, true]);
});

test.each([
  "http://example.com",
  "http://172.32.0.1",
  "http://11.0.0.1",
  "http://8.8.8.8",
  "http://[2606:4700::1]",
  "http://localhost.evil.example",
  "http://127.0.0.1.evil.example",
])("neither: %s", (text) => {
  expect([isLoopback(host(text)), isPrivate(host(text))]).toEqual([false, false]);
});

describe("address", () => {
  const look = async (url: string): Promise<unknown> => {
    const address = reachChecks.find((check) => check.name === "address");
    const exam = new Exam(
      { is: "http", url: new URL(url), headers: {} },
      doctorLimits(),
      undefined,
      AbortSignal.timeout(1_000),
    ) as HttpExam;
    const seen = address?.on === "http" ? await address.look(exam) : undefined;
    return seen?.is === "found" ? seen.findings.map((each) => each.severity) : seen?.is;
  };

  test.each([
    ["https://example.com/mcp", "well"],
    ["http://example.com/mcp", ["warning"]],
    ["https://example.com:5050/mcp", ["warning"]],
    ["http://8.8.8.8:5050/mcp", ["warning", "warning", "warning"]],
    ["https://10.0.0.1/mcp", ["note"]],
    ["http://localhost:3000/mcp", ["note"]],
  ])("%s", async (url, expected) => {
    expect(await look(url)).toEqual(expected);
  });
});
