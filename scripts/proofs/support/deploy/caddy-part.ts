import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { request } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { BuiltRelay } from "../../../../test/deploy/built-relay.ts";
import { Caddy } from "../../../../test/deploy/caddy.ts";
import { type Check, same, within } from "../../../../test/deploy/check.ts";
import { recordHeaders, valuesOf } from "../../../../test/deploy/header-recorder.ts";
import { ask, newKeys } from "../../../../test/relay/rig.ts";
import type { ProofOut } from "../../../proof.ts";
import type { Part } from "./part.ts";

const peers = fileURLToPath(new URL("../../../../test/deploy/through-caddy.ts", import.meta.url));
const short = { JACKFIELD_STREAM_AFTER_MS: "300ms", JACKFIELD_KEEP_ALIVE_MS: "500ms", JACKFIELD_DRAIN_MS: "500ms" };

/** Debian's Caddy with our Caddyfile, a relay as it is built behind it, and peers that reach it over TLS only. */
export const proveCaddy: Part = async (out) => {
  await using relay = await BuiltRelay.start(short);
  await using caddy = await Caddy.start({ relayPort: relay.port, originSecret: relay.originSecret });
  out.line(`Caddy on ${caddy.url} and ${caddy.plainUrl}, the relay on ${relay.url}`);
  const seen = await reach(caddy, out);
  const checks = [
    ...seen.checks,
    ...(await pastCaddy(relay)),
    ...(await headers(relay.originSecret)),
    ...(await plainHttp(caddy)),
    ...(await restart(caddy, relay)),
    ...(await addresses(caddy)),
  ];
  checks.push(...silence(caddy, relay, [...seen.secrets, relay.originSecret]));
  return { checks, figure: `${caddy.accessLines.length} requests over TLS and no token in a log` };
};

interface Reached {
  readonly checks: readonly Check[];
  readonly secrets: readonly string[];
}

function reach(caddy: Caddy, out: ProofOut): Promise<Reached> {
  return new Promise((settle, reject) => {
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: caddy.root };
    const args = ["--conditions=@jackfield/source", "--import", "tsx", peers, caddy.url];
    execFile(process.execPath, args, { env, encoding: "utf8", timeout: 120_000, signal: out.signal }, (error, stdout, stderr) => {
      const line = stdout.trim().split("\n").at(-1) ?? "";
      if (error === null && line.startsWith("{")) settle(JSON.parse(line) as Reached);
      else reject(new Error(`the peers of Caddy ended early: ${stdout}${stderr}`.slice(0, 3000)));
    });
  });
}

async function pastCaddy(relay: BuiltRelay): Promise<Check[]> {
  const { token } = newKeys();
  const statuses: number[] = [];
  const wrong = `${relay.originSecret.slice(0, -1)}x`;
  for (const path of ["/", "/health", `/s/${token}/mcp`, `/s/${token}/hello`, `/s/${token}/events`])
    for (const value of [undefined, wrong])
      statuses.push((await ask(relay.url + path, { headers: value === undefined ? {} : { "x-jackfield-origin": value } })).status);
  const right = await ask(`${relay.url}/health`, { headers: { "x-jackfield-origin": relay.originSecret } });
  return [
    same("a request that comes past Caddy is refused, without the secret and with a wrong one", [...new Set(statuses)], [403]),
    same("what is refused were so many", statuses.length, 10),
    same("with the secret it is answered: that alone was in the way", right.status, 200),
  ];
}

/** What reaches the relay of what a client sends. */
async function headers(originSecret: string): Promise<Check[]> {
  await using recorder = await recordHeaders();
  await using caddy = await Caddy.start({ relayPort: recorder.port, originSecret });
  const refused = [
    "cookie",
    "authorization",
    "proxy-authorization",
    "forwarded",
    "x-real-ip",
    "x-client-ip",
    "true-client-ip",
    "cf-connecting-ip",
  ];
  const passed = ["x-jackfield-link-secret", "mcp-session-id", "mcp-protocol-version", "origin", "content-type"];
  const own = Object.fromEntries([...refused, ...passed].map((name) => [name, "from-the-client"]));
  await secureAsk(caddy, "/s/x/mcp", { ...own, "x-jackfield-origin": "forged", "x-forwarded-for": "198.51.100.7" });
  const [raw = []] = recorder.seen;
  return [
    same("the origin secret replaces what a client sends as one", valuesOf(raw, "x-jackfield-origin"), [originSecret]),
    same("X-Forwarded-For is the address that Caddy saw, alone", valuesOf(raw, "x-forwarded-for"), ["127.0.0.1"]),
    same(
      `${refused.length} headers do not pass`,
      refused.filter((name) => valuesOf(raw, name).length > 0),
      [],
    ),
    same(
      `${passed.length} that the relay needs do`,
      passed.filter((name) => valuesOf(raw, name).join() === "from-the-client"),
      passed,
    ),
  ];
}

async function plainHttp(caddy: Caddy): Promise<Check[]> {
  const { token } = newKeys();
  const answer = await ask(`${caddy.plainUrl}/s/${token}/mcp`, { method: "POST", body: "{}" });
  return [same("http is refused, and sends nobody on with the token", [answer.status, answer.headers.location ?? null], [403, null])];
}

/** The relay restarts under a request, then stays away. */
async function restart(caddy: Caddy, relay: BuiltRelay): Promise<Check[]> {
  const code = await relay.stop();
  const waiting = secureAsk(caddy, "/health");
  await pause(300);
  await relay.again();
  const held = await waiting;
  await relay.stop();
  const { token } = newKeys();
  const from = performance.now();
  const away = await secureAsk(caddy, `/s/${token}/mcp`);
  const waited = performance.now() - from;
  await relay.again();
  return [
    same("SIGTERM ends the relay with 0", code, 0),
    same("a request meanwhile waits for its restart, and is answered", held.status, 200),
    same("a relay that stays away is 503 with Retry-After", [away.status, away.headers["retry-after"]], [503, "5"]),
    within("after", waited, 4000, 8000, " ms"),
    same("and no log quotes it", caddy.output.includes(token), false),
  ];
}

/** The limit of an address holds, whatever the client says its address is. Last: this address is then refused for a minute. */
async function addresses(caddy: Caddy): Promise<Check[]> {
  const statuses = new Map<number, number>();
  for (let batch = 0; batch < 30; batch += 1) {
    const some = Array.from({ length: 30 }, (_, index) =>
      secureAsk(caddy, "/health", { "x-forwarded-for": `203.0.113.${index}`, forwarded: `for=203.0.113.${index}` }),
    );
    for (const { status } of await Promise.all(some)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return [within("requests with an X-Forwarded-For of their own count as one address: refused of 900", statuses.get(429) ?? 0, 100, 800)];
}

function silence(caddy: Caddy, relay: BuiltRelay, secrets: readonly string[]): Check[] {
  const known = secrets.filter((secret) => secret !== "");
  const found = (text: string): readonly string[] => known.filter((secret) => text.includes(secret)).map(() => "found");
  const lines = caddy.accessLines.map((line) => JSON.parse(line) as { readonly request: object });
  const members = new Set(lines.flatMap((line) => Object.keys(line.request)));
  return [
    within("lines in the access log", lines.length, 800, 5000),
    same("what a line says of its request", [...members].toSorted(), ["host", "method", "proto", "remote_ip"]),
    same(
      "Caddy's logs have no token, secret or path",
      [found(caddy.output), /\/s\/|\/mcp|127\.0\.0\.1"/.test(lines.map((line) => JSON.stringify(line)).join())],
      [[], false],
    ),
    same("nor has the relay's", found(relay.output), []),
    same("so many were looked for", known.length, 5),
  ];
}

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** One request through Caddy, whose certificate is checked. */
async function secureAsk(caddy: Caddy, path: string, more: Readonly<Record<string, string>> = {}): Promise<Answered> {
  const ca = await readFile(caddy.root);
  return new Promise((resolve, reject) => {
    request(caddy.url + path, { ca, agent: false, headers: { ...more } }, (response) => {
      response.resume().on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    })
      .on("error", reject)
      .end();
  });
}
