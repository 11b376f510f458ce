import { expect, test } from "vitest";
import { callBody, openSession, raw } from "./mcp-peer.ts";
import type { CaseTarget } from "./system.ts";

/** Pages whose name was pointed at this computer: A17. */
export function pagesCases(target: CaseTarget): void {
  test("A17: only requests that name this listener are served, on every route", async () => {
    await using system = await target.start({});
    const session = await openSession(system.url);
    const { port } = system.url;
    const body = callBody("echo", { text: "x" }, 1);
    const routes = {
      mcp: (headers: readonly string[], version = "1.1", to = "/mcp") =>
        [
          `POST ${to} HTTP/${version}`,
          ...headers,
          "content-type: application/json",
          "accept: application/json, text/event-stream",
          `mcp-session-id: ${session.id}`,
          "connection: close",
          `content-length: ${body.length}`,
          "",
          body,
        ].join("\r\n"),
      health: (headers: readonly string[], version = "1.1", to = "/health") =>
        [`GET ${to} HTTP/${version}`, ...headers, "connection: close", "", ""].join("\r\n"),
    };
    const good = [["localhost"], ["127.0.0.1"], ["[::1]"]].flatMap(([name]) => [
      [`host: ${name}:${port}`],
      [`host: ${name}:${port}`, `origin: http://${name}:${port}`],
    ]);
    const bad: readonly (readonly [headers: readonly string[], version?: string, to?: string])[] = [
      [["host: evil.example"]],
      [[`host: evil.example:${port}`]],
      [[`host: localhost.evil.example:${port}`]],
      [[`host: 127.0.0.1.evil.example:${port}`]],
      [["host: localhost:1"]],
      [["host: [::1]"]],
      [["host:"]],
      [[], "1.0"],
      [[`host: localhost:${port}`, "host: evil.example"]],
      [[`host: localhost:${port}`], "1.1", `http://evil.example/mcp`],
      [[`host: localhost:${port}`], "1.1", `http://evil.example/health`],
      [[`host: localhost:${port}`, "origin: null"]],
      [[`host: localhost:${port}`, "origin: http://evil.example"]],
      [[`host: localhost:${port}`, "origin: http://localhost.evil.example"]],
      [[`host: localhost:${port}`, "origin: http://localhost:1"]],
    ];
    let checked = 0;
    for (const route of [routes.mcp, routes.health]) {
      for (const headers of good) {
        expect([headers, (await raw(system.url, route(headers))).slice(0, 12)]).toEqual([headers, "HTTP/1.1 200"]);
        checked++;
      }
      for (const [headers, version, to] of bad) {
        expect([headers, (await raw(system.url, route(headers, version, to))).slice(0, 12)]).toEqual([headers, "HTTP/1.1 403"]);
        checked++;
      }
    }
    expect(checked).toBe(42);
    expect(await system.runs()).toBe(good.length);
  });
}
