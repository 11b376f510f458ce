import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Relay, startRelay } from "@jackfield/relay";
import { pages } from "@jackfield/studio-page";
import { type BrowserContext, type Page, chromium } from "playwright-core";
import { treeOf } from "../../../../bench/src/process-tree.ts";
import { bundle } from "../../../../packages/cli/src/demo/bundle.ts";
import { openPageServer } from "../../../../packages/cli/src/demo/page-server.ts";
import { toldBy, turnOn } from "../../../../test/studio-page/linked.ts";
import { type Agent, connectAgent } from "../../../../test/tab/agent.ts";

const flags = "--no-sandbox --disable-gpu --disable-background-networking --no-first-run --disable-component-update --disable-sync".split(
  " ",
);

interface PageServer {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Studio's page in a Chromium that keeps what it is given on a disk, an agent at its link, and the means to end any part of it without a word. An
 * agent's work is the song's title, a number that grows: what it was told is done, was confirmed.
 */
export class StudioInBrowser implements AsyncDisposable {
  readonly #relay: Relay;
  readonly #server: PageServer;
  readonly #profile: string;
  #context: BrowserContext;
  #page: Page;
  #agent: Agent | undefined;
  /** The last piece of work that was confirmed, and how many were. */
  last = 0;
  confirmed = 0;

  private constructor(relay: Relay, server: PageServer, profile: string, context: BrowserContext, page: Page) {
    this.#relay = relay;
    this.#server = server;
    this.#profile = profile;
    this.#context = context;
    this.#page = page;
  }

  /** `folder`: where the browser keeps what it is given. */
  static async open(folder: string = os.tmpdir()): Promise<StudioInBrowser> {
    const relay = await startRelay({ port: 0, limits: { mcpPerMinute: 1_000_000, mcpBurst: 100_000, holderPerMinute: 1_000_000 } });
    const server = await openPageServer({ pages, assets: await bundle(pages), relay: relay.url, port: 0 });
    const profile = fs.mkdtempSync(path.join(folder, "jackfield-browser-"));
    const context = await launch(profile);
    const studio = new StudioInBrowser(relay, server, profile, context, await opened(context, server.origin));
    studio.#agent = await connectAgent(await turnOn(studio.#page), {}, "worker");
    return studio;
  }

  get page(): Page {
    return this.#page;
  }

  get context(): BrowserContext {
    return this.#context;
  }

  get agent(): Agent {
    if (this.#agent === undefined) throw new Error("Nobody is linked");
    return this.#agent;
  }

  /** One more tab, which shows the same song. */
  tab(): Promise<Page> {
    return opened(this.#context, this.#server.origin);
  }

  /** Does the next piece of work. False: it was not confirmed, whether it was done or not. */
  async work(): Promise<boolean> {
    const next = this.last + 1;
    const ops = [{ op: "song.set", title: `Work ${next}` }];
    try {
      const { applied } = await toldBy(this.agent, "apply_ops", { label: `Work ${next}`, ops }, AbortSignal.timeout(20_000));
      if (applied !== true) return false;
    } catch {
      // The page is gone, or the call was ended with it.
      return false;
    }
    this.last = next;
    this.confirmed += 1;
    return true;
  }

  /** Works until `end` resolves, and a little past it. */
  async workUntil(end: Promise<unknown>): Promise<void> {
    let isOver = false;
    void end.finally(() => (isOver = true));
    while (!isOver) if (!(await this.work())) await pause(20);
  }

  /** Waits until the page answers its agent, and says how far the work of the song has come there. */
  async found(): Promise<number> {
    for (let times = 0; times < 150; times++) {
      const told = await toldBy(this.agent, "get_project", {}, AbortSignal.timeout(5_000)).catch(() => undefined);
      const title = told?.["title"];
      if (typeof title === "string") return Number(/^Work (\d+)$/u.exec(title)?.[1] ?? 0);
      await pause(200);
    }
    throw new Error("The page does not answer its agent");
  }

  /** Takes what is found for what the work goes on from. Returns why that is not what it must be. */
  async problem(): Promise<string | undefined> {
    const found = await this.found();
    const before = this.last;
    this.last = Math.max(found, before);
    return found >= before ? undefined : `work ${before} was confirmed, and ${found} is found`;
  }

  /** Ends every renderer of the browser at once. Returns how many. */
  killRenderers(): number {
    const renderers = this.#processes().filter((pid) => commandOf(pid).includes("--type=renderer"));
    for (const pid of renderers) kill(pid);
    return renderers.length;
  }

  /** Ends the whole browser at once. */
  async killBrowser(): Promise<number> {
    const all = this.#processes();
    const gone = new Promise<void>((resolve) => this.#context.once("close", () => resolve()));
    for (const pid of all) kill(pid);
    await Promise.race([gone, pause(5_000)]);
    return all.length;
  }

  /** Closes the page, in the middle of whatever it does. */
  async closePage(): Promise<void> {
    await this.#page.close();
  }

  /** Opens the page anew, as its person would. */
  async reopen({ browser = false }: { readonly browser?: boolean } = {}): Promise<void> {
    if (browser) this.#context = await launch(this.#profile);
    else await this.#page.close().catch(() => undefined); // it has crashed
    this.#page = await opened(this.#context, this.#server.origin);
    if (!browser) return;
    // A browser writes down its settings, the link's secret among them, when it likes: the person links their client again.
    await closed(this.#agent);
    this.#agent = await connectAgent(await turnOn(this.#page), {}, "worker");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await closed(this.#agent);
    await this.#context.close().catch(() => undefined); // it may have been killed
    await this.#server.close();
    await this.#relay.close();
    fs.rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Those of this browser, which names its profile, and their children. */
  #processes(): readonly number[] {
    const [root] = treeOf(process.pid).filter((pid) => commandOf(pid).includes(this.#profile) && !commandOf(pid).includes("--type="));
    return root === undefined ? [] : treeOf(root);
  }
}

/** It may be at a page that is gone. */
async function closed(agent: Agent | undefined): Promise<void> {
  try {
    await agent?.[Symbol.asyncDispose]();
  } catch {
    // There is nothing left to close.
  }
}

function launch(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    executablePath: "/usr/bin/chromium",
    args: flags,
    viewport: { width: 1_200, height: 800 },
  });
}

async function opened(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(origin);
  await page.locator(".st").first().waitFor();
  return page;
}

function commandOf(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "latin1");
  } catch {
    return ""; // it has just ended
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
