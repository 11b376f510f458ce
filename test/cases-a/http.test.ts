import { startChild } from "./child.ts";
import { casesA } from "./suite.ts";

casesA({
  name: "local HTTP door",
  isLoopback: true,
  restingSockets: 0,
  endedBytes: 0,
  farEndMs: 10_000,
  start: (options) => startChild(new URL("http-system.ts", import.meta.url), options),
});
