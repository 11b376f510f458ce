import { readFile } from "node:fs/promises";
import { request } from "node:https";
import { relayCeilings } from "@jackfield/relay";
import { expect, test } from "vitest";
import { newKeys, ask } from "../relay/rig.ts";
import { Caddy, caddyfile } from "./caddy.ts";
import { recordHeaders, valuesOf } from "./header-recorder.ts";

const originSecret = "an-origin-secret-of-a-test-0123456789";

async function get(caddy: Caddy, path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const ca = await readFile(caddy.root);
  return new Promise((resolve, reject) => {
    request(caddy.url + path, { ca, agent: false, headers: { ...headers } }, (response) =>
      response.resume().on("end", () => resolve(response.statusCode ?? 0)),
    )
      .on("error", reject)
      .end();
  });
}

test("Caddy shows the origin secret and the address it saw, and passes nothing on that a client says of itself", async () => {
  await using recorder = await recordHeaders();
  await using caddy = await Caddy.start({ relayPort: recorder.port, originSecret });
  const { token, secret } = newKeys();
  const sent = {
    "x-jackfield-origin": "forged",
    "x-forwarded-for": "198.51.100.7",
    forwarded: "for=198.51.100.7",
    "x-real-ip": "198.51.100.7",
    cookie: "a=b",
    authorization: "Bearer x",
    "x-jackfield-link-secret": secret,
  };
  expect(await get(caddy, `/s/${token}/mcp?v=12345678`, sent)).toBe(200);
  const [raw = []] = recorder.seen;
  const seen = Object.fromEntries(Object.keys(sent).map((name) => [name, valuesOf(raw, name)]));
  expect(seen).toEqual({
    "x-jackfield-origin": [originSecret],
    "x-forwarded-for": ["127.0.0.1"],
    forwarded: [],
    "x-real-ip": [],
    cookie: [],
    authorization: [],
    "x-jackfield-link-secret": [secret],
  });
  expect(caddy.accessLines).toHaveLength(1);
  for (const key of [token, secret, originSecret, "/s/", "12345678"]) expect(caddy.output).not.toContain(key);
});

test("with the relay away neither log has the token, and http is refused without sending anyone on", async () => {
  const recorder = await recordHeaders();
  const { port } = recorder;
  await recorder[Symbol.asyncDispose]();
  await using caddy = await Caddy.start({ relayPort: port, originSecret });
  const { token, secret } = newKeys();
  expect(await get(caddy, `/s/${token}/events`, { "x-jackfield-link-secret": secret })).toBe(503);
  const plain = await ask(`${caddy.plainUrl}/s/${token}/mcp`);
  expect([plain.status, plain.headers.location]).toEqual([403, undefined]);
  expect(caddy.accessLines).toHaveLength(1);
  for (const key of [token, secret]) expect(caddy.output).not.toContain(key);
});

test("the Caddyfile's numbers fit the relay's limits, and nothing in it holds a stream back or ends one", async () => {
  const text = await readFile(caddyfile, "utf8");
  const number = (pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? "NaN");
  expect(number(/max_header_size (\d+)KiB/) * 1024).toBe(relayCeilings.headerBytes.value);
  expect(number(/max_size (\d+)MiB/) * 1_048_576).toBeGreaterThan(relayCeilings.messageBytes.value);
  expect(number(/keepalive (\d+)s/) * 1000).toBeLessThan(relayCeilings.idleSocketMs.value);
  const directives = text.replace(/#.*$/gm, "");
  for (const word of ["flush_interval", "read_body", "write", "response_header_timeout", "read_timeout", "encode", "buffer"])
    expect(directives).not.toMatch(new RegExp(`^\\s*${word}\\b`, "m"));
  expect(directives).toMatch(/^\s*admin off$/m);
});
