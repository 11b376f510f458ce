import { createHash, randomBytes } from "node:crypto";
import type { Ports } from "../ports.ts";

const origin = performance.timeOrigin;

/** Node's clock, timers, random numbers and SHA-256. */
export const nodePorts: Ports = {
  // Date.now can run backwards when the machine's clock is set.
  now: () => origin + performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(ms, longestTimeout));
    return () => clearTimeout(timer);
  },
  mint: () => randomBytes(16).toString("base64url"),
  digest: (bytes) => createHash("sha256").update(bytes).digest("base64url"),
};

/** Past this Node's timers fire at once. Whoever waits longer looks at the clock again. */
const longestTimeout = 2_147_483_647;
