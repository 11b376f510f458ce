import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkParamHeaders, decodeHeader, isJsonType, paramHeadersOf, readAccept } from "./head.ts";
import { readMessages } from "./message.ts";
import { negotiate, revisions } from "./revisions.ts";
import { Bench, RecordingLine } from "./test-endpoint.ts";

const runs = { numRuns: 300 };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const messageLike = fc.record(
  {
    jsonrpc: fc.constantFrom("2.0", "1.0", 2),
    id: fc.oneof(fc.string(), fc.integer(), fc.double(), fc.constant(null), fc.constant({})),
    method: fc.oneof(
      fc.constantFrom(
        "ping",
        "initialize",
        "tools/call",
        "tools/list",
        "subscriptions/listen",
        "server/discover",
        "resources/subscribe",
        "notifications/cancelled",
        "logging/setLevel",
        "completion/complete",
      ),
      fc.string(),
      fc.integer(),
    ),
    params: fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          name: fc.jsonValue(),
          uri: fc.jsonValue(),
          level: fc.jsonValue(),
          requestId: fc.jsonValue(),
          notifications: fc.jsonValue(),
          inputResponses: fc.jsonValue(),
          requestState: fc.jsonValue(),
          _meta: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    ),
    result: fc.jsonValue(),
    error: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

describe("whatever is sent", () => {
  test("bytes that are anything are refused or taken, never thrown at", () => {
    const bench = new Bench();
    const headers = bench.initialize();
    let seen = 0;
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (body) => {
        seen++;
        expect([200, 202, 400]).toContain(bench.raw(body, headers).sink.status);
      }),
      runs,
    );
    expect(seen).toBe(300);
  });

  test.each(["session", "stateless", "batch", "line"] as const)("messages of any shape get an answer of their own, in a %s", (framing) => {
    const bench = new Bench();
    const headers = bench.initialize(framing === "batch" ? "2025-03-26" : "2025-11-25");
    const line = new RecordingLine(bench.endpoint);
    fc.assert(
      fc.property(messageLike, (message) => {
        const body = JSON.stringify(framing === "batch" ? [message, message] : message);
        if (framing === "line") return bench.core.line(bytes(body), line);
        const { sink, exchange } = bench.raw(
          body,
          framing === "stateless" ? { "mcp-protocol-version": "2026-07-28", "mcp-method": String(message.method) } : headers,
        );
        // Either it was answered at once, or something waits that can be dropped.
        expect(sink.status !== 0 || exchange !== undefined).toBe(true);
        exchange?.dropped();
      }),
      runs,
    );
    bench.core.endScope("scope");
    expect(bench.core.counts()).toEqual({ waiting: 0, streams: 0, parked: 0 });
    expect(bench.send({ jsonrpc: "2.0", id: 1, method: "ping" }, headers).sink.json).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  });

  test("the spans of a message are exactly what was sent", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ maxLength: 200 }), fc.maxSafeInteger()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom("", " ", "\n\t"),
        (id, params, gap) => {
          const paramsText = JSON.stringify(params);
          const text = `${gap}{${gap}"jsonrpc":"2.0",${gap}"params"${gap}:${gap}${paramsText}${gap},"method":"m","id":${gap}${JSON.stringify(id)}}${gap}`;
          const read = readMessages(bytes(text), 64, 16);
          const message = "messages" in read ? read.messages[0] : undefined;
          if (message?.is !== "request") throw new Error(`Not read as a request: ${text}`);
          expect(new TextDecoder().decode(message.params)).toBe(paramsText);
          expect(new TextDecoder().decode(message.id)).toBe(JSON.stringify(id));
        },
      ),
      runs,
    );
  });

  test("a batch is split where JSON.parse would split it", () => {
    fc.assert(
      fc.property(fc.array(messageLike, { minLength: 1, maxLength: 16 }), fc.constantFrom(0, 1, 2), (batch, indent) => {
        const read = readMessages(bytes(JSON.stringify(batch, undefined, indent)), 64, 16);
        expect("messages" in read ? read.messages.length : read).toBe(batch.length);
      }),
      runs,
    );
  });

  test("any result is spliced into one answer that says resultType once, and is still itself", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string().filter((name) => !/^(resultType|inputRequests|requestState|task.*|__proto__)$/.test(name)),
          fc.jsonValue(),
        ),
        fc.constantFrom(0, 2),
        (result, indent) => {
          const own = { ...result, _meta: { own: 1 } };
          for (const value of [result, own]) {
            const bench = new Bench();
            const { sink } = bench.stateless("tools/call", { name: "x" });
            const text = JSON.stringify(value, undefined, indent);
            bench.endpoint.last.reply.result(bytes(text));
            const { resultType, _meta, ...rest } = sink.json["result"] as Record<string, unknown>;
            expect(resultType).toBe("complete");
            expect(_meta).toMatchObject({ "io.modelcontextprotocol/serverInfo": { name: "test" } });
            const { _meta: ownMeta, ...expected } = JSON.parse(text) as Record<string, unknown>;
            expect(_meta).toMatchObject(typeof ownMeta === "object" ? (ownMeta as object) : {});
            expect(rest).toEqual(expected);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  test("headers of any shape are read without throwing", () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (text, value) => {
        const accepts = readAccept(text);
        expect(typeof accepts.json).toBe("boolean");
        expect(typeof isJsonType(text)).toBe("boolean");
        expect(["string", "undefined"]).toContain(typeof decodeHeader(text));
        expect(revisions[negotiate(value)]?.era).toBe("session");
        const schema = { properties: { a: { "x-mcp-header": text }, b: value } };
        checkParamHeaders({ method: "POST", header: () => text }, paramHeadersOf(JSON.parse(JSON.stringify(schema)) as never), {
          arguments: JSON.parse(JSON.stringify({ a: value })) as never,
        });
      }),
      runs,
    );
  });

  test("a header in base64 is the text that was encoded", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(decodeHeader(`=?base64?${Buffer.from(text).toString("base64")}?=`)).toBe(text);
      }),
      runs,
    );
  });
});
