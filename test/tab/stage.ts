import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, type BrowserContext, type Page, chromium } from "playwright-core";
import { type Relay, type RelayLimits, startRelay } from "@jackfield/relay";
import { buildConnect } from "@jackfield/tab/build";
import { type Transport, namedTransport } from "../relay/parcel-lane.ts";
import { bundle } from "./bundles.ts";

/** A real relay, a web server with the built SDK, and a real Chromium. */
export interface Stage extends AsyncDisposable {
  readonly relay: Relay;
  /** Where pages are served, without a slash at the end. */
  readonly web: string;
  readonly browser: Browser;
  /** A new profile. */
  profile(): Promise<BrowserContext>;
  /** Opens a page of the app: `path` is under `web`, and the relay's address is put in. */
  open(context: BrowserContext, path?: string): Promise<Page>;
}

export interface StageOptions {
  readonly limits?: Partial<RelayLimits>;
  /** Relay address that pages use in place of the relay's own. */
  readonly through?: string;
  readonly flags?: readonly string[];
  /** Of the pages' links. Default: that of the suite. */
  readonly transport?: Transport;
}

/** Flags that keep Chromium from doing anything of its own, and let it run where there is no sandbox. */
const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-sync",
  "--no-first-run",
  "--metrics-recording-only",
];

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const transport = options.transport ?? namedTransport();
  const relay = await startRelay({ port: 0, ...(options.limits === undefined ? {} : { limits: options.limits }) });
  const files = new Map([
    ...(await bundle("panel", `export * from "./index.ts"; export * from "./panel/index.ts"; export * from "./socket.ts";`)),
    ...(await buildConnect()),
  ]);
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://page").pathname;
    const file = files.get(path.slice(1));
    if (file !== undefined) {
      response.writeHead(200, { "content-type": "text/javascript", "cache-control": "no-store" });
      response.end(file);
    } else if (path === "/strict.js") {
      response.writeHead(200, { "content-type": "text/javascript", "cache-control": "no-store" });
      response.end(appScript(options.through ?? relay.url, transport));
    } else {
      const page = pages[path] ?? appPage;
      const address = options.through ?? relay.url;
      const connects = path === "/strict" ? `${address} ${address.replace(/^http/, "ws")}` : address;
      const policy = path.startsWith("/strict")
        ? {
            "content-security-policy": `default-src 'none'; script-src 'self'; connect-src ${connects}; require-trusted-types-for 'script'`,
          }
        : {};
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", ...policy });
      response.end(page(address, transport));
    }
  });
  const web = await listening(server);
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: [...quiet, ...(options.flags ?? [])] });
  return {
    relay,
    web,
    browser,
    profile: () => browser.newContext(),
    open: async (context, path = "/") => {
      const page = await context.newPage();
      await page.goto(web + path);
      await page.waitForFunction("window.ready === true");
      return page;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await relay.close();
    },
  };
}

const strictPage = (): string =>
  `<!doctype html><meta charset="utf-8"><title>Notebook</title><jackfield-connect></jackfield-connect><script type="module" src="/strict.js"></script>`;

const pages: Readonly<Record<string, (relay: string, transport: Transport | undefined) => string>> = {
  "/strict": strictPage,
  // Its policy names the relay for HTTP only.
  "/strict-http": strictPage,
  "/webmcp": webMcpPage,
};

/** The app of these tests: a notebook. */
function appPage(relay: string, transport: Transport | undefined): string {
  return `<!doctype html><meta charset="utf-8"><title>Notebook</title><body><script type="module">${appScript(relay, transport)}</script>`;
}

/** Its script. It says what it did in `window.log`. */
function appScript(relay: string, transport: Transport | undefined): string {
  return `
import { createLinks, exposeToWebMcp, webSocket } from "/panel.js";
window.log = [];
window.hold = new Map();
const tools = [
  { name: "read_notes", title: "Read notes", description: "Returns the notes.", effect: "read", foreign: true, run: () => ({ notes: ["milk"] }) },
  { name: "add_note", title: "Add a note", description: "Adds a note and returns how many there are.", effect: "write",
    inputSchema: { type: "object", properties: { text: { type: "string", maxLength: 100 } }, required: ["text"], additionalProperties: false },
    run: ({ text }) => { window.log.push("add " + text); return { count: window.log.length }; } },
  { name: "erase", title: "Erase all notes", description: "Erases every note.", effect: "destructive-write",
    inputSchema: { type: "object", properties: { which: { type: "array", items: { type: "string" } } } },
    run: (input) => { window.log.push("erase " + JSON.stringify(input)); return "Erased"; } },
  { name: "slow", title: "Slow work", description: "Works until it is released.", effect: "read",
    inputSchema: { type: "object", properties: { id: { type: "string" } } },
    run: ({ id }, run) => new Promise((resolve, reject) => { window.hold.set(id ?? "", resolve); run.signal.addEventListener("abort", () => { window.log.push("aborted " + id); reject(run.signal.reason); }); run.progress({ progress: 1, total: 3, message: "begun" }); }) },
  { name: "picture", title: "Picture", description: "Returns a picture of that many bytes.", effect: "read",
    inputSchema: { type: "object", properties: { bytes: { type: "integer" } }, required: ["bytes"] },
    run: ({ bytes }) => ({ width: 4, image: "data:image/png;base64," + "A".repeat(Math.ceil(bytes / 3) * 4) }) },
  { name: "ask_name", title: "Ask a name", description: "Asks for a name and returns it.", effect: "interact",
    run: async (_input, run) => ({ answer: await run.ask({ name: { method: "elicitation/create", params: { message: "Which name?", requestedSchema: { type: "object", properties: { name: { type: "string", title: "Name" } }, required: ["name"] } } } }) }) },
  { name: "wait_for_person", title: "Wait", description: "Waits.", effect: "interact", waits: true,
    inputSchema: { type: "object", properties: { wait_seconds: { type: "number" } } }, run: (input) => ({ waits: input.wait_seconds }) },
  { name: "chain", title: "Chain", description: "Calls another tool, or returns that many letters.", effect: "read",
    inputSchema: { type: "object", properties: { tool: { type: "string" }, input: { type: "object" }, words: { type: "integer" } } },
    run: async ({ tool, input, words }, run) => words ? "x".repeat(words) : run.call(tool, input) },
  { name: "boom", title: "Boom", description: "Throws.", effect: "read", run: () => { throw new Error("the drum broke"); } },
];
window.tools = tools;
const resources = { list: [{ uri: "notes://all", name: "All notes" }], read: async (uri) => uri === "notes://all" ? [{ uri, text: "milk" }] : undefined };
const prompts = [{ name: "tidy", title: "Tidy", arguments: [{ name: "room" }], get: async ({ room }) => ({ messages: [{ role: "user", content: { type: "text", text: "Tidy the " + room } }] }) }];
const complete = async (_ref, { value }) => ({ values: ["kitchen", "hall"].filter((room) => room.startsWith(value)) });
window.links = createLinks({ relay: ${JSON.stringify(relay)}, app: "notebook", title: "Notebook", version: "1.2.3", tools, resources, prompts, complete${transport === "websocket" ? ", transport: webSocket" : ""} });
window.link = links.main;
window.states = [];
link.on("state", (state) => window.states.push(state.is));
window.expose = () => exposeToWebMcp(links);
const panel = document.querySelector("jackfield-connect");
if (panel) panel.links = links;
window.ready = true;
`;
}

/** A page that knows nothing of links: it registers WebMCP tools, and has the one script tag. */
function webMcpPage(relay: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Shop</title><body>
<script type="module" src="/jackfield-connect.js" data-relay="${relay}" data-app="shop"></script>
<script type="module">
window.log = [];
window.offers = new Map();
window.offer = async (tool) => {
  const controller = new AbortController();
  offers.get(tool.name)?.abort();
  offers.set(tool.name, controller);
  await document.modelContext.registerTool(tool, { signal: controller.signal });
};
const start = async () => {
  await offer({ name: "find", title: "Find goods", description: "Finds goods by words.", annotations: { readOnlyHint: true, untrustedContentHint: true },
    inputSchema: { type: "object", properties: { words: { type: "string" } }, required: ["words"] }, execute: ({ words }) => ({ found: [words] }) });
  await offer({ name: "order", title: "Order goods", description: "Orders goods.", inputSchema: { type: "object", properties: { id: { type: "integer" } } },
    execute: ({ id }) => { log.push("order " + id); return { content: [{ type: "text", text: "Ordered " + id }] }; } });
  await offer({ name: "words", description: "Returns words.", annotations: { readOnlyHint: true }, execute: () => "plain words" });
  await offer({ name: "broken", description: "Fails.", annotations: { readOnlyHint: true }, execute: () => { throw new Error("inside"); } });
  await offer({ name: "long", description: "Takes long.", annotations: { readOnlyHint: true }, execute: (_input, options) => new Promise((resolve) => { options?.signal?.addEventListener("abort", () => log.push("long aborted")); window.release = resolve; }) });
  window.ready = true;
};
if (document.modelContext) void start();
else document.addEventListener("modelcontextready", start);
</script>`;
}

/** Turns the page's link on and waits until the relay has it. Its connector URL. */
export async function turnOn(page: Page): Promise<string> {
  await page.evaluate("link.open()");
  await page.waitForFunction('link.state.is === "ready"');
  return page.evaluate<string>("link.url");
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
