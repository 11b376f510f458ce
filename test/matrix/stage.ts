import { setTimeout as delay } from "node:timers/promises";
import { createHost, type GateHost, type HostOptions, openToolsets } from "@jackfield/gate";
import { nodePorts } from "@jackfield/gate/node";
import type { Doorway } from "./doorways.ts";
import { type Fixture, fixture } from "./fixture.ts";
import type { Answers, Reach } from "./reach.ts";

/** A host of the fixture with a client at one of its doors. */
export interface Stage extends AsyncDisposable, Fixture {
  readonly host: GateHost;
  readonly reach: Reach;
}

/** Options of the host, and how its client answers. */
export interface Scene extends Partial<Omit<HostOptions, "ports">> {
  readonly answers?: Answers;
}

export async function stage(doorway: Doorway, { answers, ...options }: Scene = {}): Promise<Stage> {
  const made = fixture();
  const host = createHost(await openToolsets([made.toolset]), { ports: nodePorts, policy: { ask: "none" }, ...options });
  const reach = await doorway(host, answers);
  return {
    ...made,
    host,
    reach,
    async [Symbol.asyncDispose]() {
      await reach[Symbol.asyncDispose]();
      await host[Symbol.asyncDispose]();
    },
  };
}

/** Waits until it holds. Throws after ten seconds. */
export async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 10_000;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`It did not come true: ${holds.toString()}`);
    await delay(5);
  }
}
