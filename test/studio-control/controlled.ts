import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { type Browser, type Page, chromium } from "playwright-core";
import { readControlFile } from "../../packages/cli/src/studio/control/control-file.ts";
import { Jackfield, fromSource } from "../cli/jackfield.ts";

/** A studio that was started with `--control`, a client of its door, and the page as Playwright sees it. */
export interface Controlled extends AsyncDisposable {
  readonly studio: Jackfield;
  readonly client: Client;
  readonly page: Page;
  /** Where the page is served. */
  readonly origin: string;
  /** A client that starts `jackfield studio mcp --connect`. */
  overStdio(name: string): Promise<Client>;
  call(tool: string, args?: Record<string, unknown>): Promise<Answer>;
}

export interface Answer {
  readonly failed: boolean;
  readonly text: string;
  /** PNG. */
  readonly image: Buffer | undefined;
}

const flags = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];

/** Starts it with a window of its own, to which Playwright connects beside it; or without, and Playwright opens the page as a person would. */
export async function openControlled(how: "window" | "page"): Promise<Controlled> {
  const folder = await mkdtemp(join(tmpdir(), "controlled-"));
  const environment = { HOME: folder, XDG_RUNTIME_DIR: folder };
  const debugPort = await freePort();
  const wrapper = join(folder, "browser");
  await writeFile(wrapper, `#!/bin/sh\nexec chromium --remote-debugging-port=${debugPort} "$@"\n`);
  await chmod(wrapper, 0o755);
  const windowFlags = how === "window" ? ["--window", "--headless", "--browser", wrapper] : [];
  const studio = new Jackfield(
    ["studio", "--json", "--page-port", "0", "--relay-port", "0", "--control", "0", ...windowFlags],
    environment,
  );
  const origin = String((await studio.event("listening"))["page"]).replace(/\/$/, "");
  const port = Number((await studio.event("beside"))["control"]);
  const browser =
    how === "window"
      ? await chromium.connectOverCDP(`http://127.0.0.1:${debugPort}`)
      : await chromium.launch({ executablePath: "/usr/bin/chromium", args: flags });
  const page = how === "window" ? windowPage(browser) : await opened(browser, origin);
  const { token } = await readControlFile(join(folder, "jackfield"), port);
  const client = new Client({ name: "mover", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport as Transport);
  await page.getByRole("button", { name: "Play" }).first().waitFor();
  await controlledBy(client);
  return {
    studio,
    client,
    page,
    origin,
    async overStdio(name) {
      const [command = "", ...args] = fromSource;
      const starter = new Client({ name, version: "1" });
      const env = { ...environment, PATH: process.env["PATH"] ?? "" };
      await starter.connect(
        new StdioClientTransport({ command, args: [...args, "studio", "mcp", "--connect", String(port)], env, stderr: "inherit" }),
      );
      return starter;
    },
    async call(tool, args = {}) {
      const result = (await client.callTool({ name: tool, arguments: args })) as {
        readonly isError?: boolean;
        readonly content: readonly { readonly type: string; readonly text?: string; readonly data?: string }[];
      };
      const image = result.content.find(({ type }) => type === "image")?.data;
      return {
        failed: result.isError === true,
        text: result.content.flatMap(({ text }) => text ?? []).join("\n"),
        image: image === undefined ? undefined : Buffer.from(image, "base64"),
      };
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      if (how === "page") await browser.close();
      studio.child.kill("SIGTERM");
      await studio.end();
      await browser.close().catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until the page has said that it may be moved. */
async function controlledBy(client: Client): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 100) {
    const { tools } = await client.listTools();
    if (tools.some(({ name }) => name === "ui_inspect")) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The page never said that it may be moved");
}

function windowPage(browser: Browser): Page {
  const page = browser.contexts()[0]?.pages()[0];
  if (page === undefined) throw new Error("The window has no page");
  return page;
}

async function opened(browser: Browser, origin: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto(`${origin}/`);
  return page;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (address !== null && typeof address === "object" ? resolve(address.port) : reject(new Error("no port"))));
    });
  });
}
