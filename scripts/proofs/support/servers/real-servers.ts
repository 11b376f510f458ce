import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { installServer } from "../../../../test/clients/install.ts";
import type { Step } from "../../../../test/clients/script.ts";

/** What a step must have shown: a text, or an image. */
export interface Wanted {
  readonly step: Step;
  readonly text?: string;
  readonly image?: boolean;
}

/** A server that people use, how it is started, and a short errand with it. */
export interface RealServer {
  readonly name: string;
  /** The command, once it is installed. `page`: an address where a page is served. */
  start(page: string, signal: AbortSignal): Promise<{ readonly command: readonly string[]; readonly errand: readonly Wanted[] }>;
}

const chromium = "/usr/bin/chromium";
const browser = (call: string, args: Readonly<Record<string, unknown>>): Step => ({ call, args });

export const realServers: readonly RealServer[] = [
  {
    name: "server-everything 2026.8.31",
    async start(_page, signal) {
      const folder = await installServer("everything", { "@modelcontextprotocol/server-everything": "2026.8.31" }, signal);
      return {
        command: [process.execPath, path.join(folder, "node_modules/@modelcontextprotocol/server-everything/dist/index.js"), "stdio"],
        errand: [
          { step: { call: "echo", args: { message: "one cord joins any two" } }, text: "one cord joins any two" },
          { step: { call: "get-sum", args: { a: 19, b: 23 } }, text: "42" },
          { step: { call: "get-tiny-image", args: {} }, image: true },
        ],
      };
    },
  },
  {
    name: "server-filesystem 2026.8.31",
    async start(_page, signal) {
      const folder = await installServer("filesystem", { "@modelcontextprotocol/server-filesystem": "2026.8.31" }, signal);
      const notes = await fs.mkdtemp(path.join(os.tmpdir(), "jackfield-notes-"));
      const file = path.join(notes, "patch.txt");
      await fs.writeFile(file, "channel one: piano\n");
      return {
        command: [process.execPath, path.join(folder, "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js"), notes],
        errand: [
          { step: { call: "read_text_file", args: { path: file } }, text: "channel one: piano" },
          { step: { call: "write_file", args: { path: path.join(notes, "new.txt"), content: "channel two: bass" } }, text: "new.txt" },
          { step: { call: "list_directory", args: { path: notes } }, text: "new.txt" },
        ],
      };
    },
  },
  {
    name: "@playwright/mcp 0.0.83",
    async start(page, signal) {
      const folder = await installServer("playwright", { "@playwright/mcp": "0.0.83" }, signal);
      return {
        command: [
          process.execPath,
          path.join(folder, "node_modules/@playwright/mcp/cli.js"),
          ...["--headless", "--isolated", "--no-sandbox", "--executable-path", chromium],
        ],
        errand: [
          { step: browser("browser_navigate", { url: page }), text: "Patch panel" },
          { step: browser("browser_snapshot", {}), text: "Every line ends here" },
          { step: browser("browser_take_screenshot", {}), image: true },
        ],
      };
    },
  },
  {
    name: "chrome-devtools-mcp 1.11.0",
    async start(page, signal) {
      const folder = await installServer("chrome-devtools", { "chrome-devtools-mcp": "1.11.0" }, signal);
      const { bin } = JSON.parse(await fs.readFile(path.join(folder, "node_modules/chrome-devtools-mcp/package.json"), "utf8")) as {
        bin: Readonly<Record<string, string>>;
      };
      return {
        command: [
          process.execPath,
          path.join(folder, "node_modules/chrome-devtools-mcp", bin["chrome-devtools-mcp"] ?? ""),
          ...["--headless", "--isolated", "--executablePath", chromium, "--chromeArg=--no-sandbox"],
        ],
        errand: [
          { step: browser("navigate_page", { pageId: 1, type: "url", url: page }), text: page },
          { step: browser("take_snapshot", { pageId: 1 }), text: "Every line ends here" },
          { step: browser("take_screenshot", { pageId: 1 }), image: true },
        ],
      };
    },
  },
];
