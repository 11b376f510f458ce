import { Fault } from "@jackfield/contract";
import { type TextPeer, type TextPort, openSocket } from "@jackfield/doors";
import { cliCeilings } from "../../ceilings.ts";

/** Who the page's person is to the space. */
export interface SpaceMember {
  readonly id: string;
  readonly name: string;
  readonly role: string;
}

export interface SpacePipeOptions {
  /** The daemon's `ws://localhost:PORT/space`. */
  readonly url: string;
  /** The daemon's: it goes no further than this process. */
  readonly token: string;
  readonly as: SpaceMember;
}

/** Close codes of the space protocol (docs/space-protocol.md §9). */
const comeAgain = 1012;
const noMessage = 4400;

/**
 * Leads a page's WebSocket to a space's daemon. The page's greeting is taken as who the page's person is, whatever it says of itself; all else goes
 * through as it is, both ways.
 */
export function spacePipe(options: SpacePipeOptions): (page: TextPort) => TextPeer {
  return (page) => new SpacePipe(page, options);
}

class SpacePipe implements TextPeer {
  readonly #page: TextPort;
  readonly #options: SpacePipeOptions;
  /** What the page said before the daemon was reached. */
  #early: string[] = [];
  #daemon: TextPort | undefined;
  #isGreeted = false;
  #isOver = false;

  constructor(page: TextPort, options: SpacePipeOptions) {
    this.#page = page;
    this.#options = options;
    openSocket(options.url, {
      receive: (text) => page.send(text),
      closed: (code) => this.#end(code),
    }).then(
      (daemon) => this.#reached(daemon),
      () => this.#end(comeAgain),
    );
  }

  receive(text: string): void {
    const said = this.#isGreeted ? text : this.#greeting(text);
    if (said === undefined) return this.#end(noMessage);
    this.#isGreeted = true;
    if (this.#daemon !== undefined) return this.#daemon.send(said);
    this.#early.push(said);
    if (this.#early.length > cliCeilings.earlyMessages.value) this.#end(noMessage);
  }

  closed(): void {
    this.#isOver = true;
    this.#early = [];
    this.#daemon?.close(1000, "the page went");
  }

  #reached(daemon: TextPort): void {
    if (this.#isOver) return daemon.close(1000, "the page went");
    this.#daemon = daemon;
    for (const text of this.#early.splice(0)) daemon.send(text);
  }

  #end(code: number): void {
    if (this.#isOver) return;
    this.closed();
    // Codes that only a broken connection has cannot be sent.
    this.#page.close(code === 1005 || code === 1006 ? comeAgain : code, "the space");
  }

  /** The page's hello with what this process knows in the place of what the page says. */
  #greeting(text: string): string | undefined {
    const { token, as } = this.#options;
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value !== "object" || value === null || !("method" in value) || value.method !== "session.hello") return undefined;
      const id = "id" in value ? value.id : undefined;
      if (typeof id !== "number") return undefined;
      return JSON.stringify({ jsonrpc: "2.0", id, method: "session.hello", params: { protocol: 1, token, as } });
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw Fault.from(error);
    }
  }
}
