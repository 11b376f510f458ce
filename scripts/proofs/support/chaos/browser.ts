import fs from "node:fs";
import { type Browser, type BrowserServer, type Page, chromium } from "playwright-core";
import { treeOf } from "../../../../bench/src/process-tree.ts";
import { servePage } from "../../../../test/clients/page.ts";

/** A real Chromium with the test page in it, whose renderer can be found and signalled. */
export class PageInBrowser implements AsyncDisposable {
  readonly #server: BrowserServer;
  readonly #browser: Browser;
  readonly #site: AsyncDisposable & { readonly url: string };
  #page: Page;

  private constructor(server: BrowserServer, browser: Browser, site: AsyncDisposable & { readonly url: string }, page: Page) {
    this.#server = server;
    this.#browser = browser;
    this.#site = site;
    this.#page = page;
  }

  /** Opens the page and turns its link on. */
  static async open(relay: string): Promise<PageInBrowser> {
    const site = await servePage(relay);
    const server = await chromium.launchServer({
      executablePath: "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    });
    const browser = await chromium.connect(server.wsEndpoint());
    const context = await browser.newContext();
    const opened = new PageInBrowser(server, browser, site, await context.newPage());
    await opened.#load();
    await opened.#page.evaluate("link.open()");
    await opened.ready(30_000);
    return opened;
  }

  /** The MCP address of its link. */
  url(): Promise<string> {
    return this.#page.evaluate<string>("link.url");
  }

  /** Waits until its link is up. */
  async ready(ms: number): Promise<void> {
    await this.#page.waitForFunction('link.state.is === "ready"', undefined, { timeout: ms });
  }

  /** Signals every renderer process of this browser. Returns how many. */
  signalRenderers(signal: NodeJS.Signals): number {
    const pid = this.#server.process().pid ?? 0;
    const renderers = treeOf(pid).filter((each) => isRenderer(each));
    for (const renderer of renderers) process.kill(renderer, signal);
    return renderers.length;
  }

  /** Closes the crashed page and opens it again, as its person would. */
  async reopen(): Promise<void> {
    const context = this.#page.context();
    await this.#page.close().catch(() => undefined); // it has crashed
    this.#page = await context.newPage();
    await this.#load();
    await this.ready(30_000);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.signalRenderers("SIGCONT");
    await this.#browser.close();
    await this.#server.close();
    await this.#site[Symbol.asyncDispose]();
  }

  async #load(): Promise<void> {
    await this.#page.goto(this.#site.url);
    await this.#page.waitForFunction("window.ready === true");
  }
}

function isRenderer(pid: number): boolean {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("--type=renderer");
  } catch {
    return false; // it has just ended
  }
}
