export { mcpCeilings } from "./ceilings.ts";
export { createCore } from "./core.ts";
export { type ParamHeader, envelopeKeys, paramHeadersOf } from "./head.ts";
export { methods } from "./methods.ts";
export { ownArguments } from "./own-arguments.ts";
export { type Pieces, cut } from "./pieces.ts";
export { retryAfter } from "./retry-after.ts";
export { fallbackRevision, revisions, statelessRevisions } from "./revisions.ts";
export type {
  AskRound,
  Core,
  CoreLimits,
  Description,
  Endpoint,
  Exchange,
  Gone,
  Head,
  Headers,
  LinePeer,
  OwnMeta,
  Ports,
  Reply,
  Request,
  ResultStream,
  Session,
  Sessions,
  Sink,
} from "./types.ts";
