import { Fault } from "@jackfield/contract";
import { type Relay, type RelayOptions, startRelay } from "@jackfield/relay";
import { cliCeilings } from "../ceilings.ts";

/** A relay that runs, and which of its ports were taken by others. */
export interface Started {
  readonly relay: Relay;
  /** Port asked for, and what it was for. */
  readonly moved: readonly { readonly what: "relay" | "metrics"; readonly port: number }[];
}

/**
 * Starts a relay on the ports asked for, or on the next free ones. Throws Fault `config` where none is free, or where the system allows no
 * listener there.
 */
export async function startOnFreePorts(options: RelayOptions): Promise<Started> {
  const moved: { what: "relay" | "metrics"; port: number }[] = [];
  let { port = 8787, metricsPort } = options;
  for (let tried = 0; tried <= cliCeilings.portTries.value; tried += 1) {
    try {
      const relay = await startRelay({ ...options, port, ...(metricsPort === undefined ? {} : { metricsPort }) });
      return { relay, moved: dedupe(moved) };
    } catch (error) {
      const taken = takenPort(error);
      if (taken === undefined) throw fit(error, options.host ?? "127.0.0.1", port);
      if (taken === port) {
        moved.push({ what: "relay", port });
        port += 1;
      } else if (taken === metricsPort) {
        moved.push({ what: "metrics", port: metricsPort });
        metricsPort += 1;
      } else throw error;
      if (port > 65_535 || (metricsPort ?? 0) > 65_535) break;
    }
  }
  throw new Fault("config", `Cannot listen: no port is free from ${options.port ?? 8787} on`, { hint: "Choose another with --port" });
}

/** Only the first port asked for is told: the others in between are nobody's business. */
function dedupe(moved: readonly { what: "relay" | "metrics"; port: number }[]): { what: "relay" | "metrics"; port: number }[] {
  return moved.filter((each, index) => moved.findIndex((other) => other.what === each.what) === index);
}

function takenPort(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "EADDRINUSE") return undefined;
  return "port" in error && typeof error.port === "number" ? error.port : undefined;
}

function fit(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EACCES")
    return new Fault("config", `Cannot listen on port ${port}: only root may`, {
      hint: "Choose a port from 1024 on, and put a proxy in front",
      cause: error,
    });
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new Fault("config", `Cannot listen on "${host}": it is no address of this machine`, {
      hint: "Use 127.0.0.1, or 0.0.0.0 for every address",
      cause: error,
    });
  return error instanceof RangeError ? new Fault("config", error.message, { hint: "Correct the named setting", cause: error }) : error;
}
