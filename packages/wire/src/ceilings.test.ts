import { Fault } from "@jackfield/contract";
import { describe, expect, it, vi } from "vitest";
import { wireCeilings } from "./ceilings.ts";
import { checkDeclaration } from "./declaration.ts";
import { parseDownFrame } from "./down-frames.ts";
import { parseGreeting, writeGreeting } from "./greeting.ts";
import { parseHello } from "./hello.ts";
import { base64url, parseSecrets } from "./link-key.ts";
import { ParcelReader } from "./parcel.ts";
import { parseReceipt } from "./receipt.ts";
import { scanResult } from "./result-scan.ts";
import { spansOf } from "./spans.ts";
import { SseParser } from "./sse.ts";
import { bytesOf } from "./test-json.ts";
import { parseUpFrames } from "./up-frames.ts";
import { parseWireError } from "./wire-error.ts";

// Many cases on a machine that others share.
vi.setConfig({ testTimeout: 60_000 });

const link = "A".repeat(22);
const id = "p.r";
const info = { name: "a", version: "1" };
const text = (length: number): string => "x".repeat(length);
const list = <T>(length: number, of: (index: number) => T): T[] => Array.from({ length }, (_, index) => of(index));
const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
const isDeclared = (more: object, bytes = 1): boolean => checkDeclaration({ info, ...more }, bytes).ok;
const tool = (name: string, more: object = {}): object => ({
  name,
  title: "T",
  inputSchema: { type: "object" },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  ...more,
});
const isRead = (length: number, run: (parser: SseParser) => void): boolean => {
  let events = 0;
  try {
    run(new SseParser(() => events++));
  } catch (error) {
    return !Fault.is(error);
  }
  return events === 1 && length > 0;
};
/** Text that was cut ends in "…". */
const isWhole = (value: unknown): boolean => JSON.stringify(value).includes("x") && !JSON.stringify(value).includes("…");

/** For each limit: is a thing of this size taken whole? */
const probes: Record<keyof typeof wireCeilings, (size: number) => boolean> = {
  ownNames: (size) => spansOf(bytesOf(`{${list(size, (index) => `"${index}":0`).join()}}`)).ok,
  ownNameBytes: (size) => scanResult(bytesOf(`{"${text(size)}":0}`)).ok,
  resultDepth: (size) => scanResult(bytesOf(`{"a":${nested(size - 1)}}`)).ok,
  downFrameDepth: (size) =>
    parseDownFrame(`{"type":"ready","link":"${link}","epoch":1,"sessions":1,"x":${nested(size - 1)}}`) !== undefined,
  sseEventBytes: (size) => isRead(size, (parser) => parser.feed(bytesOf(`data: ${text(size - 6)}\n\n`))),
  linksPerStream: (size) => parseSecrets(list(size, (index) => base64url(new Uint8Array(32).fill(index))).join(" ")) !== undefined,
  parcelBytes: (size) => {
    const bytes = new Uint8Array(4 + size);
    new DataView(bytes.buffer).setUint32(0, size);
    let whole = 0;
    const reader = new ParcelReader(
      (parcel) => (whole = parcel.length),
      () => true,
    );
    return reader.feed(bytes) === undefined && whole === size;
  },
  greetingBytes: (size) => {
    const greeting = writeGreeting({ holder: "h".repeat(22), secrets: base64url(new Uint8Array(32)) });
    return parseGreeting(bytesOf(greeting.padEnd(size))) !== undefined;
  },
  receiptChars: (size) => isWhole(parseReceipt(`{"type":"refused","n":1,"status":400,"why":"${text(size)}"}`)),
  upFrames: (size) => parseUpFrames(list(size, () => ({ type: "progress", id, progress: 1 }))).ok,
  progressChars: (size) => isWhole(parseUpFrames({ type: "progress", id, progress: 1, message: text(size) })),
  logBytes: (size) => parseUpFrames({ type: "log", id, level: "info", data: text(size - 2) }).ok,
  loggerChars: (size) => isWhole(parseUpFrames({ type: "log", id, level: "info", data: 1, logger: text(size) })),
  askQuestions: (size) =>
    parseUpFrames({
      type: "ask",
      id,
      ask: "a",
      questions: Object.fromEntries(list(size, (index) => [`q${index}`, { method: "roots/list" }])),
    }).ok,
  uriChars: (size) => parseUpFrames({ type: "notify", method: "notifications/resources/updated", params: { uri: text(size) } }).ok,
  holderNameChars: (size) => isWhole(parseHello({ protocol: 1, holder: link, name: text(size) })),
  agentChars: (size) => isWhole(parseDownFrame(JSON.stringify({ type: "agent", link, state: "join", agent: text(size), sessions: 1 }))),
  noticeChars: (size) => isWhole(parseDownFrame(JSON.stringify({ type: "notice", link, code: "limit", message: text(size) }))),
  wireErrorChars: (size) => isWhole(parseWireError({ code: "busy", message: text(size), hint: text(size) })),
  wireErrorDataBytes: (size) => parseWireError({ code: "busy", data: { a: text(size - 8) } }).data !== undefined,
  declarationBytes: (size) => isDeclared({}, size),
  declarationTools: (size) => isDeclared({ tools: list(size, (index) => tool(`t${index}`)) }),
  declarationResources: (size) => isDeclared({ resources: { list: list(size, (index) => ({ uri: `a:${index}`, name: "x" })) } }),
  declarationTemplates: (size) =>
    isDeclared({ resources: { list: [], templates: list(size, (index) => ({ uriTemplate: `a:${index}`, name: "x" })) } }),
  declarationPrompts: (size) => isDeclared({ prompts: list(size, (index) => ({ name: `p${index}` })) }),
  declarationIcons: (size) => isDeclared({ tools: [tool("a", { icons: list(size, () => ({ src: "https://a.b/c" })) })] }),
  promptArguments: (size) => isDeclared({ prompts: [{ name: "p", arguments: list(size, (index) => ({ name: `a${index}` })) }] }),
  titleChars: (size) => isDeclared({ tools: [tool("a", { title: text(size) })] }),
  descriptionChars: (size) => isDeclared({ tools: [tool("a", { description: text(size) })] }),
  instructionsChars: (size) => isDeclared({ instructions: text(size) }),
  schemaLevels: (size) =>
    isDeclared({ tools: [tool("a", { inputSchema: { type: "object", a: JSON.parse(nested(size - 1)) as unknown } })] }),
  toolTimeoutMs: (size) => isDeclared({ tools: [tool("a")], timeouts: { a: size } }),
};

describe("wireCeilings", () => {
  const names = Object.keys(probes) as (keyof typeof wireCeilings)[];

  it.each(names)("%s: takes what is as large as it may be, and not one more", (name) => {
    const { value } = wireCeilings[name];
    expect([probes[name](value), probes[name](value + 1)]).toEqual([true, false]);
  });

  it("has a probe for each limit, and cannot be raised", () => {
    expect(names.toSorted()).toEqual(Object.keys(wireCeilings).toSorted());
    expect(names.length).toBeGreaterThan(25);
    expect(
      Object.values(wireCeilings).filter((ceiling) => ceiling.most !== ceiling.value || ceiling.why === "" || ceiling.whenHit === ""),
    ).toEqual([]);
  });
});
