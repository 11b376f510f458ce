import { type Browser, type BrowserContext, type BrowserContextOptions, type Page, chromium } from "playwright-core";
import { pages as sequencerPages } from "@jackfield/example-sequencer";
import { type Relay, startRelay } from "@jackfield/relay";
import { pages as sharedPages } from "@jackfield/web";
import { bundle } from "../../packages/cli/src/demo/bundle.ts";
import { openPageServer } from "../../packages/cli/src/demo/page-server.ts";

/** The sequencer as `npm start` serves it, its relay, and a real Chromium. */
export interface Stage extends AsyncDisposable {
  readonly relay: Relay;
  /** Origin of the page, without a slash at the end. */
  readonly origin: string;
  readonly browser: Browser;
  open(options?: OpenOptions): Promise<Opened>;
}

export interface OpenOptions extends BrowserContextOptions {
  readonly path?: string;
  /** Runs before the page's own script. */
  readonly before?: (page: Page) => Promise<unknown>;
}

/** An open page, with all that it complained of. */
export interface Opened extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors and warnings, uncaught errors and CSP violations. */
  readonly complaints: string[];
}

const flags =
  "--no-sandbox --disable-gpu --disable-background-networking --disable-quic --no-first-run --disable-component-update --disable-sync".split(
    " ",
  );

export async function openStage(): Promise<Stage> {
  // These tests make in a minute what an agent makes in an hour.
  const relay = await startRelay({ port: 0, limits: { mcpPerMinute: 1_000_000, mcpBurst: 100_000, holderPerMinute: 1_000_000 } });
  const pages = [...sequencerPages, ...sharedPages];
  const server = await openPageServer({ pages, assets: await bundle(pages), relay: relay.url, port: 0 });
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: flags });
  return {
    relay,
    origin: server.origin,
    browser,
    open: (options = {}) => openPage(browser, server.origin, options),
    async [Symbol.asyncDispose]() {
      await browser.close();
      await server.close();
      await relay.close();
    },
  };
}

async function openPage(browser: Browser, origin: string, { path = "/", before, ...options }: OpenOptions): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, colorScheme: "light", ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  await page.exposeFunction("complainOfPolicy", (what: string) => complaints.push(`policy: ${what}`));
  await page.addInitScript({
    content:
      'document.addEventListener("securitypolicyviolation", (event) => complainOfPolicy(event.violatedDirective + " " + event.blockedURI))',
  });
  await before?.(page);
  await page.goto(origin + path);
  await page.locator(".sx, .kit").first().waitFor();
  return { page, context, complaints, [Symbol.asyncDispose]: () => context.close() };
}
