import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { connectSdk1 } from "../doors/sdk1.ts";
import { Jackfield } from "./jackfield.ts";

const main = fileURLToPath(new URL("../../packages/cli/src/main.ts", import.meta.url));
const server = ["node", "--import", "tsx", fileURLToPath(new URL("../upstream/servers/sdk1.ts", import.meta.url))];
const textOf = (called: { readonly content: readonly { readonly text?: string }[] }): string => called.content[0]?.text ?? "";

describe("jackfield serve", () => {
  test("a stdio server as HTTP: only with the token, and not for a web page", async () => {
    await using served = new Jackfield(["serve", "--json", "--port", "0", "--", ...server]);
    const { url, token, tools } = await served.event("listening");
    expect(tools).toHaveLength(10);
    const initialize = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
    });
    const ask = async (headers: Record<string, string>): Promise<number> => {
      const answer = await fetch(String(url), {
        method: "POST",
        body: initialize,
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      });
      await answer.text();
      return answer.status;
    };
    expect(await ask({})).toBe(401);
    expect(await ask({ authorization: `Bearer ${String(token)}` })).toBe(200);
    expect(await ask({ authorization: `Bearer ${String(token)}`, origin: "https://evil.example" })).toBe(403);
    served.child.kill("SIGTERM");
    expect(await served.end()).toBe(0);
  });

  test("several clients of one process; and --stdio in front of that: HTTP as stdio", async () => {
    await using served = new Jackfield(["serve", "--json", "--port", "0", "--no-token", "--", ...server]);
    const url = String((await served.event("listening"))["url"]);
    await using one = await connectSdk1({ is: "http", url: new URL(url) });
    await using two = await connectSdk1({ is: "http", url: new URL(url) });
    await using back = await connectSdk1({
      is: "stdio",
      command: process.execPath,
      args: ["--conditions=@jackfield/source", "--import", "tsx", main, "serve", "--stdio", url],
    });
    const pids = [textOf(await one.call("pid")), textOf(await two.call("pid")), textOf(await back.call("pid"))];
    expect(new Set(pids).size).toBe(1);
    expect(JSON.parse(textOf(await back.call("ask")))).toEqual({ action: "accept", content: { name: "my name" } });
    // One that asked keeps what it has; the next client gets a process of its own.
    expect(textOf(await back.call("pid"))).toBe(pids[0]);
    const heard: number[] = [];
    await back.call("steps", { steps: 2 }, (progress) => heard.push(progress));
    expect(heard).toEqual([1, 2]);
  });
});
