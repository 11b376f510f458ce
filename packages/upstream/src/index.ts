export { type UpstreamLimits, upstreamCeilings } from "./ceilings.ts";
export type { ServerCommand } from "./child.ts";
export type { ServerAddress } from "./http-channel.ts";
export { treeVariable } from "./process-tree.ts";
export { TreeKeeper } from "./tree-keeper.ts";
export { type UpstreamEvent, type UpstreamOptions, openUpstream } from "./upstream-toolset.ts";
