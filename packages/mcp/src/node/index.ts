export { endOnceRead } from "./end-once-read.ts";
export { HttpPump, type PumpLimits, type PumpOptions } from "./http-pump.ts";
export { type NodePortOptions, nodePorts } from "./node-ports.ts";
export { pumpCeilings } from "./pump-ceilings.ts";
export type { ByteBudget } from "./read-body.ts";
export type { SinkLimits } from "./response-sink.ts";
