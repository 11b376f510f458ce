export { HttpPump, type PumpLimits, type PumpOptions } from "./http-pump.ts";
export { type NodePortOptions, nodePorts } from "./node-ports.ts";
export { pumpCeilings } from "./pump-ceilings.ts";
export { type ByteBudget, readBody } from "./read-body.ts";
export { ResponseSink, type SinkLimits } from "./response-sink.ts";
