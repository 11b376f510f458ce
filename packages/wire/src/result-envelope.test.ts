import { isUtf8 } from "node:buffer";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { EnvelopeStream, parseResultEnvelope, peekResultEnvelope } from "./result-envelope.ts";
import { scanResult } from "./result-scan.ts";
import { bytesOf, looseTexts, mutated, mutations, objects, textOf } from "./test-json.ts";

// Thousands of cases on a machine that others share.
vi.setConfig({ testTimeout: 60_000 });

const id = "p1.abc";
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

describe("parseResultEnvelope", () => {
  it("opens a body in any order and with any white space, to the very bytes of the value", () => {
    let runs = 0;
    fc.assert(
      fc.property(
        looseTexts,
        fc.constantFrom("result", "error"),
        fc.constantFrom("", " ", "\n\t"),
        fc.boolean(),
        (value, kind, space, isFirst) => {
          const key = `${space}"id"${space}:${space}"${id}"${space}`;
          const member = `${space}"${kind}"${space}:${space}${value}${space}`;
          const body = bytesOf(`${space}{${isFirst ? `${key},${member}` : `${member},${key}`}}${space}`);
          const opened = parseResultEnvelope(body);
          expect(opened.ok && [opened.id, opened.kind, textOf(body.subarray(opened.start, opened.end)).trim()]).toEqual([id, kind, value]);
          runs++;
        },
      ),
      { numRuns: 500 },
    );
    expect(runs).toBe(500);
  });

  it("refuses what is no result body", () => {
    const cases: [string, string][] = [
      ["", "not_json"],
      ["[]", "not_json"],
      ["{}", "bad_members"],
      [`{"id":"${id}"}`, "bad_members"],
      ['{"result":{}}', "bad_members"],
      [`{"id":"${id}","error":{},"result":{}}`, "bad_members"],
      [`{"id":"${id}","error":{},"x":1}`, "bad_members"],
      [`{"id":"${id}","id":"${id}","error":{}}`, "not_json"],
      ['{"id":5,"error":{}}', "bad_id"],
      ['{"id":"","error":{}}', "bad_id"],
      ['{"id":"a b","error":{}}', "bad_id"],
      ['{"id":"\\u0061","error":{}}', "bad_id"],
      [`{"id":"${"a".repeat(65)}","error":{}}`, "bad_id"],
      [`{"id":"${"a".repeat(65)}","result":{}}`, "bad_id"],
      [`{"id":"${id}","result":`, "not_json"],
      [`{"id":"${id}","result":}`, "not_json"],
      [`{"id":"${id}","result":{}`, "not_json"],
      [`{"id":"${id}","error":{}`, "not_json"],
      [`{"id":"${id}","error":{}}}`, "not_json"],
    ];
    const told = cases
      .map(([text]) => parseResultEnvelope(bytesOf(text)))
      .map((opened) => (opened.ok ? scanResult(bytesOf("x")).ok : opened.problem));
    // `{"id":"…","result":{}` ends in a brace: what it opens to is empty, and the scan of that refuses it.
    expect(told.filter((problem, index) => problem !== cases[index]?.[1] && index !== 16)).toEqual([]);
    const open = parseResultEnvelope(bytesOf(`{"id":"${id}","result":{}`));
    expect(open.ok && scanResult(bytesOf(`{"id":"${id}","result":{}`).subarray(open.start, open.end)).ok).toBe(false);
  });

  it("with scanResult takes just the bodies that JSON.parse reads as { id, result }", () => {
    let taken = 0;
    let refused = 0;
    const body = fc
      .oneof(
        looseTexts,
        objects.map((value) => JSON.stringify(value)),
      )
      .map((value) => `{"id":"${id}","result":${value}}`);
    fc.assert(
      fc.property(body, fc.option(mutations), (text, changes) => {
        const bytes = changes === null ? bytesOf(text) : mutated(bytesOf(text), changes);
        const opened = parseResultEnvelope(bytes);
        if (!opened.ok || opened.kind !== "result" || !scanResult(bytes.subarray(opened.start, opened.end)).ok) {
          refused++;
          return;
        }
        const value = JSON.parse(textOf(bytes)) as Record<string, unknown>;
        expect(Object.keys(value).toSorted()).toEqual(["id", "result"]);
        expect(value["id"]).toBe(opened.id);
        expect(JSON.stringify(value["result"])).toBe(JSON.stringify(JSON.parse(textOf(bytes.subarray(opened.start, opened.end)))));
        taken++;
      }),
      { numRuns: 2000 },
    );
    expect(taken).toBeGreaterThan(60);
    expect(refused).toBeGreaterThan(200);
  });

  it("peeks at a body that begins as JSON.stringify writes it, and at no other", () => {
    const start = `{"id":"${id}","result":`;
    expect(peekResultEnvelope(bytesOf(`${start}{"content":[`))).toEqual({ id, start: start.length });
    for (const text of [
      start.slice(0, -1),
      `{ "id":"${id}","result":`,
      `{"result":{},"id":"${id}"}`,
      `{"id":"${id}","error":`,
      '{"id":"a\\"b","result":',
      `{"id":"${"a".repeat(65)}","result":`,
      '{"id":"","result":',
    ]) {
      expect(peekResultEnvelope(bytesOf(text))).toBeUndefined();
    }
    // 64 characters of key: 96 bytes are enough to see it.
    expect(peekResultEnvelope(bytesOf(`{"id":"${"a".repeat(64)}","result":{}}`).subarray(0, 96))?.id.length).toBe(64);
  });
});

describe("EnvelopeStream", () => {
  /** Streams the bytes after the peek in chunks; what it passed on, and the verdict. */
  function stream(
    bytes: Uint8Array,
    cuts: readonly number[],
    port: boolean,
  ): { passed: string; verdict: ReturnType<EnvelopeStream["finish"]> } {
    const scan = new EnvelopeStream(port ? { isUtf8 } : {});
    const parts: number[] = [];
    let from = 0;
    for (const cut of [...cuts, bytes.length]) {
      const part = scan.feed(bytes.subarray(from, cut));
      if (part === undefined) break;
      parts.push(...part);
      from = cut;
    }
    return { passed: latin1(Uint8Array.from(parts)), verdict: scan.finish() };
  }

  it("passes on just what is between the braces, of just the bodies that parseResultEnvelope and scanResult take", () => {
    let taken = 0;
    let refused = 0;
    const tails = fc.constantFrom("}", "}", "}", "}", " } \n", "", "}}", "},", '},"error":{}}', "}x");
    fc.assert(
      fc.property(looseTexts, fc.option(mutations), tails, fc.array(fc.nat(300), { maxLength: 8 }), (text, changes, tail, places) => {
        const bytes = Uint8Array.of(...(changes === null ? bytesOf(text) : mutated(bytesOf(text), changes)), ...bytesOf(tail));
        const cuts = places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b);
        const one = stream(bytes, [], false);
        expect(stream(bytes, cuts, true).verdict).toEqual(one.verdict);
        expect(
          stream(
            bytes,
            Array.from({ length: bytes.length }, (_, index) => index),
            false,
          ).verdict,
        ).toEqual(one.verdict);

        const whole = Uint8Array.of(...bytesOf(`{"id":"${id}","result":`), ...bytes);
        const opened = parseResultEnvelope(whole);
        const value = opened.ok ? whole.subarray(opened.start, opened.end) : new Uint8Array(0);
        const scanned = scanResult(value);
        // White space around the result counts as its own there and as the envelope's here: all else is the same.
        const shape = scanned.ok ? scanResult(value.subarray(scanned.open - 1, scanned.close + 1)) : scanned;
        const parts = (verdict: typeof shape): unknown => (verdict.ok ? { ...verdict, newline: false } : false);
        expect(parts(one.verdict)).toEqual(parts(shape));
        const inside = scanned.ok ? latin1(value.subarray(scanned.open, scanned.close)) : undefined;
        // What is passed on before a problem shows is anything: only a good result's bytes are compared.
        const passed = shape.ok ? [one.passed, stream(bytes, cuts, false).passed] : [undefined, undefined];
        expect(passed).toEqual([inside, inside]);
        if (shape.ok) taken++;
        else refused++;
      }),
      { numRuns: 1500 },
    );
    expect(taken).toBeGreaterThan(20);
    expect(refused).toBeGreaterThan(120);
  });

  it("passes nothing of the envelope on, however it is cut", () => {
    const value = '{"content":[{"type":"text","text":"é"}],"isError":true}';
    const bytes = bytesOf(`  ${value}\n}\n`);
    let cuts = 0;
    for (let cut = 0; cut <= bytes.length; cut++) {
      const { passed, verdict } = stream(bytes, [cut], false);
      expect([passed, verdict.ok && verdict.isError]).toEqual([latin1(bytesOf(value.slice(1, -1))), true]);
      cuts++;
    }
    expect(cuts).toBe(bytes.length + 1);
  });

  it("stops at a forged member and stays stopped", () => {
    const scan = new EnvelopeStream();
    expect(textOf(scan.feed(bytesOf('{"content":[],')) ?? bytesOf("none"))).toBe('"content":[],');
    expect(scan.feed(bytesOf('"resultType":"input_required"}}'))).toBeUndefined();
    expect(scan.feed(bytesOf("}"))).toBeUndefined();
    expect(scan.finish()).toEqual({ ok: false, problem: "reserved_key" });
    expect(new EnvelopeStream().finish()).toEqual({ ok: false, problem: "not_json" });
  });
});
