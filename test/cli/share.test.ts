import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { connectSdk1 } from "../doors/sdk1.ts";
import { connectSdk2 } from "../doors/sdk2.ts";
import { visitUrl } from "../upstream/servers/more-fixtures.ts";
import { Jackfield } from "./jackfield.ts";

const server = ["node", "--import", "tsx", fileURLToPath(new URL("../upstream/servers/sdk1.ts", import.meta.url))];
const share = ["share", "--json", "--relay-port", "0"];

const clients = { "SDK 1.32": connectSdk1, "SDK 2.4 with sessions": connectSdk2("legacy"), "SDK 2.4 without": connectSdk2("modern") };

const textOf = (called: { readonly content: readonly { readonly text?: string }[] }): string => called.content[0]?.text ?? "";

async function folder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), "jackfield-share-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

describe("jackfield share", () => {
  test.each(Object.entries(clients))(
    "a stdio server through a link: %s lists, calls, is asked, hears of progress",
    async (_name, connect) => {
      await using shared = new Jackfield([...share, "--", ...server]);
      const { url, tools } = await shared.event("sharing");
      expect(tools).toHaveLength(10);
      const client = await connect({ is: "http", url: new URL(String(url)) });
      expect((await client.tools()).map(({ name }) => name)).toEqual(tools);
      expect(textOf(await client.call("echo", { value: "hello" }))).toBe("hello");
      expect(JSON.parse(textOf(await client.call("ask")))).toEqual({ action: "accept", content: { name: "my name" } });
      const heard: number[] = [];
      expect(textOf(await client.call("steps", { steps: 3 }, (progress) => heard.push(progress)))).toBe("3 steps");
      expect(heard).toEqual([1, 2, 3]);
      expect(await client.read("note://one")).toContain("a note");
      expect((await client.call("fail")).isError).toBe(true);
      expect(shared.events().filter(({ event, tool, how }) => event === "call" && tool === "fail" && how === "failed")).toHaveLength(1);
      await client[Symbol.asyncDispose]();
      shared.child.kill("SIGINT");
      expect(await shared.end()).toBe(0);
    },
  );

  test.each(Object.entries(clients))("a server without sessions through a link: %s is asked to open an address", async (_name, connect) => {
    const stateless = fileURLToPath(new URL("../upstream/servers/conformance-sdk2.ts", import.meta.url));
    await using shared = new Jackfield([...share, "--", "node", "--conditions=@jackfield/source", "--import", "tsx", stateless]);
    const { url } = await shared.event("sharing");
    await using client = await connect({ is: "http", url: new URL(String(url)) });
    expect(textOf(await client.call("more_visit"))).toBe('visit: "accept"');
    expect(client.visits.map((visit) => visit.url)).toEqual([visitUrl]);
  });

  test("--read-only, --allow and --deny: what is left is all that is listed, and all that runs", async () => {
    await using shared = new Jackfield([...share, "--read-only", "--", ...server]);
    const { url, tools } = await shared.event("sharing");
    expect(tools).toEqual(["echo"]);
    await using client = await connectSdk1({ is: "http", url: new URL(String(url)) });
    await expect(client.call("pid")).rejects.toThrow(/Unknown tool/);

    await using chosen = new Jackfield([...share, "--allow", "echo", "--allow", "pid", "--deny", "pid", "--", ...server]);
    expect((await chosen.event("sharing"))["tools"]).toEqual(["echo"]);
    await using wrong = new Jackfield([...share, "--deny", "delete_all", "--", ...server]);
    expect(await wrong.end()).toBe(2);
    expect(wrong.out).toContain('No server has a tool \\"delete_all\\"');
  });

  test("--ask: the client is asked where no person sits at the terminal, and --trust believes a tool", async () => {
    await using shared = new Jackfield([...share, "--ask", "--trust", "echo", "--", ...server]);
    const { url } = await shared.event("sharing");
    await using client = await connectSdk1({ is: "http", url: new URL(String(url)) });
    expect(textOf(await client.call("echo", { value: 1 }))).toBe("1");
    // This client answers every form with words, which is no yes.
    expect(textOf(await client.call("pid"))).toMatch(/said no|declined|not allowed|denied/i);
  });

  test("--key-file keeps the connector URL; --expire ends by itself", async () => {
    await using place = await folder();
    const file = join(place.path, "link.key");
    const urls: unknown[] = [];
    for (let run = 0; run < 2; run++) {
      await using shared = new Jackfield([...share, "--key-file", file, "--expire", "1s", "--", ...server]);
      urls.push(new URL(String((await shared.event("sharing"))["url"])).pathname);
      expect(await shared.end()).toBe(0);
    }
    expect(urls[0]).toBe(urls[1]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await writeFile(file, "not a key");
    await using wrong = new Jackfield([...share, "--key-file", file, "--", ...server]);
    expect(await wrong.end()).toBe(1);
    expect(wrong.out + wrong.error).not.toContain("not a key");
  });

  test("several servers of a config file: each one's name stands before its tools'", async () => {
    await using place = await folder();
    const file = join(place.path, "mcp.json");
    const [command, ...args] = server;
    await writeFile(
      file,
      JSON.stringify({
        mcpServers: { one: { command, args }, two: { command, args, env: { MARK: "secret-mark" } }, off: { command: "x", disabled: true } },
      }),
    );
    await using shared = new Jackfield([...share, "--config", file]);
    const { url, tools } = await shared.event("sharing");
    expect(tools).toContain("one_echo");
    expect(tools).toContain("two_echo");
    await using client = await connectSdk1({ is: "http", url: new URL(String(url)) });
    expect(textOf(await client.call("one_pid"))).not.toBe(textOf(await client.call("two_pid")));
    expect(await client.prompts()).toEqual(["one_greet", "two_greet"]);
    expect(shared.out + shared.error).not.toContain("secret-mark");
  });

  test("what cannot be started is said with its last words, and nothing is left behind", async () => {
    await using gone = new Jackfield([...share, "--", "no-such-program-anywhere"]);
    expect(await gone.end()).toBe(1);
    expect(gone.out).toContain("there is no such program");
    await using dies = new Jackfield([...share, "--", "node", "-e", "console.error('no licence'); process.exit(3)"]);
    expect(await dies.end()).toBe(1);
    expect(dies.out).toContain("ended with code 3: no licence");
    await using none = new Jackfield(["share"]);
    expect(await none.end()).toBe(2);
  });

  test("more tools than a link takes: said with what to do, and done so it is shared", async () => {
    const many = ["--", "node", fileURLToPath(new URL("../upstream/servers/naughty.mjs", import.meta.url)), "many-tools", "300"];
    await using refused = new Jackfield([...share, ...many]);
    expect(await refused.end()).toBe(1);
    expect(refused.out).toContain("must have at most 256 tools");
    expect(refused.out).toContain("--allow TOOL");
    await using shared = new Jackfield([...share, "--allow", "echo", "--allow", "tool_299", ...many]);
    expect((await shared.event("sharing"))["tools"]).toEqual(["echo", "tool_299"]);
  });

  test("killed outright: the server and all that it started are gone within five seconds", async () => {
    await using shared = new Jackfield([...share, "--", ...server]);
    const { url } = await shared.event("sharing");
    const client = await connectSdk1({ is: "http", url: new URL(String(url)) });
    const pid = Number(textOf(await client.call("pid")));
    await client[Symbol.asyncDispose]();
    shared.child.kill("SIGKILL");
    await shared.end();
    for (let waited = 0; waited < 5_000 && (await isAlive(pid)); waited += 50) await pause(50);
    expect(await isAlive(pid)).toBe(false);
  });
});

async function isAlive(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/environ`).catch(() => "")).length > 0;
}
