import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Gate } from "./gate.ts";
import { met } from "./gate.ts";
import { machine } from "./machine.ts";

const folder = fileURLToPath(new URL("../results/", import.meta.url));

/** What one part of a bench run found. */
export interface Part {
  readonly name: string;
  readonly gates: readonly Gate[];
  /** Everything measured, for the file. */
  readonly data: unknown;
}

/** Writes a run to bench/results, named by date. A second run of the same day replaces the first. Returns the file. */
export async function writeReport(name: string, parts: readonly Part[], now: Date): Promise<string> {
  const file = path.join(folder, `${now.toISOString().slice(0, 10)}-${name}.json`);
  const gates = parts.flatMap((part) => part.gates.map((gate) => ({ ...gate, met: met(gate) })));
  const report = {
    at: now.toISOString(),
    machine: machine(),
    gates,
    parts: Object.fromEntries(parts.map((part) => [part.name, part.data])),
  };
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(file, `${JSON.stringify(report, rounded, 1)}\n`);
  return file;
}

/** Four significant digits: the rest is noise. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
}
