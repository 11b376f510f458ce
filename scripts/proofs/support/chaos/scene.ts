import { pause } from "../../../../bench/src/load.ts";
import { type RawHolder, newLinkKeys } from "../../../../bench/src/raw-holder.ts";
import { echoHolder } from "../backpressure/watch.ts";
import { RelayProcess } from "../relay-process.ts";
import { PageInBrowser } from "./browser.ts";
import { Caller } from "./caller.ts";
import { Child } from "./child.ts";

/** The relay's limits here: a stopped page is given up after 5 s without progress instead of 30, all else stands. */
const options = {
  limits: {
    callMs: 5000,
    mcpPerMinute: 6000,
    mcpBurst: 1000,
    requestsPerMinute: 60_000,
    holderPerMinute: 6000,
    newLinksPerMinute: 600,
    reconnectsPerMinute: 600,
  },
};

/** Everybody who must not bring down everybody else. */
export class ChaosScene implements AsyncDisposable {
  relay: RelayProcess;
  holder: Child;
  readonly page: PageInBrowser;
  /** Clients behind the Node holder, the page, and the bystander's holder. */
  readonly toHolder: Caller;
  readonly toPage: Caller;
  readonly toBystander: Caller;
  readonly holderUrl: string;
  readonly #keys: { readonly secret: string; readonly token: string };
  readonly #port: number;
  #bystander: RawHolder;

  private constructor(
    relay: RelayProcess,
    page: PageInBrowser,
    pageUrl: string,
    keys: { readonly secret: string; readonly token: string },
    bystander: RawHolder,
  ) {
    this.relay = relay;
    this.page = page;
    this.#keys = keys;
    this.#bystander = bystander;
    this.#port = Number(new URL(relay.origin).port);
    this.holder = new Child(new URL("holder.ts", import.meta.url), [relay.origin, keys.secret]);
    this.holderUrl = `${relay.origin}/s/${keys.token}/mcp`;
    this.toHolder = new Caller(this.holderUrl);
    this.toPage = new Caller(pageUrl);
    this.toBystander = new Caller(bystander.mcpUrl);
  }

  static async open(): Promise<ChaosScene> {
    const relay = await RelayProcess.start({ options, cores: "0" });
    const page = await PageInBrowser.open(relay.origin);
    const bystander = await echoHolder(relay).start();
    const scene = new ChaosScene(relay, page, await page.url(), newLinkKeys(), bystander);
    if (!(await scene.holder.says("open", 20_000))) throw new Error("The Node holder did not open its link");
    return scene;
  }

  /** A new relay on the old one's port. The bystander's raw holder has no reconnection of its own: it is started again. */
  async restartRelay(): Promise<void> {
    await this.relay[Symbol.asyncDispose]();
    this.relay = await RelayProcess.start({ options: { ...options, port: this.#port }, cores: "0" });
    const { keys } = this.#bystander;
    this.#bystander.destroy();
    this.#bystander = await echoHolder(this.relay, 2, keys).start();
  }

  /** A new holder process with the same secret. */
  async restartHolder(): Promise<void> {
    await this.holder[Symbol.asyncDispose]();
    this.holder = new Child(new URL("holder.ts", import.meta.url), [this.relay.origin, this.#keys.secret]);
    if (!(await this.holder.says("open", 20_000))) throw new Error("The new Node holder did not open its link");
  }

  /** Calls through the bystander's link all the while. Its slowest call, and those that were not answered. */
  async beside<Value>(
    work: () => Promise<Value>,
  ): Promise<{ readonly value: Value; readonly slowest: number; readonly calls: number; readonly failed: number }> {
    let running = true;
    let slowest = 0;
    let calls = 0;
    let failed = 0;
    const looping = (async () => {
      while (running) {
        const { how, ms } = await this.toBystander.call("echo", {});
        if (how === "answered") slowest = Math.max(slowest, ms);
        else failed += 1;
        calls += 1;
        await pause(25);
      }
    })();
    try {
      const value = await work();
      return { value, slowest, calls, failed };
    } finally {
      running = false;
      await looping;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.holder[Symbol.asyncDispose]();
    await this.page[Symbol.asyncDispose]();
    this.#bystander.destroy();
    this.relay.signal("SIGCONT");
    await this.relay[Symbol.asyncDispose]();
  }
}
