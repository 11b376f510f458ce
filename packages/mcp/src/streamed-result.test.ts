import { EnvelopeStream } from "@jackfield/wire";
import { expect, test } from "vitest";
import { Bench } from "./test-endpoint.ts";

const infoKey = "io.modelcontextprotocol/serverInfo";
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Results as places write them, and as no place should. */
const results: readonly string[] = [
  "{}",
  " { \n } ",
  '{"contents":[]}',
  '{"contents":[],"_meta":{}}',
  '{"contents":[],"_meta":{ \n }}',
  '{"_meta":{"a/b":1},"contents":[]}',
  '{ "_meta" : { "a/b" : {"_meta":{}} , "c":[{}] } , "contents" : [ {"_meta":{"x":1}} ] }',
  '{"contents":[{"text":"}{"}],"\\u005fmeta":{"a":"}"}}',
  '{"ttlMs":5,"contents":[]}',
  '{"contents":[],"cacheScope":"public","ttlMs":7,"_meta":{"a":1}}',
];

interface Read {
  readonly [member: string]: unknown;
}

/** What a 2026-07-28 client reads when this result is answered whole, and in pieces of `size` bytes. */
function whole(text: string): Read {
  const bench = new Bench();
  const { sink } = bench.stateless("resources/read", { uri: "a:b" });
  bench.endpoint.last.reply.result(bytesOf(text));
  return sink.json["result"] as Read;
}

function inPieces(text: string, size: number): { readonly result: Read; readonly text: string } {
  const bench = new Bench();
  const { sink } = bench.stateless("resources/read", { uri: "a:b" });
  const stream = bench.endpoint.last.reply.stream(() => undefined);
  const scan = new EnvelopeStream();
  // As the relay does: the envelope's own brace follows the result's, and the first brace is written by itself.
  const bytes = bytesOf(`${text}}`);
  stream?.write(bytesOf("{"));
  for (let at = 0; at < bytes.length; at += size) {
    const piece = scan.feed(bytes.subarray(at, at + size));
    if (piece !== undefined && piece.length > 0) stream?.write(piece, scan.ownMeta);
  }
  const shape = scan.finish();
  stream?.end(shape.ok ? shape.members : []);
  return { result: sink.json["result"] as Read, text: sink.text };
}

test.each(results)("%s: every 2026-07-28 answer says whose it is, whole and in pieces alike, and keeps what the result says", (text) => {
  const own = JSON.parse(text) as Read & { readonly _meta?: object };
  const expected = {
    resultType: "complete",
    ttlMs: 0,
    cacheScope: "private",
    ...own,
    _meta: { ...own._meta, [infoKey]: { name: "test", version: "1" } },
  };
  expect(whole(text)).toEqual(expected);
  for (const size of [1, 2, 3, 7, 1_000]) {
    const pieces = inPieces(text, size);
    expect(pieces.result, `in pieces of ${size}`).toEqual(expected);
    // Parsing would hide a member that stands twice.
    expect(pieces.text.split(infoKey)).toHaveLength(2);
    expect(pieces.text.split('"ttlMs"')).toHaveLength(2);
  }
});
