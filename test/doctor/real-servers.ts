import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type RequestListener, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { httpDoor, linkHolder } from "@jackfield/doors";
import { type RelayLimits, startRelay } from "@jackfield/relay";
import { newSecret } from "@jackfield/wire";
import { build } from "esbuild";
import { linkToolset } from "../doors/link-toolset.ts";
import { openHost } from "../fixtures/open-host.ts";
import type { Running } from "./faults.ts";
import { sdk1Listener } from "./servers/sdk1-server.ts";
import { sdk2Bare, sdk2Listener } from "./servers/sdk2-server.ts";

/** Servers that nobody spoiled: those of the official SDKs, and ours. */
export const realServers: Readonly<Record<string, () => Promise<Running>>> = {
  "SDK 1.x, sessions": () => listening(sdk1Listener()),
  "SDK 2.x, both eras": () => listening(sdk2Listener()),
  "SDK 1.x, a command": () => command("sdk1-stdio.ts"),
  "SDK 2.x, a command": () => command("sdk2-stdio.ts"),
  "our local HTTP door": openDoor,
  "our relay": () => openRelay({ mcpPerMinute: 10_000, mcpBurst: 1_000 }),
};

/**
 * What the doctor finds in them all the same, and is right in: the SDK's express app shows stack traces unless NODE_ENV is production, and
 * SDK 1.x takes an empty batch for notifications.
 */
export const trueFindings: readonly string[] = ["error-details: an error shows a stack trace", "batch: an empty list: HTTP 202"];

/** SDK 2.x as short examples have it: nothing looks at Host or Origin. */
export function startBare(): Promise<Running> {
  return listening(sdk2Bare());
}

async function listening(listener: RequestListener): Promise<Running> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    target: { is: "http", url: new URL(`http://127.0.0.1:${port}/mcp`), headers: {} },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Bundled into one file first: the doctor starts it ten times. */
async function command(file: string): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), "doctor-server-"));
  await build({
    entryPoints: [fileURLToPath(new URL(`servers/${file}`, import.meta.url))],
    outfile: join(folder, "server.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    // express, which nothing here starts, is not made for modules.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  });
  return {
    target: { is: "stdio", command: process.execPath, args: [join(folder, "server.mjs")], folder },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

async function openDoor(): Promise<Running> {
  const host = await openHost(linkToolset().toolset);
  const door = await httpDoor(host, { port: 0 });
  return {
    target: { is: "http", url: new URL(door.url), headers: {} },
    async [Symbol.asyncDispose]() {
      await door.close();
      await host[Symbol.asyncDispose]();
    },
  };
}

/** Our relay, with a process that holds a link. */
export async function openRelay(limits: Partial<RelayLimits>): Promise<Running> {
  const host = await openHost(linkToolset().toolset);
  const relay = await startRelay({ port: 0, limits });
  const holder = linkHolder(host, { relay: relay.url, secret: newSecret(randomBytes) });
  await new Promise<void>((resolve) => {
    holder.on((event) => {
      if (event.is === "state" && event.state === "open") resolve();
    });
  });
  return {
    target: { is: "http", url: new URL(holder.url), headers: {} },
    async [Symbol.asyncDispose]() {
      await holder.close();
      await relay.close();
      await host[Symbol.asyncDispose]();
    },
  };
}
