import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { httpDoor, linkHolder } from "@jackfield/doors";
import { startRelay } from "@jackfield/relay";
import { newSecret } from "@jackfield/wire";
import { conformanceToolset } from "../fixtures/conformance/index.ts";
import { openHost } from "../fixtures/open-host.ts";

/** How a client reaches the conformance toolset: an address, or a command to start. */
export type Way =
  | { readonly is: "http"; readonly url: URL }
  | { readonly is: "stdio"; readonly command: string; readonly args: readonly string[] };

/** One place with the toolset behind a door of its own. */
export interface Place extends AsyncDisposable {
  readonly way: Way;
}

/** Every door there is. */
export const places: Readonly<Record<string, () => Promise<Place>>> = {
  "local HTTP": async () => {
    const host = await openHost(conformanceToolset);
    const door = await httpDoor(host, { port: 0 });
    return {
      way: { is: "http", url: new URL(door.url) },
      async [Symbol.asyncDispose]() {
        await door.close();
        await host[Symbol.asyncDispose]();
      },
    };
  },
  stdio: async () => ({
    way: {
      is: "stdio",
      command: process.execPath,
      args: ["--conditions=@jackfield/source", "--import", "tsx", fileURLToPath(new URL("stdio-system.ts", import.meta.url))],
    },
    [Symbol.asyncDispose]: async () => undefined,
  }),
  "relay link": async () => {
    const host = await openHost(conformanceToolset);
    // A test does in seconds what an agent does in an hour.
    const relay = await startRelay({ port: 0, limits: { mcpPerMinute: 10_000, mcpBurst: 1_000 } });
    const holder = linkHolder(host, { relay: relay.url, secret: newSecret(randomBytes) });
    await new Promise<void>((resolve) => {
      holder.on((event) => {
        if (event.is === "state" && event.state === "open") resolve();
      });
    });
    return {
      way: { is: "http", url: new URL(holder.url) },
      async [Symbol.asyncDispose]() {
        await holder.close();
        await relay.close();
        await host[Symbol.asyncDispose]();
      },
    };
  },
};
