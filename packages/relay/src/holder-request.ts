import type { IncomingMessage, ServerResponse } from "node:http";
import type { HeaderList } from "./http-answer.ts";
import type { Visit } from "./peers.ts";
import type { Visitor } from "./visitors.ts";

/** One holder request whose origin, method and secret are fine. */
export interface HolderRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly visit: Visit;
  /** What the secrets prove, the path's own first. */
  readonly tokens: readonly string[];
  readonly token: string;
  readonly query: string;
  readonly visitor: Visitor;
  /** CORS headers, for pages. */
  readonly headers: HeaderList;
}
