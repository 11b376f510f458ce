import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import { type StdioDoor, type StdioDoorOptions, stdioDoor } from "@jackfield/doors";
import { afterEach, describe, expect, test } from "vitest";
import { openHost } from "../fixtures/open-host.ts";
import { closeAll, keep, pause, until } from "./link-setting.ts";
import { type LinkToolset, linkToolset } from "./link-toolset.ts";

afterEach(closeAll);

interface Line {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: { readonly [member: string]: unknown };
  readonly result?: { readonly content?: readonly { readonly text: string }[] };
  readonly error?: { readonly code: number; readonly data?: object };
}

interface Stdio {
  readonly door: StdioDoor;
  readonly tools: LinkToolset;
  readonly input: PassThrough;
  readonly output: PassThrough;
  readonly said: Line[];
  /** Everything written to the output, as it came. */
  readonly bytes: () => string;
  readonly say: (message: object) => void;
}

async function open(limits: StdioDoorOptions["limits"] = {}, { reads = true } = {}): Promise<Stdio> {
  const tools = linkToolset();
  const host = keep(await openHost(tools.toolset));
  const input = new PassThrough();
  const output = new PassThrough();
  const said: Line[] = [];
  let bytes = "";
  let rest = "";
  if (reads) {
    output.on("data", (chunk: Buffer) => {
      bytes += chunk.toString();
      const lines = (rest + chunk.toString()).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) said.push(JSON.parse(line) as Line);
    });
  }
  const door = keep(stdioDoor(host, { input, output, limits: { endMs: 300, ...limits } }));
  return { door, tools, input, output, said, bytes: () => bytes, say: (message) => void input.write(`${JSON.stringify(message)}\n`) };
}

const initialize = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};
const call = (id: number, name: string, args: object = {}): object => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});

describe("stdioDoor", () => {
  test("writes one message a line and nothing else; separators inside a text do not end it", async () => {
    const { say, said, bytes } = await open();
    say(initialize);
    say(call(1, "take", { text: "a\u2028b\u2029c\u0085d\u000be\u001cf\r\ng" }));
    await until(() => said.length === 2);
    expect(JSON.parse(said[1]?.result?.content?.[0]?.text ?? "")).toEqual({ text: "a\u2028b\u2029c\u0085d\u000be\u001cf\r\ng" });
    expect(bytes().split("\n").length).toBe(3);
    expect(bytes().includes("\r")).toBe(false);
  });

  test("takes bytes in any pieces, CRLF, empty lines, and a last line without its end", async () => {
    const { input, said, door } = await open();
    const text = Buffer.from(
      `\r\n\n${JSON.stringify(initialize)}\r\n\n${JSON.stringify(call(1, "take", { s: "é…𝄞" }))}\r\n${JSON.stringify(call(2, "take"))}`,
    );
    for (const byte of text) input.write(Uint8Array.of(byte));
    await until(() => said.length === 2);
    input.end();
    expect(await door.ended).toBe("input");
    expect(said.map(({ id }) => id)).toEqual([0, 1, 2]);
  });

  test("lineBytes: a line that is too long is refused and skipped; what stands around it is served", async () => {
    const { input, said, say } = await open({ lineBytes: 2_000 });
    say(initialize);
    const long = "x".repeat(100_000);
    input.write(`${JSON.stringify(call(1, "take"))}\n{"jsonrpc":"2.0","id":2,"method":"ping","params":{"x":"${long}`);
    input.write(`${long}"}}\n${JSON.stringify(call(3, "take"))}\n`);
    await until(() => said.length === 4);
    expect(said.map(({ id, error }) => [id, error?.code])).toEqual(
      expect.arrayContaining([
        [0, undefined],
        [1, undefined],
        [null, -32600],
        [3, undefined],
      ]),
    );
    expect(said.find(({ id }) => id === null)?.error?.data).toEqual({ ceiling: "lineBytes", limit: 2_000 });
  });

  test("ends when its input ends: calls that finish within endMs are answered, the others are cancelled", async () => {
    const { say, said, input, door, tools } = await open();
    say(initialize);
    say(call(1, "hold"));
    say(call(2, "talk"));
    input.end();
    expect(await door.ended).toBe("input");
    expect([said.map(({ id }) => id).filter((id) => id !== undefined), tools.held, door.counts()]).toEqual([
      [0, 2],
      ["stopped"],
      { calls: 0, waiting: 0, streams: 0, parked: 0 },
    ]);
  });

  test("ends when its output breaks, and stops the work", async () => {
    const { say, output, door, tools } = await open();
    say(initialize);
    say(call(1, "hold"));
    await until(() => door.counts().calls === 1);
    output.destroy(new Error("EPIPE"));
    expect(await door.ended).toBe("output");
    expect(tools.held).toEqual(["stopped"]);
  });

  test("unreadBytes: a client that does not read is given up, and nothing grows", async () => {
    const { say, door } = await open({ unreadBytes: 100_000 }, { reads: false });
    say(initialize);
    for (let i = 1; i <= 50; i++) say(call(i, "large", { length: 10_000 }));
    expect(await door.ended).toBe("output");
  });

  test("a cancel stops the call it names; changes are told; both eras share the line", async () => {
    const { say, said, tools, door } = await open();
    say(initialize);
    say(call(1, "hold"));
    await until(() => door.counts().calls === 1);
    say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
    await until(() => tools.held.length === 1);
    tools.toggle();
    await until(() => said.some(({ method }) => method === "notifications/tools/list_changed"));
    const meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} };
    say({ jsonrpc: "2.0", id: 5, method: "tools/call", params: { name: "take", arguments: {}, _meta: meta } });
    await until(() => said.some(({ id }) => id === 5));
    expect(said.some(({ id }) => id === 1)).toBe(false);
  });

  test("close ends everything, twice without harm", async () => {
    const { say, door, tools } = await open();
    say(initialize);
    say(call(1, "hold"));
    await until(() => door.counts().calls === 1);
    await Promise.all([door.close(), door.close()]);
    expect([await door.ended, tools.held]).toEqual(["closed", ["stopped"]]);
  });
});

describe("stdioDoor in a process of its own", () => {
  function start(): ChildProcessWithoutNullStreams {
    return spawn(process.execPath, [
      "--conditions=@jackfield/source",
      "--import",
      "tsx",
      fileURLToPath(new URL("stdio-system.ts", import.meta.url)),
    ]);
  }
  const exitOf = (child: ChildProcessWithoutNullStreams): Promise<number | null> => new Promise((resolve) => child.once("exit", resolve));

  test("piped input is answered in full, then the process ends by itself", async () => {
    const child = start();
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    const exit = exitOf(child);
    child.stdin.end(
      [initialize, { jsonrpc: "2.0", method: "notifications/initialized" }, call(1, "test_tool_with_progress"), call(2, "test_simple_text")]
        .map((message) => JSON.stringify(message))
        .join("\n"),
    );
    expect(await exit).toBe(0);
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Line);
    expect(new Set(lines.map(({ id }) => id))).toEqual(new Set([0, 1, 2]));
    expect(lines.length).toBe(3);
  });

  test("C26: it does not outlive a client that is killed, and burns nothing meanwhile", async () => {
    const child = start();
    child.stdin.write(`${JSON.stringify(initialize)}\n`);
    await new Promise((resolve) => child.stdout.once("data", resolve));
    const exit = exitOf(child);
    // What a killed client leaves behind: both pipes closed, no signal.
    child.stdout.destroy();
    child.stdin.destroy();
    const outcome = await Promise.race([exit, pause(10_000).then(() => "alive")]);
    if (outcome === "alive") child.kill("SIGKILL");
    expect(outcome).toBe(0);
  });
});
