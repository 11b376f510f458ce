export { type BusOptions, busProblem } from "./bus/bus-options.ts";
export { busCeilings } from "./bus/ceilings.ts";
export { relayCeilings, type RelayLimits } from "./ceilings.ts";
export { relayLimits } from "./relay-limits.ts";
export type { Gauge, RelayCounts } from "./counts.ts";
export { type RelayOptions, anthropicRanges } from "./options.ts";
export { type Relay, startRelay } from "./relay.ts";
export { type Tallied, tallied } from "./tally.ts";
