import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { httpDoor } from "@jackfield/doors";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { initializeBody, raw } from "../cases-a/mcp-peer.ts";
import { openHost } from "../fixtures/open-host.ts";
import { linkToolset } from "./link-toolset.ts";

const token = "a-token";
const page = "https://app.example";

async function start(origins: readonly string[]): Promise<{ url: URL; [Symbol.asyncDispose](): Promise<void> }> {
  const host = await openHost(linkToolset().toolset);
  const door = await httpDoor(host, { port: 0, origins, token });
  return {
    url: new URL(door.url),
    async [Symbol.asyncDispose]() {
      await door.close();
      await host[Symbol.asyncDispose]();
    },
  };
}

const headOf = (text: string): string => (text.split("\r\n\r\n", 1)[0] ?? "").toLowerCase();
const corsOf = (text: string): string[] => headOf(text).match(/^(?:access-control-.*|vary.*)$/gm) ?? [];

describe("pages of other origins, header by header", () => {
  const preflight = (url: URL, origin: string, more: readonly string[] = []): string =>
    [
      "OPTIONS /mcp HTTP/1.1",
      `host: ${url.host}`,
      `origin: ${origin}`,
      "access-control-request-method: POST",
      ...more,
      "connection: close",
      "",
      "",
    ].join("\r\n");

  test("a preflight of a named origin is answered without a token; any other is refused and told nothing", async () => {
    await using at = await start([page]);
    const asked = "access-control-request-headers: authorization,content-type,mcp-param-region,x-evil";
    const yes = await raw(at.url, preflight(at.url, page, [asked, "access-control-request-private-network: true"]));
    expect(yes).toMatch(/^HTTP\/1\.1 204 /);
    expect(corsOf(yes)).toEqual([
      "vary: origin",
      `access-control-allow-origin: ${page}`,
      "access-control-expose-headers: mcp-session-id, retry-after, www-authenticate",
      "access-control-allow-methods: get, post, delete",
      "access-control-allow-headers: accept, authorization, content-type, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id, mcp-param-region",
      "access-control-allow-private-network: true",
      "access-control-max-age: 7200",
    ]);
    for (const other of ["https://app.example.evil", "http://app.example", "null", "https://app.example:8443"]) {
      const no = await raw(at.url, preflight(at.url, other));
      expect([other, no.slice(0, 12), corsOf(no)]).toEqual([other, "HTTP/1.1 403", ["vary: origin"]]);
    }
    // A name that only resolves here is no way in, whatever the origin.
    const rebound = preflight(at.url, page).replace(at.url.host, "app.example");
    expect((await raw(at.url, rebound)).slice(0, 12)).toBe("HTTP/1.1 403");
  });

  test("OPTIONS that is no preflight needs the token like anything else; a door without named origins says nothing of them", async () => {
    await using at = await start([page]);
    const bare = `OPTIONS /mcp HTTP/1.1\r\nhost: ${at.url.host}\r\nconnection: close\r\n\r\n`;
    expect((await raw(at.url, bare)).slice(0, 12)).toBe("HTTP/1.1 401");
    const plain = `OPTIONS /mcp HTTP/1.1\r\nhost: ${at.url.host}\r\norigin: ${page}\r\nconnection: close\r\n\r\n`;
    expect((await raw(at.url, plain)).slice(0, 12)).toBe("HTTP/1.1 401");
    await using closed = await start([]);
    const no = await raw(closed.url, preflight(closed.url, page));
    expect([no.slice(0, 12), corsOf(no)]).toEqual(["HTTP/1.1 403", []]);
  });

  test("answers are readable by the named origin alone, those that refuse too, and streams", async () => {
    await using at = await start([page]);
    const body = initializeBody("2025-11-25");
    const post = (lines: readonly string[]): Promise<string> =>
      raw(
        at.url,
        [
          "POST /mcp HTTP/1.1",
          `host: ${at.url.host}`,
          "content-type: application/json",
          "accept: application/json, text/event-stream",
          `content-length: ${body.length}`,
          "connection: close",
          ...lines,
          "",
          body,
        ].join("\r\n"),
      );
    const readable = [
      "vary: origin",
      `access-control-allow-origin: ${page}`,
      "access-control-expose-headers: mcp-session-id, retry-after, www-authenticate",
    ];
    const ok = await post([`origin: ${page}`, `authorization: Bearer ${token}`]);
    expect([ok.slice(0, 12), corsOf(ok), headOf(ok).includes("mcp-session-id: ")]).toEqual(["HTTP/1.1 200", readable, true]);
    const refused = await post([`origin: ${page}`]);
    expect([refused.slice(0, 12), corsOf(refused)]).toEqual(["HTTP/1.1 401", readable]);
    const own = await post([`origin: http://${at.url.host}`, `authorization: Bearer ${token}`]);
    expect([own.slice(0, 12), corsOf(own)]).toEqual(["HTTP/1.1 200", ["vary: origin"]]);
    const twice = await post([`origin: ${page}`, `origin: ${page}`, `authorization: Bearer ${token}`]);
    expect(twice.slice(0, 12)).toBe("HTTP/1.1 403");
  });
});

describe("pages of other origins, in Chromium", () => {
  let browser: Browser;
  const servers: Server[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  });
  afterAll(async () => {
    await browser.close();
    for (const server of servers) server.close();
  });

  /** The origin of an empty page. */
  async function site(): Promise<string> {
    const server = createServer((_request, response) =>
      response.setHeader("content-type", "text/html").end("<!doctype html><title>a page</title>"),
    );
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  test("a page of a named origin opens a session, calls and ends it; one of another reads nothing", async () => {
    const [named, other] = [await site(), await site()];
    await using at = await start([named]);
    const talk = async (origin: string): Promise<unknown> => {
      const tab = await browser.newPage();
      await tab.goto(origin);
      const seen = await tab.evaluate(
        async ({ url, bearer, initialize }) => {
          const common = {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            authorization: `Bearer ${bearer}`,
          };
          try {
            const opened = await fetch(url, { method: "POST", headers: common, body: initialize });
            const session = opened.headers.get("mcp-session-id") ?? "none";
            const headers = { ...common, "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" };
            const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "take", arguments: { index: 7 } } };
            const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(call) });
            const text = await answer.text();
            const ended = await fetch(url, { method: "DELETE", headers });
            return [opened.status, text.includes("index"), ended.status];
          } catch (error) {
            return String(error);
          }
        },
        { url: at.url.href, bearer: token, initialize: initializeBody("2025-11-25") },
      );
      await tab.close();
      return seen;
    };
    expect(await talk(named)).toEqual([200, true, 204]);
    expect(await talk(other)).toBe("TypeError: Failed to fetch");
  });
});
