import { BlockList, isIP } from "node:net";
import type { BusLimits } from "./ceilings.ts";

/** How a relay joins others of its kind: through NATS. Secrets come in here from files that the command line named. */
export interface BusOptions {
  /** Lower limits than `busCeilings` has. */
  readonly limits?: Partial<BusLimits>;
  /** `nats://HOST:4222` or `tls://HOST:4222`: servers of one NATS. */
  readonly servers: readonly string[];
  /** The content of a credentials file: what `nsc` wrote, `USER:PASSWORD`, or a token. */
  readonly credentials?: string;
  /** The certificate of the authority that signed the servers', PEM. Default: those that Node trusts. */
  readonly ca?: string;
}

export type BusCredentials =
  | { readonly is: "creds"; readonly text: string }
  | { readonly is: "password"; readonly user: string; readonly password: string }
  | { readonly is: "token"; readonly token: string };

/** What is wrong with the servers of a bus, in words; undefined where nothing is. Off this machine they need TLS and credentials. */
export function busProblem({ servers, credentials }: BusOptions): string | undefined {
  if (servers.length === 0) return "it names no server";
  for (const server of servers) {
    const url = URL.canParse(server) ? new URL(server) : undefined;
    if (url === undefined || !["nats:", "tls:"].includes(url.protocol) || url.hostname === "" || !["", "/"].includes(url.pathname))
      return "a server is written nats://HOST:4222, or tls://HOST:4222";
    // Whoever lists processes would read it.
    if (url.username !== "" || url.password !== "") return "a password does not belong into an address: put it into --bus-credentials-file";
    // NATS's client compares the certificate of an address with "localhost".
    if (url.protocol === "tls:" && isIP(bare(url.hostname)) !== 0)
      return "with TLS a server is written with its name, which its certificate has";
    if (isLoopbackHost(url.hostname)) continue;
    if (url.protocol !== "tls:") return `beyond this machine it must be encrypted: tls://${url.host}`;
    if (credentials === undefined) return "beyond this machine it needs --bus-credentials-file: whoever can publish there can cut links";
  }
  return undefined;
}

/** Whether any of the servers is reached with TLS: then all are. */
export function wantsTls(servers: readonly string[]): boolean {
  return servers.some((server) => server.startsWith("tls:"));
}

export function parseCredentials(text: string): BusCredentials {
  if (text.includes("-----BEGIN NATS USER JWT-----")) return { is: "creds", text };
  const line = text.trim();
  const colon = line.indexOf(":");
  return colon < 0 ? { is: "token", token: line } : { is: "password", user: line.slice(0, colon), password: line.slice(colon + 1) };
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}

function isLoopbackHost(hostname: string): boolean {
  const host = bare(hostname);
  const family = isIP(host);
  return family === 0 ? host === "localhost" : loopback.check(host, family === 6 ? "ipv6" : "ipv4");
}
