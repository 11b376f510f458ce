import { randomBytes } from "node:crypto";
import type { Relay, RelayOptions } from "@jackfield/relay";
import { startTestRelay } from "../relay/rig.ts";
import { NatsServer } from "./nats-server.ts";

export type TestRelay = Relay & { readonly lines: string[] };

/** Processes of one relay on a nats-server of their own. They are relays in this process: nothing but the bus joins them. */
export class BusRig implements AsyncDisposable {
  readonly nats: NatsServer;
  readonly relays: TestRelay[] = [];
  readonly #options: RelayOptions;

  private constructor(nats: NatsServer, options: RelayOptions) {
    this.nats = nats;
    const limits = { busNoticeMs: 0, ...options.bus?.limits };
    this.#options = { sessionKey: randomBytes(32), ...options, bus: { servers: [nats.url], limits } };
  }

  static async start(count: number, options: RelayOptions = {}): Promise<BusRig> {
    const rig = new BusRig(await NatsServer.start(), options);
    for (let at = 0; at < count; at += 1) await rig.add();
    return rig;
  }

  /** One more process. */
  async add(options: RelayOptions = {}): Promise<TestRelay> {
    const relay = await startTestRelay({ ...this.#options, ...options });
    this.relays.push(relay);
    return relay;
  }

  at(index: number): TestRelay {
    const relay = this.relays[index];
    if (relay === undefined) throw new Error(`There is no relay ${index}`);
    return relay;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const relay of this.relays) await relay.close();
    await this.nats[Symbol.asyncDispose]();
  }
}

/** The same link at another process. */
export function mcpAt(relay: Relay, token: string): string {
  return `${relay.url}/s/${token}/mcp`;
}
