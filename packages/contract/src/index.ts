export { type Ceiling, type Ceilings, type Limits, applyCeilings } from "./ceiling.ts";
export { canonicalJson, canonicalLevels } from "./canonical-json.ts";
export type { Client, ClientCan, Principal } from "./client.ts";
export { dataUrlImage } from "./content-image.ts";
export { cutText, safeText, visibleJson, wellFormed } from "./content-text.ts";
export { type ContentOptions, contentMark, defaultTextCeiling, faultOf, resultOf } from "./content.ts";
export { type Count, Counts } from "./counts.ts";
export { type Annotations, type Effect, annotationsOf, effects } from "./effect.ts";
export { Ender, type Ending } from "./ending.ts";
export { type FaultCode, type FaultFacts, type Whose, faults } from "./fault-table.ts";
export { type FaultWire, faultWire } from "./fault-wire.ts";
export { Fault, type FaultOptions } from "./fault.ts";
export type { Caller, Host, ToolCall } from "./host.ts";
export type { Json, JsonObject, JsonSchema } from "./json.ts";
export { KeyTable } from "./key-table.ts";
export { LiveList, type Living } from "./live-list.ts";
export { type Image, type Outcome, type OwnOutcome, type Passthrough, isPassthrough, parsedOutcome, passedBytes } from "./outcome.ts";
export { type Answer, type Hop, type LogLevel, type Progress, type Question, type Run, logLevels } from "./run.ts";
export { type Soon, soon } from "./soon.ts";
export type {
  AnyTool,
  Complete,
  Completed,
  Parsed,
  Prompt,
  PromptMessages,
  Resource,
  ResourceContents,
  ResourceTemplate,
  Resources,
  Schema,
  Tool,
  ToolInfo,
  Touches,
} from "./tool.ts";
export type { Change, OpenContext, OpenToolset, Toolset } from "./toolset.ts";
