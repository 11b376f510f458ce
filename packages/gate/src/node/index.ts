export { nodePorts } from "./ports.ts";
