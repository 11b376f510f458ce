import { Fault } from "@jackfield/contract";
import { type Relay, type RelayOptions, startRelay } from "@jackfield/relay";
import { cliCeilings } from "../ceilings.ts";
import { UsageError } from "../usage-error.ts";
import type { Voice } from "../voice.ts";
import { relayAt } from "./health.ts";

/** A relay that runs, and which of its ports were taken by others. */
export interface Started {
  readonly relay: Relay;
  readonly moved: readonly Moved[];
}

/** A port that was asked for and taken, what for, and which is used instead. */
interface Moved {
  readonly what: "relay" | "metrics";
  readonly port: number;
  readonly now: number;
}

/**
 * Starts a relay on the ports asked for, or on the next free ones. Behind a proxy only those asked for will do: the proxy calls that port,
 * with the origin secret, whoever has it. Throws Fault `config` where none is free, or where the system allows no listener there.
 */
export async function startOnFreePorts(options: RelayOptions): Promise<Started> {
  const first = { relay: options.port ?? 8787, metrics: options.metricsPort };
  let { relay: port, metrics: metricsPort } = first;
  for (let tried = 0; tried <= cliCeilings.portTries.value; tried += 1) {
    try {
      const relay = await startRelay({ ...options, port, ...(metricsPort === undefined ? {} : { metricsPort }) });
      return { relay, moved: [...movedOf("relay", first.relay, port), ...movedOf("metrics", first.metrics, metricsPort)] };
    } catch (error) {
      const taken = takenPort(error);
      if (taken === undefined) throw fit(error, options.host ?? "127.0.0.1", port);
      if (options.trustProxy === true || options.originSecret !== undefined)
        throw new Fault("config", `Cannot listen: port ${taken} is taken, and behind a proxy no other will do`, {
          hint: "End what listens there, or choose another port here and in the proxy",
          cause: error,
        });
      if (taken === port) port += 1;
      else if (taken === metricsPort) metricsPort += 1;
      else throw error;
      if (port > 65_535 || (metricsPort ?? 0) > 65_535) break;
    }
  }
  throw new Fault("config", `Cannot listen: no port is free from ${options.port ?? 8787} on`, { hint: "Choose another with --port" });
}

function movedOf(what: Moved["what"], port: number | undefined, now: number | undefined): Moved[] {
  return port === undefined || now === undefined || port === now ? [] : [{ what, port, now }];
}

/** Says which ports were taken and what is used instead, and where the one that has it is a relay of ours: often a start that was forgotten. */
export async function sayMoved(moved: readonly Moved[], voice: Voice): Promise<void> {
  for (const { what, port, now } of moved) {
    const other = what === "relay" ? await relayAt(`http://127.0.0.1:${port}`) : undefined;
    const by = other === undefined ? "" : ` by a Jackfield relay that runs already (${other})`;
    voice.warn(
      { event: "port_taken", what, port, now, jackfield: other !== undefined },
      `Port ${port} is taken${by}: the ${what} is on ${now}`,
    );
  }
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
  return error instanceof RangeError ? new UsageError(error.message, "Correct the named setting") : error;
}
