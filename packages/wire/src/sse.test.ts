import { Fault } from "@jackfield/contract";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { type SseEvent, SseParser, sseComment, sseEvent, sseNamed } from "./sse.ts";
import { leastMs } from "./test-time.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function read(chunks: readonly Uint8Array[], most?: number): { events: SseEvent[]; comments: number } {
  const events: SseEvent[] = [];
  let comments = 0;
  const parser = new SseParser(
    (event) => events.push(event),
    () => comments++,
    most,
  );
  for (const chunk of chunks) parser.feed(chunk);
  return { events, comments };
}

/** The grammar of WHATWG HTML §9.2.6 over a whole decoded stream, written apart from the parser: lines first, then fields. */
function reference(bytes: Uint8Array): { events: SseEvent[]; comments: number } {
  const text = new TextDecoder().decode(bytes);
  const lines = text.split(/\r\n|\n|\r/);
  lines.pop();
  const events: SseEvent[] = [];
  let comments = 0;
  let data: string | undefined;
  let event = "";
  let id = "";
  for (const line of lines) {
    const [, field = "", value = ""] = /^([^:]*):? ?([\s\S]*)$/.exec(line) ?? [];
    if (line === "") {
      if (data !== undefined) events.push({ event: event || "message", data, ...(id === "" ? {} : { id }) });
      data = undefined;
      event = "";
    } else if (line.startsWith(":")) comments++;
    else if (field === "data") data = data === undefined ? value : `${data}\n${value}`;
    else if (field === "event") event = value;
    else if (field === "id" && !value.includes("\0")) id = value;
  }
  return { events, comments };
}

const fault = (run: () => void): unknown => {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
};

const stream = [
  ": ping",
  "",
  'data: {"a":1}',
  "",
  "event: message",
  "id: 7",
  'data:{"b":',
  "data: 2",
  "data",
  "data: }",
  "",
  "retry: 10",
  ":",
  "unknown: x",
  "event: lost without data",
  "",
  "data: a\u2028b\u2029c\u0085d\u000be\u001cf",
  "",
  "id",
  "data:  two spaces",
  "",
  "data: é日本😀",
  "",
  "data: no blank line after it",
  "",
];

const expected: SseEvent[] = [
  { event: "message", data: '{"a":1}' },
  { event: "message", data: '{"b":\n2\n\n}', id: "7" },
  { event: "message", data: "a\u2028b\u2029c\u0085d\u000be\u001cf", id: "7" },
  { event: "message", data: " two spaces" },
  { event: "message", data: "é日本😀" },
];

// Thousands of cases on a machine that others share.
vi.setConfig({ testTimeout: 60_000 });

describe("SseParser", () => {
  it("A08: reads the same events with LF, CRLF and CR, cut at every byte and one byte at a time", () => {
    let cuts = 0;
    for (const end of ["\n", "\r\n", "\r"]) {
      for (const mark of ["", "\ufeff"]) {
        const bytes = bytesOf(mark + stream.join(end));
        expect(read([bytes])).toEqual({ events: expected, comments: 2 });
        for (let cut = 0; cut <= bytes.length; cut++) {
          expect(read([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual({ events: expected, comments: 2 });
          cuts++;
        }
        expect(read(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual({ events: expected, comments: 2 });
      }
    }
    expect(cuts).toBeGreaterThan(1200);
  });

  it("reads any bytes in any chunks as the grammar says", () => {
    let events = 0;
    const pieces = fc.constantFrom(
      "data",
      ":",
      " ",
      "\n",
      "\r",
      "\r\n",
      "event: x",
      "id: 1\0",
      "id: 2",
      "\ufeff",
      "\n\n",
      "data: y\n",
      "data: z\n\n",
      "data: w\r\r",
      "data:v\r\n\r\n",
      "é",
      "\u2028",
      "retry: 1",
    );
    const streams = fc.oneof(
      fc.array(pieces, { maxLength: 40 }).map((list) => bytesOf(list.join(""))),
      fc.uint8Array({ maxLength: 80 }),
    );
    fc.assert(
      fc.property(streams, fc.array(fc.nat(100), { maxLength: 8 }), (bytes, places) => {
        const whole = reference(bytes);
        const cuts = [0, ...places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
        expect(read(cuts.slice(1).map((cut, index) => bytes.subarray(cuts[index], cut)))).toEqual(whole);
        events += whole.events.length;
      }),
      { numRuns: 2000 },
    );
    expect(events).toBeGreaterThan(40);
  });

  it("refuses an event of more bytes than the limit, whether in one line or many, and stays shut", () => {
    const floods = [
      [bytesOf(`data: ${"x".repeat(2000)}`)],
      Array.from({ length: 200 }, () => bytesOf("data: 12345678\n")),
      Array.from({ length: 2000 }, () => bytesOf("data\n")),
      Array.from({ length: 2000 }, () => bytesOf("x")),
      [bytesOf(`: ${"x".repeat(2000)}`)],
    ];
    let refused = 0;
    for (const chunks of floods) {
      const seen: SseEvent[] = [];
      const parser = new SseParser((event) => seen.push(event), undefined, 1000);
      const error = fault(() => chunks.forEach((chunk) => parser.feed(chunk)));
      expect(Fault.is(error) && [error.code, error.data]).toEqual(["too_large", { ceiling: "sseEventBytes", limit: 1000 }]);
      expect(fault(() => parser.feed(bytesOf("\n\ndata: x\n\n")))).toBe(error);
      expect(seen).toEqual([]);
      refused++;
    }
    expect(refused).toBe(5);
    // The limit is of one event, not of the stream.
    expect(
      read(
        Array.from({ length: 500 }, () => bytesOf(`data: ${"x".repeat(900)}\n\n`)),
        1000,
      ).events.length,
    ).toBe(500);
  });

  it("is linear: an event of 8 MB in chunks of 64 bytes", () => {
    const bytes = bytesOf(`data: ${"x".repeat(8_000_000)}\n\n`);
    const lengths: number[] = [];
    const parser = new SseParser((event) => lengths.push(event.data.length), undefined, 10_000_000);
    const cost = leastMs(1, () => {
      for (let at = 0; at < bytes.length; at += 64) parser.feed(bytes.subarray(at, at + 64));
    });
    expect(lengths).toEqual([8_000_000]);
    // A tenth of a second. Code that copies or searches what it holds at each chunk moves 500 GB: a minute and more.
    expect(cost).toBeLessThan(20_000);
  });
});

describe("sseEvent", () => {
  it("writes one event whose data is the JSON, whatever white space is in it", () => {
    let runs = 0;
    fc.assert(
      fc.property(
        fc.jsonValue({ stringUnit: "grapheme" }),
        fc.constantFrom(undefined, 0, 2, "\t"),
        fc.constantFrom("\n", "\r\n", "\r"),
        (value, space, end) => {
          const json = JSON.stringify(value, null, space).replaceAll("\n", end);
          const { events } = read([sseEvent(bytesOf(json)), sseNamed("message", bytesOf(json)), sseComment("ping")]);
          expect(events.length).toBe(2);
          for (const event of events) {
            expect(event.event).toBe("message");
            expect(JSON.stringify(JSON.parse(event.data))).toBe(JSON.stringify(value));
            expect(event.data.length).toBe(json.length);
          }
          runs++;
        },
      ),
    );
    expect(runs).toBe(100);
  });

  it("A07: carries U+2028, U+2029, U+0085, VT and FS through", () => {
    const text = "a\u2028b\u2029c\u0085d\u000be\u001cf";
    const { events } = read([sseEvent(bytesOf(JSON.stringify({ text })))]);
    expect(events.map((event) => JSON.parse(event.data) as unknown)).toEqual([{ text }]);
  });

  it("ends its bytes as a client needs it", () => {
    expect(new TextDecoder().decode(sseEvent(bytesOf('{"a":\n1}')))).toBe('data: {"a": 1}\n\n');
    expect(new TextDecoder().decode(sseNamed("message", bytesOf("{}")))).toBe("event: message\ndata: {}\n\n");
    expect(new TextDecoder().decode(sseComment("a\r\nb"))).toBe(": a  b\n\n");
    expect(() => sseNamed("a\ndata: forged", bytesOf("{}"))).toThrow(RangeError);
  });
});
