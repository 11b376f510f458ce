import { describe, expect, it, vi } from "vitest";
import { spansOf } from "./spans.ts";
import { bytesOf, textOf } from "./test-json.ts";

// Many cases on a machine that others share.
vi.setConfig({ testTimeout: 60_000 });

describe("spansOf", () => {
  it("reads a part of a buffer and gives offsets into the whole", () => {
    const bytes = bytesOf('xx{"id":"a\\"b","params":{"name":"echo"}}yy');
    const spans = spansOf(bytes, 2, bytes.length - 2);
    expect(spans.ok && spans.members.map((member) => [member.name, textOf(bytes.subarray(member.start, member.end))])).toEqual([
      ["id", '"a\\"b"'],
      ["params", '{"name":"echo"}'],
    ]);
    expect(spansOf(bytes)).toEqual({ ok: false, problem: "not_json" });
    expect(spansOf(bytes, 2)).toEqual({ ok: false, problem: "trailing" });
  });

  it("sees doubles among few names and among many", () => {
    let checked = 0;
    for (let count = 1; count <= 20; count++) {
      for (let of = 0; of < count; of++) {
        const text = `{${Array.from({ length: count }, (_, index) => `"k${index}":${index}`).join(",")},"\\u006b${of}":0}`;
        expect(spansOf(bytesOf(text))).toEqual({ ok: false, problem: "double_key" });
        checked++;
      }
    }
    expect(checked).toBe(210);
  });
});
