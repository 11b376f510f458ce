import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { AnyTool, Toolset } from "@jackfield/contract";
import { jsonSchema } from "@jackfield/contract/schema";
import { type LinkHolder, linkHolder } from "@jackfield/doors";
import { pause } from "../../../../bench/src/load.ts";
import { NatsServer } from "../../../../test/bus/nats-server.ts";
import { openHost } from "../../../../test/fixtures/open-host.ts";
import { newKeys } from "../../../../test/relay/rig.ts";
import { RelayProcess } from "../relay-process.ts";
import { Balancer } from "./balancer.ts";
import { Ledger } from "./ledger.ts";
import type { OtherMachine } from "./network.ts";

const limits = {
  mcpPerMinute: 1_000_000,
  mcpBurst: 10_000,
  requestsPerMinute: 1_000_000,
  holderPerMinute: 1_000_000,
  newLinksPerMinute: 100_000,
  reconnectsPerMinute: 10_000,
  callsPerLink: 64,
  callsPerSession: 64,
};

/** What this machine's NATS is called by the other. */
export const natsName = "jackfield-nats";

interface Apart {
  readonly machine: OtherMachine;
  readonly credentials: string;
  readonly ca: string;
}

/** A certificate and a password for one run, and NATS's configuration with them. */
function makeSecrets(): { readonly config: string; readonly credentials: string; readonly ca: string } {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-tls-"));
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const names = ["-subj", `/CN=${natsName}`, "-addext", `subjectAltName=DNS:${natsName},DNS:localhost`];
  execFileSync("openssl", ["req", ...kind, ...names, "-keyout", key, "-out", certificate], { stdio: "ignore" });
  const password = randomBytes(12).toString("hex");
  return {
    config: [
      `authorization { user: relay, password: "${password}" }`,
      `tls { cert_file: "${certificate}", key_file: "${key}" }`,
      'ping_interval: "2s"',
      "ping_max: 2",
    ].join("\n"),
    credentials: `relay:${password}`,
    ca: readFileSync(certificate, "utf8"),
  };
}

export type Name = "a" | "b" | "c";
const names: readonly Name[] = ["a", "b", "c"];

/** Three relay processes on one nats-server, behind a balancer, and one link whose holder counts what it runs. */
export class BusWorld implements AsyncDisposable {
  readonly ledger = new Ledger();
  readonly keys = newKeys();
  readonly nats: NatsServer;
  readonly balancer: Balancer;
  readonly #sessionKeyText = randomBytes(32).toString("base64url");
  #cores: string | undefined;
  readonly #apart: Apart | undefined;
  readonly #relays = new Map<Name, RelayProcess>();
  readonly #ports = new Map<Name, number>();
  readonly #holders: LinkHolder[] = [];

  private constructor(nats: NatsServer, balancer: Balancer, apart: Apart | undefined) {
    this.#apart = apart;
    this.nats = nats;
    this.balancer = balancer;
  }

  /** `cores`: of the relays, which then go before what else runs here. */
  static async open(cores?: string): Promise<BusWorld> {
    const world = new BusWorld(await NatsServer.start(), await Balancer.open(), undefined);
    world.#cores = cores;
    await world.#startAll();
    return world;
  }

  /** The same, with process A on a machine of its own: the bus is encrypted then, and asks for a password. */
  static async apart(machine: OtherMachine): Promise<BusWorld> {
    const secrets = makeSecrets();
    const nats = await NatsServer.start(secrets.config, "0.0.0.0");
    const world = new BusWorld(nats, await Balancer.open(), { machine, credentials: secrets.credentials, ca: secrets.ca });
    await world.#startAll();
    return world;
  }

  async #startAll(): Promise<void> {
    try {
      for (const name of names) await this.start(name);
      await this.balancer.look();
    } catch (error) {
      await this[Symbol.asyncDispose]();
      throw error;
    }
  }

  relay(name: Name): RelayProcess {
    const relay = this.#relays.get(name);
    if (relay === undefined) throw new Error(`Relay ${name} does not run`);
    return relay;
  }

  /** Starts a process, or starts it again where it was. */
  async start(name: Name): Promise<void> {
    const options = {
      limits,
      port: this.#ports.get(name) ?? 0,
      sessionKeyText: this.#sessionKeyText,
      ...this.#busOf(name),
    };
    const isApart = name === "a" && this.#apart !== undefined;
    const relay = await RelayProcess.start({
      options,
      ...(isApart ? { enter: this.#apart.machine.enter } : {}),
      ...(this.#cores === undefined ? {} : { cores: this.#cores }),
    });
    this.#ports.set(name, Number(new URL(relay.origin).port));
    this.#relays.set(name, relay);
    this.balancer.add(relay.origin);
  }

  /** Ends a process as an operator does, and waits until it is gone. */
  async stop(name: Name): Promise<void> {
    const relay = this.relay(name);
    relay.signal("SIGTERM");
    for (let waited = 0; relay.isAlive && waited < 20_000; waited += 50) await pause(50);
    await relay[Symbol.asyncDispose]();
  }

  /** The link's address at one process, or at the balancer. */
  url(name: Name | "balancer"): string {
    const origin = name === "balancer" ? this.balancer.origin : this.relay(name).origin;
    return `${origin}/s/${this.keys.token}/mcp`;
  }

  get urls(): string[] {
    return names.map((name) => this.url(name));
  }

  /** A Node holder of the link, by way of a process or of the balancer; it is there once this resolves. */
  async hold(origin: string): Promise<LinkHolder> {
    const holder = linkHolder(await openHost(working(this.ledger)), { relay: origin, secret: this.keys.secret });
    this.#holders.push(holder);
    for (let waited = 0; holder.state !== "open"; waited += 20) {
      if (waited > 20_000) throw new Error(`The holder is ${holder.state}, and not open, after 20 s`);
      await pause(20);
    }
    return holder;
  }

  #busOf(name: Name): { readonly host?: string; readonly bus: object } {
    const apart = this.#apart;
    if (apart === undefined) return { bus: { servers: [this.nats.url] } };
    const { credentials, ca, machine } = apart;
    const isThere = name === "a";
    const servers = [`tls://${isThere ? natsName : "localhost"}:${this.nats.port}`];
    return { ...(isThere ? { host: machine.address } : {}), bus: { servers, credentials, ca } };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const holder of this.#holders) await holder.close();
    for (const relay of this.#relays.values()) {
      if (relay.isAlive) relay.signal("SIGCONT");
      await relay[Symbol.asyncDispose]();
    }
    await this.balancer[Symbol.asyncDispose]();
    await this.nats[Symbol.asyncDispose]();
  }
}

function working(ledger: Ledger): Toolset {
  const work: AnyTool = {
    name: "work",
    title: "Work",
    description: "Counts its run, and says whose it was",
    effect: "write",
    input: jsonSchema<{ id: string; ms: number }>({
      type: "object",
      properties: { id: { type: "string" }, ms: { type: "number" } },
      required: ["id", "ms"],
    }),
    async run({ id, ms }: { id: string; ms: number }) {
      const text = ledger.run(id);
      if (ms > 0) await delay(ms);
      return { is: "done", text };
    },
  };
  return {
    name: "work",
    title: "Work",
    version: "1.0.0",
    open: async () => ({ tools: [work], [Symbol.asyncDispose]: async () => undefined }),
  };
}
