import { randomBytes, timingSafeEqual } from "node:crypto";
import { Fault } from "@jackfield/contract";
import { httpDoor } from "@jackfield/doors";
import { createHost, openToolsets } from "@jackfield/gate";
import { nodePorts } from "@jackfield/gate/node";
import type { Environment } from "../../config.ts";
import type { PageTaker } from "../../demo/page-server.ts";
import type { Beside, Running } from "../../demo/serve-page.ts";
import type { Voice } from "../../voice.ts";
import { AppWindow } from "./app-window.ts";
import { controlFolder, writeControlFile } from "./control-file.ts";
import { ControlledPage, type Taken } from "./controlled-page.ts";
import { windowTools } from "./window-tools.ts";
import { WindowSurface } from "./window-surface.ts";

export interface ControlOptions {
  /** Port of the door that `jackfield studio mcp --connect` finds. Undefined: a window, and no door. */
  readonly port: number | undefined;
  /** Opens the page in a window of its own browser, and moves that. */
  readonly window?: { readonly program: string; readonly headless: boolean; readonly withoutSandbox: boolean };
  readonly version: string;
  readonly environment: Environment;
  readonly temporary: string;
  readonly voice: Voice;
}

/**
 * Lets programs of this user move the page: a door on this computer with a token that only an owner-only file has. The page says by itself
 * which link of its own is meant (`taker`); with a window, only the page in it is believed.
 */
export class Control implements Beside {
  readonly #options: ControlOptions;
  readonly #key = randomBytes(24).toString("base64url");
  #page: ControlledPage | undefined;

  constructor(options: ControlOptions) {
    this.#options = options;
  }

  readonly taker: PageTaker = {
    take: (token, key) => this.#take(token, key),
  };

  async open(pageOrigin: string, relay: string): Promise<Running> {
    const { port } = this.#options;
    const closers: (() => Promise<void>)[] = [];
    const close = async (): Promise<void> => {
      for (const each of closers.splice(0).toReversed()) await each();
    };
    try {
      const window = await this.#window(pageOrigin);
      if (window !== undefined) closers.push(() => window.close());
      const door = port === undefined ? undefined : await this.#door(port, relay, window);
      if (door !== undefined) closers.push(door.close);
      const hasWindow = window !== undefined;
      return {
        words: door === undefined ? [] : wordsOf(door.port, hasWindow),
        about: { window: hasWindow, ...(door === undefined ? {} : { control: door.port }) },
        ended: window?.ended,
        [Symbol.asyncDispose]: close,
      };
    } catch (thrown) {
      await close();
      throw thrown;
    }
  }

  /** Opens the door, and returns what closes it with all that is behind it. */
  async #door(port: number, relay: string, window: AppWindow | undefined): Promise<{ port: number; close: () => Promise<void> }> {
    const { version, environment, voice } = this.#options;
    const added = window === undefined ? [] : windowTools(new WindowSurface(window));
    const page = new ControlledPage({ relay, version, instructions, added });
    const host = createHost(await openToolsets([page]), {
      policy: { ask: "none" },
      ports: nodePorts,
      onFault: (fault, call) => voice.note({ event: "fault", code: fault.code }, `${call.name}: ${fault.message}`),
    });
    const token = randomBytes(32).toString("base64url");
    const door = await httpDoor(host, { port, token });
    const close = async (): Promise<void> => {
      await door.close();
      await host[Symbol.asyncDispose]();
    };
    try {
      if (door.moved && port !== 0)
        throw new Fault("config", `Cannot listen on port ${port}: it is taken`, { hint: "Name another port with --control" });
      const forget = await writeControlFile(controlFolder(environment), { port: door.port, token });
      this.#page = page;
      return {
        port: door.port,
        close: async () => {
          await forget();
          await close();
        },
      };
    } catch (thrown) {
      await close();
      throw thrown;
    }
  }

  async #window(pageOrigin: string): Promise<AppWindow | undefined> {
    const { window, environment, temporary } = this.#options;
    if (window === undefined) return undefined;
    const opened = await AppWindow.open({ ...window, url: blank, temporary, environment });
    // Neither in the address nor in the process list: the page in this window is the only one that has it.
    await opened.call("Page.addScriptToEvaluateOnNewDocument", {
      source: `globalThis[Symbol.for("jackfield.control.key")] = ${JSON.stringify(this.#key)};`,
    });
    await opened.call("Page.navigate", { url: `${pageOrigin}/` });
    return opened;
  }

  async #take(token: string, key: string | undefined): Promise<Taken | "another-page"> {
    if (this.#options.window !== undefined && !sameText(key ?? "", this.#key)) return "another-page";
    if (this.#page === undefined) throw new Fault("busy");
    return this.#page.take(token);
  }
}

function wordsOf(port: number, hasWindow: boolean): readonly string[] {
  return [
    "",
    `  Programs of yours may move ${hasWindow ? "the window" : "the page, once it is open"}: for Claude Code`,
    "",
    `       claude mcp add studio -- jackfield studio mcp --connect ${port}`,
  ];
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const instructions =
  "The studio page that a person has open on this computer: the studio's own tools, and beside them screenshot, ui_inspect, ui_set, menu_invoke, " +
  "click, drag and key, which move the page as a hand would. Connect, Review and questions to the person are refused. Without the page there are no tools.";

/** An empty page that a browser opens in a window without its own bars; of `about:blank` it makes a new tab. */
const blank = "data:text/html,<title>Studio</title>";
