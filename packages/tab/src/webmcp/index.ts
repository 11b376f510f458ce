export { type Bridge, type BridgeOptions, bridgeWebMcp } from "./bridge-webmcp.ts";
export { type Exposed, exposeToWebMcp } from "./expose-tools.ts";
export type { Provider } from "./model-context.ts";
