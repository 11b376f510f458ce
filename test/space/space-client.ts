import { WebSocket } from "ws";

/** What a peer said: looked at as it came. */
type Said = ReturnType<typeof JSON.parse>;

/** What came from a daemon. */
export interface Reply {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, Said>>;
  readonly result?: Said;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Record<string, unknown> };
}

/** Somebody who speaks the space protocol, written from docs/space-protocol.md and from nothing of the daemon's. */
export class SpaceClient implements AsyncDisposable {
  readonly heard: Reply[] = [];
  readonly socket: WebSocket;
  readonly closed: Promise<number>;
  #id = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("message", (data: Buffer) => void this.heard.push(JSON.parse(String(data)) as Reply));
  }

  static async reach(url: string): Promise<SpaceClient> {
    const socket = new WebSocket(url);
    const client = new SpaceClient(socket);
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    socket.on("error", () => undefined);
    return client;
  }

  static async hello(url: string, token: string, id: string, role: string): Promise<SpaceClient> {
    const client = await SpaceClient.reach(url);
    const { error } = await client.ask("session.hello", { protocol: 1, token, as: { id, name: id, role } });
    if (error !== undefined) throw new Error(error.message);
    return client;
  }

  async ask(method: string, params: object = {}): Promise<Reply> {
    const id = (this.#id += 1);
    this.socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return await this.wait(method, (each) => each.id === id);
  }

  /** The result, where there is one. */
  async get(method: string, params: object = {}): Promise<Said> {
    const { result, error } = await this.ask(method, params);
    if (error !== undefined) throw new Error(`${method}: ${error.message} ${JSON.stringify(error.data ?? {})}`);
    return result;
  }

  /** The first message that is what is waited for, of those that have come and will. */
  async wait(what: string, is: (reply: Reply) => boolean): Promise<Reply> {
    for (let waited = 0; waited < 15_000; waited += 10) {
      const found = this.heard.find(is);
      if (found !== undefined) return found;
      if (this.socket.readyState === WebSocket.CLOSED) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`${what} did not come: ${JSON.stringify(this.heard.slice(-3))}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.terminate();
    await this.closed;
  }
}
