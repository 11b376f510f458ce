import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startRelay } from "@jackfield/relay";
import { describe, expect, test } from "vitest";
import { hasTerminals } from "../upstream/held.ts";
import { eventually } from "../upstream/rig.ts";
import { Jackfield } from "./jackfield.ts";
import { PseudoTerminal } from "./pseudo-terminal.ts";

const server = ["--", "node", fileURLToPath(new URL("servers/reports.mjs", import.meta.url))];
const share = ["share", "--no-qr", "--relay-port", "0"];
const serve = ["serve", "--no-token", "--port", "0"];
const ways = {
  share: { args: share, address: /http:\/\/\S+\/s\/\S+\/mcp/, standing: /● link open · / },
  serve: { args: serve, address: /http:\/\/\S+\/mcp/, standing: /● http:\/\/localhost:\d+\/mcp · / },
};
// A long address may go on in the next line.
const addressIn = async (terminal: PseudoTerminal, address: RegExp): Promise<string> => (await terminal.sees(address))[0];

/** Calls the tool as a client without sessions, which wants to hear of progress. */
async function work(url: string, args: { readonly ms?: number; readonly fail?: boolean }): Promise<string> {
  const meta = {
    progressToken: 1,
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "ev\u001b[2Jil\u202e", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "work",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "work", arguments: args, _meta: meta } }),
  });
  return answer.text();
}

describe.skipIf(!hasTerminals)("at a terminal", () => {
  test.each(Object.entries(ways))(
    "%s: what runs stands at the foot, what has ended above it; Ctrl-C leaves nothing of it",
    async (_name, way) => {
      await using terminal = new PseudoTerminal([...way.args, ...server]);
      const url = await addressIn(terminal, way.address);
      await terminal.sees(way.standing);
      await work(url, {});
      const slow = [2_000, 1_900, 1_800, 1_700, 1_600].map((ms) => work(url, { ms }));
      await terminal.sees(/ · work {2}1 s {2}\d+\/40 page\\u\{1b\}\[2J/);
      await terminal.sees(/and 2 more/);
      expect(terminal.text.lines.slice(-6).filter((line) => line.includes("· work"))).toHaveLength(3);
      expect(Math.max(...terminal.text.lines.slice(-6).map((line) => line.length))).toBeLessThan(80);
      await work(url, { fail: true });
      expect((await Promise.all(slow)).every((answer) => answer.includes("worked"))).toBe(true);
      await terminal.sees(/work {2}failed, \d+ ms/);
      await terminal.sees(way.standing);
      await pause(200);
      expect(terminal.seen.match(/work {2}(?:ok|failed), \d+ ms/g)).toHaveLength(7);
      expect(terminal.seen).not.toMatch(/ s {2}\d+\/40/);
      terminal.press("\x03");
      expect(await terminal.end()).toBe(0);
      expect(terminal.seen).not.toContain("●");
      expect(terminal.text.lines.slice(-2)).toEqual(["Stopped", ""]);
      expect(terminal.text.strange).toEqual([]);
    },
  );

  test("another width: the foot is drawn anew for it, once", async () => {
    await using terminal = new PseudoTerminal([...serve, ...server]);
    const url = await addressIn(terminal, ways.serve.address);
    const slow = work(url, { ms: 3_000 });
    const widest = (): number => Math.max(...terminal.text.lines.slice(-2).map((line) => line.length));
    await terminal.sees(/work {2}\d s {2}\d+\/60 page/);
    await eventually(() => widest() === 79);
    await terminal.resize(40);
    await eventually(() => widest() === 39);
    await terminal.resize(60);
    await slow;
    await terminal.sees(/work {2}ok/);
    await terminal.sees(ways.serve.standing);
    expect(terminal.seen.match(/●/g)).toHaveLength(1);
    expect(terminal.text.strange).toEqual([]);
  });

  test("a relay that goes, and is back: how the link stands is at the foot", async () => {
    const first = await startRelay({ port: 0 });
    const port = Number(new URL(first.url).port);
    await using terminal = new PseudoTerminal(["share", "--no-qr", "--relay", first.url, ...server]);
    await terminal.sees(/● link open · nobody is connected/);
    await first.close();
    await terminal.sees(/● the link is waiting: /);
    await using _second = await startRelay({ port });
    await terminal.sees(/● link open · /);
    terminal.press("\x03");
    expect(await terminal.end()).toBe(0);
    expect(terminal.text.strange).toEqual([]);
  });

  test("a question stays readable: what ends meanwhile is said after the answer", async () => {
    await using terminal = new PseudoTerminal([...share, "--ask", ...server]);
    const url = await addressIn(terminal, ways.share.address);
    await terminal.sees(ways.share.standing);
    const first = work(url, { ms: 700 });
    await terminal.sees(/Allow it\? \[y\/N\]$/);
    expect(terminal.seen).not.toContain("●");
    terminal.press("y\n");
    await terminal.sees(/work {2}\d+ s/);
    const second = work(url, {});
    await terminal.sees(/Allow it\? \[y\/N\]$/);
    expect(await first).toContain("worked");
    await pause(300);
    expect(terminal.seen).toMatch(/Allow it\? \[y\/N\]$/);
    terminal.press("n\n");
    await terminal.sees(/Allow it\? \[y\/N\] n\n.* · work {2}ok, \d+ ms/);
    expect(await second).toContain("said no");
    await terminal.sees(ways.share.standing);
    terminal.press("\x03");
    expect(await terminal.end()).toBe(0);
    expect(terminal.text.strange).toEqual([]);
  });

  test.each([
    { env: { TERM: "dumb" }, moves: false, colours: false },
    { env: { NO_COLOR: "1" }, moves: true, colours: false },
    { env: {}, moves: true, colours: true },
  ])("$env: moves $moves, colours $colours", async ({ env, moves, colours }) => {
    await using terminal = new PseudoTerminal([...serve, ...server], { env: env as Record<string, string> });
    const url = await addressIn(terminal, ways.serve.address);
    await Promise.all([work(url, { ms: 300 }), work(url, {})]);
    await terminal.sees(/work {2}ok, \d+ ms(?:.|\n)*work {2}ok/);
    const written = terminal.pieces.join("");
    // oxlint-disable-next-line no-control-regex -- that is what is looked for
    expect([/\u001b\[\d+A/.test(written), /\u001b\[\d+m/.test(written), written.includes("\u001b")]).toEqual([moves, colours, moves]);
    terminal.press("\x03");
    expect(await terminal.end()).toBe(0);
  });
});

test("what a program reads has nothing that moves and no colours; with --json every line is an event", async () => {
  await using plain = new Jackfield([...share, ...server]);
  while (!plain.out.includes("Ctrl-C ends it")) await pause(20);
  await work(ways.share.address.exec(plain.out)?.[0] ?? "", { ms: 200 });
  plain.child.kill("SIGINT");
  expect(await plain.end()).toBe(0);
  expect(plain.out).toMatch(/ · work {2}ok, \d+ ms\n/);
  expect(plain.out + plain.error).not.toContain("\u001b");

  await using served = new Jackfield([...serve, "--json", ...server]);
  await work(String((await served.event("listening"))["url"]), { ms: 200 });
  served.child.kill("SIGINT");
  expect(await served.end()).toBe(0);
  expect(served.events().map(({ event }) => event)).toEqual(["server_opened", "listening", "stopped"]);
});
