import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { Jackfield, type Said } from "./jackfield.ts";
import { openCall } from "./open-call.ts";

const relayArgs = ["relay", "--json", "--port", "0", "--metrics-port", "0"];
const demoArgs = ["demo", "--json", "--page-port", "0", "--relay-port", "0"];

/** Holds ports on 127.0.0.1 until disposed. */
async function hold(count: number): Promise<AsyncDisposable & { readonly ports: number[] }> {
  const servers: Server[] = [];
  for (let index = 0; index < count; index += 1) {
    const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
    await new Promise((done) => server.once("listening", done));
    servers.push(server);
  }
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  return {
    ports,
    [Symbol.asyncDispose]: async () => void (await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))),
  };
}

async function status(url: unknown): Promise<number> {
  return (await fetch(String(url))).status;
}

describe("jackfield relay, as a process", () => {
  test("listens, answers, and ends clean at the first Ctrl-C", async () => {
    await using relay = new Jackfield(relayArgs);
    const { url, metrics, hostedClients } = await relay.event("listening");
    expect([await status(`${String(url)}/health`), await status(metrics), hostedClients]).toEqual([200, 200, false]);
    relay.child.kill("SIGINT");
    expect(await relay.end()).toBe(0);
    expect(relay.events().map((each) => each.event)).toEqual(expect.arrayContaining(["listening", "draining", "stopped"]));
    await expect(fetch(String(url))).rejects.toThrow();
  });

  test("SIGTERM drains: a call under way gets its time, then an answer that says why, and the process ends 0", async () => {
    await using relay = new Jackfield([...relayArgs, "--drain-ms", "500ms", "--no-metrics"]);
    const { url, metrics } = await relay.event("listening");
    expect(metrics).toBeNull();
    const { answer } = await openCall(String(url));
    const started = performance.now();
    relay.child.kill("SIGTERM");
    expect((await answer).text).toContain("shutting down");
    expect(await relay.end()).toBe(0);
    expect(performance.now() - started).toBeGreaterThan(400);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test("a drain that takes too long for the person: the second Ctrl-C ends it at once, the same press twice does not", async () => {
    await using relay = new Jackfield([...relayArgs, "--drain-ms", "60s"]);
    const { url } = await relay.event("listening");
    const { answer } = await openCall(String(url));
    const cut = answer.catch(() => "cut");
    relay.child.kill("SIGINT");
    await pause(50);
    relay.child.kill("SIGINT");
    await pause(800);
    expect(relay.child.exitCode).toBeNull();
    relay.child.kill("SIGINT");
    expect(await relay.end()).toBe(130);
    expect(await cut).toBe("cut");
  });

  test("a taken port, and a taken metrics port: the next free ones, and both are said", async () => {
    await using held = await hold(2);
    const [first = 0, second = 0] = held.ports;
    await using relay = new Jackfield(["relay", "--json", "--port", String(first), "--metrics-port", String(second)]);
    const { url, metrics } = await relay.event("listening");
    expect(relay.events().filter((each) => each.event === "port_taken")).toMatchObject([
      { what: "relay", port: first },
      { what: "metrics", port: second },
    ]);
    expect(Number(new URL(String(url)).port)).toBeGreaterThan(first);
    expect(relay.events().find((each) => each.event === "port_taken")).toMatchObject({
      now: Number(new URL(String(url)).port),
      jackfield: false,
      warning: `Port ${first} is taken: the relay is on ${new URL(String(url)).port}`,
    });
    expect(relay.out).not.toContain("EADDRINUSE");
    expect([await status(`${String(url)}/health`), await status(metrics)]).toEqual([200, 200]);
  });

  test("a taken port behind a proxy: it does not start, since the proxy would call whoever has that port", async () => {
    await using held = await hold(1);
    const [port = 0] = held.ports;
    await using relay = new Jackfield(["relay", "--port", String(port), "--no-metrics", "--trust-proxy"]);
    expect(await relay.end()).toBe(1);
    expect(relay.error).toContain(`port ${port} is taken, and behind a proxy no other will do`);
    expect(relay.error).toContain("choose another port here and in the proxy");
  });

  test("two relays side by side: the second takes other ports and says so", async () => {
    await using first = new Jackfield(relayArgs);
    const { url, metrics } = await first.event("listening");
    const ports = [url, metrics].map((each) => new URL(String(each)).port);
    await using second = new Jackfield(["relay", "--json", "--port", ports[0] ?? "", "--metrics-port", ports[1] ?? ""]);
    const other = await second.event("listening");
    const taken = second.events().filter((each) => each.event === "port_taken");
    expect(taken).toMatchObject([{ what: "relay", jackfield: true }, { what: "metrics" }]);
    expect(taken[0]?.["warning"]).toContain("by a Jackfield relay that runs already");
    expect([await status(`${String(url)}/health`), await status(`${String(other["url"])}/health`)]).toEqual([200, 200]);
  });

  test("limits come from the environment, and more than the most is lowered and said", async () => {
    await using relay = new Jackfield([...relayArgs, "--json-depth", "3"], { JACKFIELD_MAX_MESSAGE: "64MB" });
    await relay.event("listening");
    expect(await relay.event("limit_clamped")).toMatchObject({ limit: "messageBytes", most: 16_777_216 });
  });

  test("secrets come from files: short, missing and exposed ones are said, and never shown", async () => {
    const folder = await mkdtemp(join(tmpdir(), "jackfield-"));
    const file = join(folder, "key");
    const secret = "k3yk3yk3yk3yk3yk3yk3yk3yk3yk3yk3yk3y";
    const cases: readonly (readonly [string | undefined, string])[] = [
      [undefined, "there is no such file or folder"],
      ["short", "it holds 5 bytes, at least 32 are needed"],
    ];
    for (const [content, said] of cases) {
      if (content !== undefined) await writeFile(file, content);
      await using refused = new Jackfield([...relayArgs, "--session-key-file", file]);
      expect([await refused.end(), refused.out.includes(said)]).toEqual([1, true]);
    }
    await writeFile(file, `${secret}\n`, { mode: 0o644 });
    await using relay = new Jackfield([...relayArgs, "--session-key-file", file]);
    await relay.event("listening");
    expect(await relay.event("secret_exposed")).toMatchObject({ file });
    relay.child.kill("SIGINT");
    await relay.end();
    expect([relay.out.includes(secret), relay.error.includes(secret)]).toEqual([false, false]);
    await rm(folder, { recursive: true });
  });

  test.each([
    [["--app-origin", "https://app.example/path"], "app.example/path", 2],
    [["--app-origin", "foo"], "it must be an http or https address", 2],
    [["--public-url", "foo"], "it must be an http or https address", 2],
    [["--public-url", "https://relay.example/path?x=1"], "it must have no query", 2],
    [["--host", "203.0.113.7"], "it is no address of this machine", 1],
    [["--catalog", "/no/such/catalog.json"], "there is no such file or folder", 1],
    [["--agent-range", "not-a-range"], "not-a-range", 2],
  ])("%s is refused with what to do: a bad value with exit code 2", async (args, said, code) => {
    await using relay = new Jackfield([...relayArgs, ...args]);
    expect(await relay.end()).toBe(code);
    expect(relay.events().at(-1)).toMatchObject({ event: "failed" });
    expect(relay.out).toContain(said);
  });
});

describe("jackfield demo, as a process", () => {
  test("says what to open and what to paste, for people", async () => {
    await using demo = new Jackfield(["demo", "--page-port", "0", "--relay-port", "0"]);
    for (let waited = 0; waited < 20_000 && !demo.out.includes("Ctrl-C"); waited += 20) await pause(20);
    expect(demo.out).toMatch(/Open {5}http:\/\/localhost:\d+\//);
    expect(demo.out).toMatch(/claude mcp add --transport http sixteen 'http:\/\/127\.0\.0\.1:\d+\/s\/TOKEN\/mcp'/);
    expect(demo.out).toContain("claude.ai and the Claude apps call from Anthropic's cloud: they need a public https address");
    const page = await fetch(/http:\/\/localhost:\d+\//.exec(demo.out)?.[0] ?? "");
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    demo.child.kill("SIGINT");
    expect(await demo.end()).toBe(0);
  });

  test("a second demo on the same ports runs beside the first, and says where", async () => {
    await using first = new Jackfield(demoArgs);
    const one = await first.event("listening");
    const port = (said: Said, name: string): string => new URL(String(said[name])).port;
    await using second = new Jackfield(["demo", "--json", "--page-port", port(one, "page"), "--relay-port", port(one, "relay")]);
    const two = await second.event("listening");
    expect(second.events().filter((each) => each.event === "port_taken")).toHaveLength(2);
    expect([port(two, "page") === port(one, "page"), port(two, "relay") === port(one, "relay")]).toEqual([false, false]);
    for (const said of [one, two])
      expect([await status(said["page"]), await status(`${String(said["relay"])}/health`)]).toEqual([200, 200]);
  });

  test("with a public address the page is told that one, and claude.ai is no longer warned of", async () => {
    await using demo = new Jackfield([...demoArgs, "--public-url", "https://relay.tunnel.dev/"]);
    const { page, relay, hostedClients } = await demo.event("listening");
    expect([relay, hostedClients]).toEqual(["https://relay.tunnel.dev", true]);
    const answer = await fetch(String(page));
    expect(answer.headers.get("content-security-policy")).toContain("connect-src 'self' https://relay.tunnel.dev;");
    expect(await answer.text()).toContain('content="https://relay.tunnel.dev"');
  });

  test.each([
    ["http://relay.tunnel.dev", "scheme"],
    ["https://relay.tunnel.dev:8443", "port"],
    ["https://192.168.1.4", "host"],
    ["http://localhost:8787", "host"],
  ])("A20: --public-url %s is used, with a warning that hosted clients cannot reach it", async (address, problem) => {
    for (const args of [demoArgs, relayArgs]) {
      await using one = new Jackfield([...args, "--public-url", address]);
      const said = await one.event("listening");
      expect([said["relay"] ?? said["url"], said["hostedClients"]]).toEqual([address, false]);
      const warned = one.events().filter((each) => each.event === "public_url_unreachable");
      expect(warned).toEqual([
        expect.objectContaining({ url: address, problem, warning: expect.stringContaining("claude.ai cannot reach it") }),
      ]);
    }
  });

  test("a relay of the demo's own lets several clients play at once, where a public one says 429", async () => {
    const calls = async (url: string): Promise<number[]> => {
      const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
      const send = (): Promise<Response> =>
        fetch(`${url}/s/AAAAAAAAAAAAAAAAAAAAAA/mcp`, { method: "POST", headers: { "content-type": "application/json" }, body });
      const answers = await Promise.all(Array.from({ length: 150 }, send));
      return answers.map((answer) => answer.status);
    };
    await using demo = new Jackfield(demoArgs);
    const { relay } = await demo.event("listening");
    expect(new Set(await calls(String(relay)))).toEqual(new Set([400]));
    await using open = new Jackfield(relayArgs);
    const { url } = await open.event("listening");
    expect(await calls(String(url))).toContain(429);
    await using help = new Jackfield(["demo", "--help"]);
    expect(await help.end()).toBe(0);
    expect(help.out.replaceAll(/\s+/g, " ")).toContain("takes 3000 requests a minute on a link, 300 at once");
  });

  test.each(["relay.example", "ftp://relay.example", "https://relay.example?x=1", "https://me@relay.example"])(
    "%s is refused as --relay and as --public-url",
    async (address) => {
      for (const args of [
        [...demoArgs, "--relay", address],
        [...relayArgs, "--public-url", address],
      ]) {
        await using one = new Jackfield(args);
        expect(await one.end()).toBe(2);
        expect(one.events().at(-1)).toMatchObject({ event: "failed", message: expect.stringContaining("like https://relay.example") });
      }
    },
  );
});

describe("jackfield demo with a relay that runs elsewhere", () => {
  test("refuses --public-url beside --relay", async () => {
    await using demo = new Jackfield([...demoArgs, "--relay", "https://relay.example", "--public-url", "https://other.example"]);
    expect(await demo.end()).toBe(2);
    expect(demo.out).toContain("Cannot use --public-url with --relay");
  });

  test("says no word of tunnels, and warns where no relay answers", async () => {
    await using relay = new Jackfield(relayArgs);
    const { url } = await relay.event("listening");
    for (const [address, isThere] of [
      [String(url), true],
      ["http://127.0.0.1:1", false],
    ] as const) {
      await using demo = new Jackfield(["demo", "--page-port", "0", "--relay", address]);
      for (let waited = 0; waited < 20_000 && !demo.out.includes("Ctrl-C"); waited += 20) await pause(20);
      expect(demo.out).toContain(`'${address}/s/TOKEN/mcp'`);
      expect(demo.out).not.toMatch(/tunnel|cloudflared/);
      expect(demo.error.includes(`No Jackfield relay answers at ${address}`)).toBe(!isThere);
    }
  });
});

test("no option that takes an address shows a password that stands in it, given or in the environment", async () => {
  const address = "https://user:s3cret@relay.example";
  const cases: readonly (readonly [readonly string[], Readonly<Record<string, string>>])[] = [
    [["relay", "--public-url", address], {}],
    [["relay", "--app-origin", address], {}],
    [["demo", "--relay", address], {}],
    [["demo"], { JACKFIELD_PUBLIC_URL: address }],
    [["relay", address], {}],
  ];
  for (const [args, environment] of cases) {
    await using one = new Jackfield(args, environment);
    expect(await one.end()).toBe(2);
    expect(one.error).toContain("relay.example");
    expect(one.out + one.error).not.toContain("s3cret");
    expect(one.error).toContain(
      args.includes(address) && args.length === 2 ? "does not take" : "it must have no user name and no password",
    );
  }
});

describe("jackfield, as a process", () => {
  test.each([
    [["--version"], 0],
    [["--help"], 0],
    [["help", "relay"], 0],
    [[], 2],
    [["realy"], 2],
    [["relay", "--prot", "1"], 2],
  ])("%j ends with %d", async (args, code) => {
    await using jackfield = new Jackfield(args);
    expect(await jackfield.end()).toBe(code);
  });

  test("a reader that leaves early is no failure", async () => {
    await using jackfield = new Jackfield(["relay", "--help"]);
    jackfield.child.stdout?.destroy();
    expect(await jackfield.end()).toBe(0);
  });
});
