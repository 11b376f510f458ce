import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Behaviour } from "./behaviours.ts";
import type { Driver } from "./driver.ts";
import { expected } from "./expectations.ts";
import type { Seat } from "./stage.ts";

/** One cell of the table: what a client did, beside what was expected of it. */
export interface Cell {
  readonly client: string;
  readonly behaviour: string;
  readonly ok: boolean;
  /** `works`, `cannot` (as expected), or what is wrong. */
  readonly says: string;
  readonly seconds: number;
}

/** Runs one behaviour with a client of its own, and compares both ends: what the client showed, and what the wire carried. */
export async function check(driver: Driver, behaviour: Behaviour, seat: Seat, model: string, signal: AbortSignal): Promise<Cell> {
  const from = performance.now();
  const first = seat.proxy.records.length;
  const home = await fs.mkdtemp(path.join(os.tmpdir(), "jackfield-client-"));
  let seen: string | undefined;
  try {
    await using conversation = await driver.open({ url: seat.url, home, model }, signal);
    seen = await behaviour.run(conversation, seat);
  } catch (error) {
    seen = error instanceof Error ? error.message : String(error);
  } finally {
    await fs.rm(home, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined); // a client may still be writing its own state
  }
  const wire = behaviour.wire(seat.proxy.records.slice(first));
  const cell = { client: driver.name, behaviour: behaviour.name, seconds: (performance.now() - from) / 1000 };
  return { ...cell, ...verdict(expected(driver.name, behaviour.name), seen, wire) };
}

function verdict(wanted: ReturnType<typeof expected>, seen: string | undefined, wire: string | undefined): Pick<Cell, "ok" | "says"> {
  if (wire !== undefined) return { ok: false, says: `the wire: ${wire}${seen === undefined ? "" : `; the client: ${seen}`}` };
  if (wanted === "works") return seen === undefined ? { ok: true, says: "works" } : { ok: false, says: seen };
  if (seen === undefined) return { ok: false, says: `works, though the table says that it cannot: ${wanted.cannot}` };
  return wanted.shows.test(seen) ? { ok: true, says: "cannot" } : { ok: false, says: `cannot, but not as the table says: ${seen}` };
}
