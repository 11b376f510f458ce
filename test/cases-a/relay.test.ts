import { randomBytes } from "node:crypto";
import { newSecret } from "@jackfield/wire";
import { startChild } from "./child.ts";
import { casesA } from "./suite.ts";

const secret = newSecret(randomBytes);

casesA({
  name: "relay and link holder",
  isLoopback: false,
  // The holder's stream and at most six connections for its POSTs, each with two ends in this process.
  restingSockets: 14,
  // A relay remembers the ids of ended sessions for a day: their seals stay good.
  endedBytes: 160,
  farEndMs: 10_000,
  start: (options) => startChild(new URL("relay-system.ts", import.meta.url), { ...options, secret }),
});
