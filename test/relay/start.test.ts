import { expect, test } from "vitest";
import { type Answer, ask, newKeys, startTestRelay } from "./rig.ts";

test("with an origin secret every request without it is 403; the right one is compared whole", async () => {
  await using relay = await startTestRelay({ originSecret: "front-door-key-of-some-length" });
  const status = async (value: string | undefined, path = "/health"): Promise<number> =>
    (await ask(relay.url + path, { headers: value === undefined ? {} : { "x-jackfield-origin": value } })).status;
  const { token } = newKeys();
  expect([
    await status(undefined),
    await status(""),
    await status("front-door-key-of-some-lengtH"),
    await status("front-door-key"),
    await status(undefined, `/s/${token}/mcp`),
    await status(undefined, "/nope"),
  ]).toEqual([403, 403, 403, 403, 403, 403]);
  expect([await status("front-door-key-of-some-length"), await status("front-door-key-of-some-length", "/nope")]).toEqual([200, 404]);
  expect(relay.counts().total.bad_front).toBe(6);
});

test("with a list of hosts another Host is 403 on every route, before anything is looked up", async () => {
  await using relay = await startTestRelay({ hosts: ["127.0.0.1:1234", "Relay.Example"] });
  const { token } = newKeys();
  const get = async (host: string, path: string): Promise<Answer> => ask(relay.url + path, { headers: { host } });
  for (const path of ["/", "/health", `/s/${token}/mcp`, `/s/${token}/hello`]) {
    for (const host of [
      "evil.example",
      "localhost.evil.example",
      "127.0.0.1.evil.example",
      "127.0.0.1",
      "127.0.0.1:4321",
      "relay.example.evil",
      "",
    ])
      expect([host, (await get(host, path)).status]).toEqual([host, 403]);
    for (const host of ["127.0.0.1:1234", "relay.example", "RELAY.EXAMPLE"])
      expect([host, [200, 405].includes((await get(host, path)).status)]).toEqual([host, true]);
  }
  expect(relay.counts().now.links).toBe(1);
});

test.each([
  [
    "a catalog with a tool that has no hints",
    { catalog: { info: { name: "x", version: "1" }, tools: [{ name: "a", title: "A", inputSchema: { type: "object" } }] } },
  ],
  ["a catalog that is no object", { catalog: [] }],
  ["a short session key", { sessionKey: new Uint8Array(16) }],
  ["a bad app origin", { appOrigins: ["app.example"] }],
  ["a bad range", { agentRanges: ["x"] }],
  ["a limit that is no number", { limits: { calls: Number.NaN } }],
])("%s: the relay does not start, and says why", async (_what, options) => {
  await expect(startTestRelay(options)).rejects.toThrow(/^Cannot /);
});

test("a port that is taken rejects with EADDRINUSE and leaves nothing open", async () => {
  await using relay = await startTestRelay();
  await expect(startTestRelay({ port: Number(new URL(relay.url).port) })).rejects.toMatchObject({ code: "EADDRINUSE" });
  await using other = await startTestRelay({ metricsPort: 0 });
  await expect(startTestRelay({ metricsPort: Number(new URL(other.metricsUrl ?? "").port) })).rejects.toMatchObject({ code: "EADDRINUSE" });
});
