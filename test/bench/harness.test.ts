import { createServer } from "node:net";
import { expect, test } from "vitest";
import { Connection, headerOf } from "../../bench/src/connection.ts";
import { EventStream } from "../../bench/src/event-stream.ts";
import { Histogram } from "../../bench/src/histogram.ts";
import { idOf } from "../../bench/src/messages.ts";
import { median, percentile } from "../../bench/src/statistics.ts";

const stream = ": comment\n\ndata: one\n\ndata: two\ndata: lines\n\nevent: x\nid: 1\ndata:three\n\ndata: never ended";

test("EventStream: the same events with LF, CRLF and CR, cut at every byte", () => {
  let checked = 0;
  for (const end of ["\n", "\r\n", "\r"]) {
    const bytes = Buffer.from(stream.replaceAll("\n", end));
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const events: string[] = [];
      const reader = new EventStream((data) => events.push(data.toString()));
      reader.push(bytes.subarray(0, cut));
      reader.push(bytes.subarray(cut));
      expect(events).toEqual(["one", "two\nlines", "three"]);
      checked += 1;
    }
  }
  expect(checked).toBeGreaterThan(240);
});

const answer =
  "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nMcp-Session-Id: AbC\r\nContent-Length: 5\r\n\r\nhello" +
  "HTTP/1.1 204 No Content\r\n\r\n" +
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";

test("Connection: length, no body and chunks, whatever the pieces they come in", async () => {
  for (const piece of [1, 2, 7, 1000]) {
    let at = 0;
    const parts = answer.split(/(?=HTTP\/1\.1 )/);
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.on("data", () => {
        const bytes = parts[at++] ?? "";
        for (let from = 0; from < bytes.length; from += piece) socket.write(bytes.slice(from, from + piece));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const connection = new Connection("127.0.0.1", typeof address === "object" && address !== null ? address.port : 0);
    const said: string[] = [];
    for (let each = 0; each < 3; each += 1) said.push(await ask(connection));
    expect(said).toEqual(["200 AbC hello", "204 undefined ", "200 undefined abcde"]);
    connection.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
});

function ask(connection: Connection): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    connection.send("GET / HTTP/1.1\r\nhost: x", undefined, {
      head: (head) => void (said = `${head.status} ${headerOf(head, "mcp-session-id")} `),
      data: (bytes) => void (said += bytes.toString()),
      end: () => resolve(said),
      error: reject,
    });
  });
}

test("Histogram: percentiles to within a thousandth", () => {
  const histogram = new Histogram();
  for (let value = 1; value <= 100_000; value += 1) histogram.record(value);
  for (const percent of [1, 50, 90, 99, 99.9]) expect(Math.abs(histogram.at(percent) / (percent * 1000) - 1)).toBeLessThan(0.002);
  expect([histogram.count, histogram.max, histogram.at(100)]).toEqual([100_000, 100_000, 100_000]);
  expect(new Histogram().at(50)).toBeNaN();
});

test("idOf finds the id at either end of a message", () => {
  const long = "x".repeat(5000);
  expect(idOf(Buffer.from(`{"jsonrpc":"2.0","id":42,"result":{"text":"${long}"}}`))).toBe(42);
  expect(idOf(Buffer.from(`{"result":{"text":"${long}"},"jsonrpc":"2.0","id":43}`))).toBe(43);
  expect(idOf(Buffer.from('{"jsonrpc":"2.0","method":"x"}'))).toBe(-1);
});

test("median and percentile", () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), percentile([5, 1, 4, 2, 3], 99), percentile([1, 2, 3, 4], 50)]).toEqual([2, 2.5, 5, 2]);
  expect(median([])).toBeNaN();
});
