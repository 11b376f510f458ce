import { type Browser, type Page, chromium } from "playwright-core";
import { RelayProcess } from "../../scripts/proofs/support/relay-process.ts";
import type { Faults, Scene } from "./behaviours.ts";
import { servePage } from "./page.ts";
import { WireProxy } from "./wire-proxy.ts";

/** How long a page may take to be there again after a reload or a restarted relay: its backoff begins at 1 s and doubles, ms. */
const backMs = 30_000;

/** One client's side of the stage: a page of its own in real Chromium, its link, and the proxy in front of the relay. */
export interface Seat extends Scene, AsyncDisposable {
  /** The MCP URL through the proxy. */
  readonly url: string;
}

/** A relay in its own process with its default limits, and a Chromium. */
export class Stage implements AsyncDisposable {
  #relay: RelayProcess;
  readonly #port: number;
  readonly #browser: Browser;
  readonly #page: AsyncDisposable & { readonly url: string };
  readonly #pages = new Set<Page>();

  private constructor(relay: RelayProcess, browser: Browser, page: AsyncDisposable & { readonly url: string }) {
    this.#relay = relay;
    this.#port = Number(new URL(relay.origin).port);
    this.#browser = browser;
    this.#page = page;
  }

  static async open(): Promise<Stage> {
    const relay = await RelayProcess.start();
    const page = await servePage(relay.origin);
    const browser = await chromium.launch({
      executablePath: "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    });
    return new Stage(relay, browser, page);
  }

  /** Opens a page, turns its link on, and puts a proxy before the relay. */
  async seat(): Promise<Seat> {
    const context = await this.#browser.newContext();
    const page = await context.newPage();
    await page.goto(this.#page.url);
    await page.waitForFunction("window.ready === true");
    await page.evaluate("link.open()");
    await linked(page);
    this.#pages.add(page);
    const url = new URL(await page.evaluate<string>("link.url"));
    const proxy = await WireProxy.start(new URL(this.#relay.origin));
    const faults: Faults = {
      killSessions: async () => void (await proxy.killSessions(url.pathname)),
      restartRelay: () => this.#restart(),
      reloadTab: async () => {
        await page.reload();
        await page.waitForFunction("window.ready === true");
        await linked(page);
      },
    };
    return {
      url: `${proxy.origin}${url.pathname}${url.search}`,
      proxy,
      faults,
      [Symbol.asyncDispose]: async () => {
        this.#pages.delete(page);
        await context.close();
        await proxy[Symbol.asyncDispose]();
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    await this.#page[Symbol.asyncDispose]();
    await this.#relay[Symbol.asyncDispose]();
  }

  async #restart(): Promise<void> {
    this.#relay.signal("SIGKILL");
    await this.#relay[Symbol.asyncDispose]();
    this.#relay = await RelayProcess.start({ options: { port: this.#port } });
    if (!(await this.#relay.until("streams", (streams) => streams >= this.#pages.size, backMs)))
      throw new Error("The pages did not come back after the relay's restart");
  }
}

function linked(page: Page): Promise<unknown> {
  return page.waitForFunction('link.state.is === "ready"', undefined, { timeout: backMs });
}
