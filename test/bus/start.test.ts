import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fault } from "@jackfield/contract";
import { type BusOptions, busProblem } from "@jackfield/relay";
import { describe, expect, test } from "vitest";
import { Jackfield } from "../cli/jackfield.ts";
import { StatelessClient } from "../relay/client.ts";
import { TestHolder, echo } from "../relay/holder.ts";
import { startTestRelay, textOf } from "../relay/rig.ts";
import { NatsServer } from "./nats-server.ts";
import { RawNats } from "./raw-nats.ts";
import { mcpAt } from "./rig.ts";

const sessionKey = randomBytes(32);

async function why(bus: BusOptions): Promise<string> {
  try {
    await (await startTestRelay({ sessionKey, bus: { ...bus, limits: { busNoticeMs: 0, ...bus.limits } } })).close();
  } catch (error) {
    return `${(error as Error).message}. ${Fault.is(error) ? error.hint : ""}`;
  }
  return "it started";
}

describe("a relay does not start on a bus that it cannot trust", () => {
  test("a spy on > is found: NATS never says that nobody listens", async () => {
    await using nats = await NatsServer.start();
    for (const subject of [">", "jf.>", "jf.l.*", "jf.p.*"]) {
      using _spy = await RawNats.open(nats.port, [subject]);
      const said = await why({ servers: [nats.url], limits: { busConnectMs: 400 } });
      expect(said).toMatch(
        /^Cannot use the bus: somebody on it listens to every subject, so it never says that nobody listens\. End whatever/,
      );
    }
    expect(await why({ servers: [nats.url] })).toBe("it started");
  });

  test("nobody there, and somebody who says nothing", async () => {
    expect(await why({ servers: ["nats://127.0.0.1:1"] })).toMatch(
      /^Cannot join the bus at nats:\/\/127\.0\.0\.1:1: .+\. Start nats-server there/,
    );
  });

  test("beyond this machine: TLS and credentials, and no password in an address", () => {
    const cases: [BusOptions, RegExp | undefined][] = [
      [{ servers: ["nats://nats.example:4222"], credentials: "a:b" }, /must be encrypted: tls:\/\/nats\.example:4222/],
      [{ servers: ["nats://10.0.0.1:4222"], credentials: "a:b" }, /must be encrypted/],
      [{ servers: ["nats://127.0.0.1:4222", "tls://nats.example:4222"] }, /needs --bus-credentials-file/],
      [{ servers: ["tls://[2001:db8::1]:4222"], credentials: "token" }, /with its name/],
      [{ servers: ["tls://127.0.0.1:4222"] }, /with its name/],
      [{ servers: ["tls://nats.example:4222"] }, /needs --bus-credentials-file/],
      [{ servers: ["nats://user:pass@127.0.0.1:4222"] }, /a password does not belong into an address/],
      [{ servers: ["http://127.0.0.1:4222"] }, /is written nats:/],
      [{ servers: ["127.0.0.1:4222"] }, /is written nats:/],
      [{ servers: [] }, /names no server/],
      [{ servers: ["nats://127.0.0.1:4222", "nats://[::1]:4222", "nats://localhost:4222"] }, undefined],
      [{ servers: ["tls://nats.example:4222"], credentials: "token" }, undefined],
    ];
    for (const [options, expected] of cases) expect(busProblem(options) ?? "fine").toMatch(expected ?? /^fine$/);
  });

  test("jackfield relay says what is missing, and ends with 2", async () => {
    await using nats = await NatsServer.start();
    const folder = await mkdtemp(join(tmpdir(), "jackfield-bus-"));
    try {
      await writeFile(join(folder, "key"), randomBytes(32).toString("base64"), { mode: 0o600 });
      const cases: [string[], RegExp][] = [
        [["--bus", nats.url], /Cannot use --bus without --session-key-file/],
        [["--bus", "nats://user:pass@127.0.0.1:1", "--session-key-file", join(folder, "key")], /--bus-credentials-file/],
        [["--bus", "tls://nats.example:1", "--session-key-file", join(folder, "key")], /needs --bus-credentials-file/],
      ];
      for (const [args, expected] of cases) {
        await using relay = new Jackfield(["relay", "--port", "0", "--no-metrics", ...args]);
        expect(await relay.end()).toBe(2);
        expect(relay.error).toMatch(expected);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

test("TLS and credentials: the right ones join, wrong ones and a certificate of another authority do not", async () => {
  const folder = await mkdtemp(join(tmpdir(), "jackfield-bus-"));
  try {
    const make = (name: string): void =>
      void execFileSync(
        "openssl",
        [
          "req",
          "-x509",
          "-newkey",
          "ec",
          "-pkeyopt",
          "ec_paramgen_curve:prime256v1",
          "-nodes",
          "-days",
          "2",
          "-subj",
          `/CN=${name}`,
          "-addext",
          "subjectAltName=DNS:localhost",
          "-keyout",
          join(folder, `${name}.key`),
          "-out",
          join(folder, `${name}.pem`),
        ],
        { stdio: "ignore" },
      );
    make("ours");
    make("others");
    await using nats = await NatsServer.start(
      `authorization { user: relay, password: "a:pass word" }\ntls { cert_file: "${folder}/ours.pem", key_file: "${folder}/ours.key" }`,
    );
    const [ours, others] = await Promise.all(["ours", "others"].map((name) => readFile(join(folder, `${name}.pem`), "utf8")));
    const servers = [`tls://localhost:${nats.port}`];
    const bus = { servers, credentials: "relay:a:pass word\n", ...(ours === undefined ? {} : { ca: ours }) };
    const [a, b] = [await startTestRelay({ sessionKey, bus }), await startTestRelay({ sessionKey, bus })];
    await using holder = await TestHolder.start({ relay: a.url, onRequest: echo });
    expect(textOf(await new StatelessClient(mcpAt(b, holder.keys.token)).call("echo", { n: 1 }))).toBe('{"n":1}');
    await a.close();
    await b.close();
    expect(await why({ ...bus, credentials: "relay:wrong" })).toMatch(/^Cannot join the bus at .*Authorization/i);
    expect(await why({ servers, ...(ours === undefined ? {} : { ca: ours }) })).toMatch(/^Cannot join the bus/);
    expect(await why({ ...bus, ...(others === undefined ? {} : { ca: others }) })).toMatch(/^Cannot join the bus at .*(certificate|self)/i);
    await using plain = await NatsServer.start();
    expect(await why({ ...bus, servers: [`tls://localhost:${plain.port}`] })).toMatch(/^Cannot join the bus at .*tls/i);
  } finally {
    await rm(folder, { recursive: true });
  }
});
