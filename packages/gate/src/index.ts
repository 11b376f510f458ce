export type { Approval, ApprovalRequest, Approver } from "./approval/approver.ts";
export { gateCeilings, type GateLimits } from "./ceilings.ts";
export { createHost, type GateHost } from "./create-host.ts";
export { type OpenedToolset, openToolsets } from "./open-toolsets.ts";
export type { Controls, HostOptions, Sight } from "./options.ts";
export { order } from "./order.ts";
export type { Policy } from "./policy.ts";
export type { Ports } from "./ports.ts";
