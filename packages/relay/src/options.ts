import type { BusOptions } from "./bus/bus-options.ts";
import type { RelayLimits } from "./ceilings.ts";

/** How a relay is started. Every secret comes in here, from a file that the command line named; nothing is read from the environment. */
export interface RelayOptions {
  /** Address to listen on. Default 127.0.0.1. */
  readonly host?: string;
  /** Default 8787; 0 for any free port. */
  readonly port?: number;
  /** The address that people see, where it is another than the one listened on: `https://relay.example`. */
  readonly publicUrl?: string;
  /** The catalog of one app, parsed from its file. Without it the relay is general, and holders declare what they offer. */
  readonly catalog?: unknown;
  /** Origins of pages that may hold links, besides those of this machine; `*` for any. */
  readonly appOrigins?: readonly string[];
  /** The Host headers that are answered. Default: any, for the key is in the path and pages are held to `appOrigins`. */
  readonly hosts?: readonly string[];
  /** A proxy in front names the client as the last hop of X-Forwarded-For. Without one that is whatever the client wrote. */
  readonly trustProxy?: boolean;
  /** What the proxy in front sends as `x-jackfield-origin`: requests without it went around it. */
  readonly originSecret?: string;
  /** Addresses that many people share, held per link instead of per address. Default: the outbound range of Anthropic. */
  readonly agentRanges?: readonly string[];
  /** At least 32 bytes. With the same key another process, or this one after a restart, takes up sessions. Default: random. */
  readonly sessionKey?: Uint8Array;
  /** Joins the other processes of this relay, which have the same `sessionKey`. Default: this process is all there is of it. */
  readonly bus?: BusOptions;
  /** Serves /metrics on this port of 127.0.0.1; 0 for any free one. Default: not at all. */
  readonly metricsPort?: number;
  readonly limits?: Partial<RelayLimits>;
  /** Takes each line of the log. Default: none is written. */
  readonly log?: (line: string) => void;
  /** Milliseconds by which a timeout may be late. Default 100. */
  readonly tickMs?: number;
}

/** Anthropic's published outbound range: every claude.ai user's calls come from it. */
export const anthropicRanges: readonly string[] = ["160.79.104.0/21"];
