import { type AddressInfo, type Socket, connect, createServer } from "node:net";

/** A cable between browser and relay: it can go dead without anyone hanging up, as a network does when a laptop changes rooms. */
export interface Cable extends AsyncDisposable {
  readonly url: string;
  /** From now on no byte passes, either way, and nothing is closed. */
  die(): void;
  /** Cuts every connection that is open. */
  cut(): void;
  /** Bytes of new connections pass again. */
  mend(): void;
  /** New connections since the last look. */
  dialled(): number;
}

export async function openCable(target: () => URL): Promise<Cable> {
  const sockets = new Set<Socket>();
  let dead = false;
  let dialled = 0;
  const server = createServer((near) => {
    dialled++;
    sockets.add(near);
    near.on("error", () => undefined);
    near.on("close", () => sockets.delete(near));
    if (dead) return;
    const { hostname, port } = target();
    const far = connect(Number(port), hostname);
    sockets.add(far);
    far.on("error", () => near.destroy());
    far.on("close", () => (sockets.delete(far), dead || near.destroy()));
    near.on("close", () => dead || far.destroy());
    near.on("data", (bytes) => dead || far.write(bytes));
    far.on("data", (bytes) => dead || near.write(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    die: () => void (dead = true),
    cut: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    mend: () => void (dead = false),
    dialled: () => {
      const count = dialled;
      dialled = 0;
      return count;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
