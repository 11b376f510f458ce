import os from "node:os";

/** What the figures were taken on: without it they say nothing. */
export function machine(): object {
  const [cpu] = os.cpus();
  return {
    node: process.version,
    cpus: os.cpus().length,
    model: cpu?.model ?? "unknown",
    memoryGib: Math.round(os.totalmem() / 2 ** 30),
    kernel: os.release(),
  };
}
