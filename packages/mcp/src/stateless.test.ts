import { describe, expect, test } from "vitest";
import { Bench } from "./test-endpoint.ts";

describe("2026-07-28", () => {
  test("results carry resultType and server info, with and without a _meta of their own", () => {
    for (const [body, more] of [
      ["{}", {}],
      ['{"content":[]}', { content: [] }],
      ['{"_meta":{},"a":1}', { a: 1 }],
      ['{"a":1,"_meta":{"b":2}}', { a: 1 }],
      [' { "_meta" : { "b" : 2 } } ', {}],
    ] as const) {
      const bench = new Bench();
      const { sink } = bench.stateless("tools/call", { name: "echo" });
      bench.endpoint.last.reply.result(new TextEncoder().encode(body));
      expect(sink.json["result"]).toMatchObject({
        resultType: "complete",
        _meta: { "io.modelcontextprotocol/serverInfo": { name: "test" } },
        ...more,
      });
    }
  });

  test("cache hints are on the six methods and nowhere else", () => {
    const bench = new Bench();
    const hinted = [];
    for (const [method, params] of [
      ["server/discover", {}],
      ["tools/list", {}],
      ["tools/call", { name: "x" }],
      ["prompts/list", {}],
      ["prompts/get", { name: "x" }],
      ["resources/list", {}],
      ["resources/templates/list", {}],
      ["resources/read", { uri: "x:y" }],
      ["completion/complete", {}],
    ] as const) {
      const { sink } = bench.stateless(method, params);
      if (!sink.ended) bench.endpoint.last.reply.value({});
      if ((sink.json["result"] as { ttlMs?: number }).ttlMs !== undefined) hinted.push(method);
    }
    expect(hinted).toEqual([
      "server/discover",
      "tools/list",
      "prompts/list",
      "resources/list",
      "resources/templates/list",
      "resources/read",
    ]);
  });

  test.each([
    ["no version header", { "mcp-protocol-version": undefined }, {}, -32020],
    ["another version in the header", { "mcp-protocol-version": "2025-11-25" }, {}, -32020],
    ["no method header", { "mcp-method": undefined }, {}, -32020],
    ["another method in the header", { "mcp-method": "tools/list" }, {}, -32020],
    ["no name header", { "mcp-name": undefined }, {}, -32020],
    ["another name in the header", { "mcp-name": "other" }, {}, -32020],
    ["bad base64 in the name", { "mcp-name": "=?base64?%%?=" }, {}, -32020],
    ["no capabilities", {}, { "io.modelcontextprotocol/clientCapabilities": undefined }, -32602],
    ["an unknown revision", { "mcp-protocol-version": "2099-01-01" }, { "io.modelcontextprotocol/protocolVersion": "2099-01-01" }, -32022],
  ])("%s is refused with 400 and nothing runs", (_name, headers, meta, code) => {
    const bench = new Bench();
    const { sink } = bench.stateless(
      "tools/call",
      { name: "echo" },
      { headers: headers as Record<string, string>, meta: meta as Record<string, string> },
    );
    expect([sink.status, (sink.json["error"] as { code: number }).code, sink.json["id"]]).toEqual([400, code, 1]);
    expect(bench.endpoint.handed).toHaveLength(0);
  });

  test("a name in base64 is decoded before it is compared", () => {
    const bench = new Bench();
    bench.stateless("tools/call", { name: "größe" }, { headers: { "mcp-name": `=?base64?${Buffer.from("größe").toString("base64")}?=` } });
    expect(bench.endpoint.handed).toHaveLength(1);
  });

  test("methods that were removed are 404 and -32601", () => {
    const bench = new Bench();
    for (const method of ["initialize", "ping", "logging/setLevel", "resources/subscribe", "nonsense", "__proto__", "constructor"]) {
      const { sink } = bench.stateless(method);
      expect([sink.status, (sink.json["error"] as { code: number }).code]).toEqual([404, -32601]);
    }
  });
});
