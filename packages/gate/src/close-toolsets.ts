import { Fault } from "@jackfield/contract";
import type { OpenedToolset } from "./open-toolsets.ts";
import type { Ports } from "./ports.ts";

/** Closes all toolsets side by side, each within the time. Rejects with AggregateError when some could not, after all had their turn. */
export async function closeToolsets(toolsets: readonly OpenedToolset[], ports: Ports, withinMs: number): Promise<void> {
  const closed = await Promise.allSettled(toolsets.map((toolset) => closeToolset(toolset, ports, withinMs)));
  const failures = closed.flatMap((end): unknown[] => (end.status === "rejected" ? [end.reason] : []));
  if (failures.length > 0) throw new AggregateError(failures, `Cannot close ${failures.length} of ${toolsets.length} toolsets`);
}

function closeToolset({ info, toolset }: OpenedToolset, ports: Ports, withinMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = ports.after(withinMs, () => reject(new Fault("timeout", `Toolset "${info.name}" did not close within ${withinMs} ms`)));
    // Wrapped, so that one that throws at once does not keep the others from closing.
    (async () => toolset[Symbol.asyncDispose]())().then(resolve, reject).finally(cancel);
  });
}
