import { randomBytes } from "node:crypto";
import type { Host } from "@jackfield/contract";
import { httpDoor, linkHolder, stdioDoor } from "@jackfield/doors";
import { startRelay } from "@jackfield/relay";
import { newSecret } from "@jackfield/wire";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { reachDirect } from "./direct.ts";
import { type Era, reachMcp } from "./mcp-client.ts";
import { pipes } from "./pipes.ts";
import type { Answers, Reach } from "./reach.ts";

/** Opens a door onto a host, and a client at it. */
export type Doorway = (host: Host, answers: Answers) => Promise<Reach>;

/** Every way to a host that there is. A new door is a line here, and nothing else in the matrix changes. */
export const doorways: Readonly<Record<string, Doorway>> = {
  direct: (host, answers) => Promise.resolve(reachDirect(host, answers)),
  "stdio 2025": (host, answers) => throughStdio(host, answers, "2025-11-25"),
  "stdio 2026": (host, answers) => throughStdio(host, answers, "2026-07-28"),
  "http 2025": (host, answers) => throughHttp(host, answers, "2025-11-25"),
  "http 2026": (host, answers) => throughHttp(host, answers, "2026-07-28"),
  "link 2025": (host, answers) => throughLink(host, answers, "2025-11-25"),
  "link 2026": (host, answers) => throughLink(host, answers, "2026-07-28"),
};

// The gate's limits are what is tried: those of doors and relay are out of its way.
const doorLimits = { callsPerClient: 256, calls: 256 };

async function throughStdio(host: Host, answers: Answers, era: Era): Promise<Reach> {
  const { input, output, transport } = pipes();
  const door = stdioDoor(host, { input, output, limits: { ...doorLimits, endMs: 200 } });
  return reachMcp(transport, era, answers, () => door.close());
}

async function throughHttp(host: Host, answers: Answers, era: Era): Promise<Reach> {
  const { url, close } = await addresses.http(host);
  return reachMcp(new StreamableHTTPClientTransport(new URL(url)), era, answers, close);
}

async function throughLink(host: Host, answers: Answers, era: Era): Promise<Reach> {
  const { url, close } = await addresses.link(host);
  return reachMcp(new StreamableHTTPClientTransport(new URL(url)), era, answers, close);
}

/** Where clients find a host over HTTP. */
export interface Address {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export const addresses = {
  http: async (host: Host): Promise<Address> => {
    const door = await httpDoor(host, { port: 0, limits: doorLimits });
    return { url: door.url, close: () => door.close() };
  },
  link: async (host: Host): Promise<Address> => {
    const relay = await startRelay({ port: 0, tickMs: 10, limits: { mcpPerMinute: 100_000, mcpBurst: 10_000, drainMs: 200 } });
    const holder = linkHolder(host, { relay: relay.url, secret: newSecret(randomBytes), limits: doorLimits });
    await new Promise<void>((resolve) => {
      holder.on((event) => {
        if (event.is === "state" && event.state === "open") resolve();
      });
    });
    return {
      url: holder.url,
      close: async () => {
        await holder.close();
        await relay.close();
      },
    };
  },
} as const;
