import { type Browser, type BrowserContext, type BrowserContextOptions, type Page, chromium } from "playwright-core";
import { type Relay, startRelay } from "@jackfield/relay";
import { pages } from "@jackfield/studio-page";
import { bundle } from "../../packages/cli/src/demo/bundle.ts";
import { openPageServer } from "../../packages/cli/src/demo/page-server.ts";

/** Studio's page as `jackfield studio` serves it, its relay, and a real Chromium. */
export interface Stage extends AsyncDisposable {
  readonly relay: Relay;
  /** Origin of the page, without a slash at the end. */
  readonly origin: string;
  readonly browser: Browser;
  /** A browser of its own storage, with one tab. */
  open(options?: BrowserContextOptions): Promise<Opened>;
}

/** An open page, with all that it complained of. */
export interface Opened extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors and warnings, uncaught errors and CSP violations, of all of its tabs. */
  readonly complaints: string[];
  /** One more tab of the same browser. */
  tab(): Promise<Page>;
}

const flags =
  "--no-sandbox --disable-gpu --disable-background-networking --disable-quic --no-first-run --disable-component-update --disable-sync --use-fake-device-for-media-stream --use-fake-ui-for-media-stream".split(
    " ",
  );

export async function openStage(): Promise<Stage> {
  const relay = await startRelay({ port: 0, limits: { mcpPerMinute: 1_000_000, mcpBurst: 100_000, holderPerMinute: 1_000_000 } });
  const server = await openPageServer({ pages, assets: await bundle(pages), relay: relay.url, port: 0 });
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: flags });
  return {
    relay,
    origin: server.origin,
    browser,
    async open(options = {}) {
      const context = await browser.newContext({ viewport: { width: 1_360, height: 860 }, colorScheme: "light", ...options });
      const complaints: string[] = [];
      const tab = (): Promise<Page> => openTab(context, server.origin, complaints);
      return { context, complaints, tab, page: await tab(), [Symbol.asyncDispose]: () => context.close() };
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await server.close();
      await relay.close();
    },
  };
}

async function openTab(context: BrowserContext, origin: string, complaints: string[]): Promise<Page> {
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  await page.exposeFunction("complainOfPolicy", (what: string) => complaints.push(`policy: ${what}`));
  await page.addInitScript({
    content:
      'document.addEventListener("securitypolicyviolation", (event) => complainOfPolicy(event.violatedDirective + " " + event.blockedURI))',
  });
  await page.goto(origin);
  await page.locator(".st").first().waitFor();
  return page;
}
