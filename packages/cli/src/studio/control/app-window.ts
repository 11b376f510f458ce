import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { Fault } from "@jackfield/contract";
import { BrowserPipe } from "./browser-pipe.ts";
import { windowCeilings } from "./ceilings.ts";

export interface AppWindowOptions {
  /** The browser's program. */
  readonly program: string;
  readonly url: string;
  /** The browser's profile is made in it and removed again. */
  readonly temporary: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Without a screen: what it draws is the same. */
  readonly headless?: boolean;
  /** A browser refuses its own sandbox to root; where this program runs as root it goes without. */
  readonly withoutSandbox?: boolean;
  /** Pixels. Default 1280 × 800. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** A point of the page, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A window of a browser of its own, with one page in it. It is driven as a hand would: its events are real. */
export class AppWindow implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #profile: string;
  readonly #pipe: BrowserPipe;
  readonly #session: string;
  /** Resolves when it has been closed, by us or by the person. */
  readonly ended: Promise<void>;
  #closing: Promise<void> | undefined;

  private constructor(child: ChildProcess, profile: string, pipe: BrowserPipe, session: string, ended: Promise<void>) {
    this.#child = child;
    this.#profile = profile;
    this.#pipe = pipe;
    this.#session = session;
    this.ended = ended;
  }

  /** Starts the browser and opens the page. Throws Fault `config` where it cannot be started. */
  static async open(options: AppWindowOptions): Promise<AppWindow> {
    const profile = await mkdtemp(join(options.temporary, "jackfield-window-"));
    const child = spawn(options.program, argumentsOf(options, profile), {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
      env: options.environment,
    });
    let pipe: BrowserPipe | undefined;
    const ended = new Promise<void>((resolve) => {
      child.once("error", () => resolve());
      child.once("exit", () => resolve());
    });
    void ended.then(() => pipe?.end());
    const timer = setTimeout(() => child.kill("SIGKILL"), windowCeilings.browserStartMs.value);
    try {
      pipe = new BrowserPipe(
        child.stdio[4] as Readable,
        child.stdio[3] as Writable,
        () => undefined,
        () => child.kill("SIGTERM"),
      );
      const session = await attached(pipe, ended);
      return new AppWindow(child, profile, pipe, session, ended);
    } catch (cause) {
      child.kill("SIGKILL");
      await ended;
      await forget(profile);
      throw new Fault("config", `Cannot open a window with ${JSON.stringify(options.program)}`, {
        hint: "Start it by hand to see why, or name another browser with --browser",
        cause,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** One command of the protocol to the page. */
  call(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<Readonly<Record<string, unknown>>> {
    return this.#pipe.call(method, params, this.#session);
  }

  /** PNG of what the page shows, base64. */
  async screenshot(): Promise<string> {
    const { data } = await this.call("Page.captureScreenshot", { format: "png", optimizeForSpeed: false });
    if (typeof data !== "string") throw new Fault("tool_failed", "The window drew nothing");
    return data;
  }

  /** The value of an expression in the page, which must be JSON. */
  async evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.call("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails !== undefined)
      throw new Fault("tool_failed", "The page could not say", { internal: JSON.stringify(exceptionDetails).slice(0, 500) });
    return (result as { readonly value?: unknown } | undefined)?.value;
  }

  /** Closes the window and removes its profile. Twice does no harm. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    // Told first, so that it writes what it has to; a browser that does not listen is ended.
    await Promise.race([this.#pipe.call("Browser.close").catch(() => undefined), this.ended]);
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), 3_000);
    await this.ended;
    clearTimeout(timer);
    this.#pipe.end();
    await forget(this.#profile);
  }
}

function argumentsOf({ url, headless, withoutSandbox, size }: AppWindowOptions, profile: string): readonly string[] {
  const { width, height } = size ?? { width: 1280, height: 800 };
  return [
    `--user-data-dir=${profile}`,
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-sync",
    "--disable-component-update",
    // An agent plays before anybody has clicked.
    "--autoplay-policy=no-user-gesture-required",
    `--window-size=${width},${height}`,
    ...(headless === true ? ["--headless=new", "--hide-scrollbars"] : []),
    ...(withoutSandbox === true ? ["--no-sandbox"] : []),
    `--app=${url}`,
  ];
}

/** The session of the one page, once it is there. */
async function attached(pipe: BrowserPipe, ended: Promise<void>): Promise<string> {
  const over = ended.then(() => {
    throw new Fault("far_end_gone", "The browser ended at once");
  });
  for (;;) {
    const found = await Promise.race([pipe.call("Target.getTargets"), over]);
    const page = (found["targetInfos"] as readonly { readonly type: string; readonly targetId: string }[]).find(
      ({ type }) => type === "page",
    );
    if (page === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      continue;
    }
    const { sessionId } = await Promise.race([pipe.call("Target.attachToTarget", { targetId: page.targetId, flatten: true }), over]);
    if (typeof sessionId !== "string") throw new Fault("tool_failed", "The browser gave no session");
    await pipe.call("Page.enable", {}, sessionId);
    await pipe.call("Runtime.enable", {}, sessionId);
    return sessionId;
  }
}

/** A browser writes to its profile for a moment after it has ended. */
function forget(profile: string): Promise<void> {
  return rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
