import { busProblem, relayCeilings } from "@jackfield/relay";
import { address, limit, list, type Option, port, text, toggle } from "../config.ts";
import { originProblem } from "../web-address.ts";

/** What is wrong with one address, credentials aside: they come from a file. */
function busAddressProblem(value: string): string | undefined {
  return busProblem({ servers: [value], credentials: "given" });
}

type LimitName = keyof typeof relayCeilings;

/** Limits whose flag is not their own name: these two are what people look for. */
const renamed: Partial<Record<LimitName, string>> = { messageBytes: "maxMessage", maxCallMs: "maxCall" };

/** The option that sets a limit: `messageBytes` is set by `--max-message`, `callsPerLink` by `--calls-per-link`. */
export function optionOfLimit(name: LimitName): string {
  return renamed[name] ?? name;
}

const limitNames = Object.keys(relayCeilings) as LimitName[];

const limits: Readonly<Record<string, Option<number | undefined>>> = Object.fromEntries(
  limitNames.map((name) => [optionOfLimit(name), limit(relayCeilings[name])]),
);

/** The relay's own options, before its limits. */
export const placeOptions = {
  host: text("HOST", "address to listen on; 0.0.0.0 for every one of this machine", "127.0.0.1"),
  port: port(8787, "port to listen on; a taken one means the next free one, and that is said"),
  publicUrl: address("the address that people see, where it is another: https://relay.example"),
  metricsPort: port(8788, "port of 127.0.0.1 for /metrics (Prometheus text, counts only)"),
  noMetrics: toggle("serve no /metrics"),
  catalog: text("FILE", "the tool catalog of one app; without it links are declared by who holds them"),
  appOrigin: list("ORIGIN", "origin of pages that may hold links, besides those of this machine; * for any", originProblem),
  allowHost: list("HOST", "Host header that is answered; without it any, for the key is in the path"),
  trustProxy: toggle("a proxy in front names the client as the last hop of X-Forwarded-For"),
  originSecretFile: text("FILE", "file with what the proxy sends as x-jackfield-origin; requests without it are refused"),
  sessionKeyFile: text("FILE", "file with at least 32 bytes: sessions survive a restart, and other processes take them up"),
  bus: list(
    "URL",
    "nats-server that joins several processes to one relay: nats://HOST:4222, beyond this machine tls://HOST:4222",
    busAddressProblem,
  ),
  busCredentialsFile: text("FILE", "credentials for it: a .creds file of NATS, USER:PASSWORD, or a token"),
  busCaFile: text("FILE", "certificate of the authority that signed its certificate, PEM; without it those that Node trusts"),
  agentRange: list("CIDR", "addresses that many people's clients share, held per link; without it Anthropic's published range"),
} as const;

/** Every option of `jackfield relay`: its limits come straight from the relay's own table. */
export const relayOptions = { ...placeOptions, ...limits };

/** The limits among the settings, by the names the relay knows them by. */
export function limitsOf(settings: Readonly<Record<string, unknown>>): Partial<Record<LimitName, number>> {
  return Object.fromEntries(
    limitNames.flatMap((name) => {
      const value = settings[optionOfLimit(name)];
      return typeof value === "number" ? [[name, value] as const] : [];
    }),
  );
}
