import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Driver } from "./driver.ts";
import { installClient } from "./install.ts";
import { shownOf } from "./mcp-result.ts";
import { bareEnvironment } from "./program.ts";
import { patient, stepByStep } from "./step-by-step.ts";

/** mcp-remote 0.15.1: a stdio server in front of ours, here under the official SDK's client. */
export const mcpRemote: Driver = {
  name: "mcp-remote 0.15.1",
  heavy: false,
  install: async (signal) => void (await installClient("mcp-remote", signal)),
  async open(place, signal) {
    const folder = await installClient("mcp-remote", signal);
    const client = new Client({ name: "jackfield-under-mcp-remote", version: "1.0.0" });
    const args = [path.join(folder, "node_modules/.bin/mcp-remote"), place.url, "--allow-http"];
    const transport = new StdioClientTransport({
      command: process.execPath,
      args,
      env: { ...bareEnvironment(place.home) },
      cwd: place.home,
      stderr: "ignore",
    });
    await client.connect(transport);
    return {
      list: async () => (await client.listTools()).tools.map((tool) => tool.name),
      run: (steps) =>
        stepByStep(steps, async (name, args) => shownOf(await client.callTool({ name, arguments: args }, undefined, patient))),
      [Symbol.asyncDispose]: () => client.close(),
    };
  },
};
