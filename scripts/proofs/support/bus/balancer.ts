import { once } from "node:events";
import net from "node:net";

export interface Place {
  readonly origin: string;
  isUp: boolean;
}

/**
 * What stands in front of several relay processes: each connection goes to one that says it is well. `first`: the first of them; `turns`: one
 * after the other, so that nothing of a link stays together.
 */
export class Balancer implements AsyncDisposable {
  readonly origin: string;
  policy: "first" | "turns" = "turns";
  readonly #places: Place[] = [];
  readonly #server: net.Server;
  readonly #sockets = new Set<net.Socket>();
  readonly #looking: ReturnType<typeof setInterval>;
  #next = 0;

  private constructor(server: net.Server, port: number) {
    this.#server = server;
    this.origin = `http://127.0.0.1:${port}`;
    server.on("connection", (socket) => this.#join(socket));
    this.#looking = setInterval(() => void this.look(), 100);
  }

  static async open(): Promise<Balancer> {
    const server = net.createServer({ noDelay: true, allowHalfOpen: true }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("The balancer has no port");
    return new Balancer(server, address.port);
  }

  /** Takes a process in, or back in. */
  add(origin: string): void {
    if (!this.#places.some((place) => place.origin === origin)) this.#places.push({ origin, isUp: true });
  }

  /** Asks everyone whether they are well. */
  async look(): Promise<void> {
    await Promise.all(
      this.#places.map(async (place) => {
        place.isUp = await isWell(place.origin);
      }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#looking);
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #join(socket: net.Socket): void {
    const well = this.#places.filter((place) => place.isUp);
    const place = well[this.policy === "first" ? 0 : this.#next++ % Math.max(1, well.length)];
    if (place === undefined) return void socket.destroy();
    const { hostname, port } = new URL(place.origin);
    const far = net.connect({ host: hostname, port: Number(port), noDelay: true, allowHalfOpen: true });
    for (const [one, other] of [
      [socket, far],
      [far, socket],
    ] as const) {
      this.#sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}

async function isWell(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/health`, { signal: AbortSignal.timeout(300), headers: { connection: "close" } });
    const said: unknown = await answer.json();
    return typeof said === "object" && said !== null && "ok" in said && said.ok === true;
  } catch {
    return false; // gone, or stopped
  }
}
