/** Who can do something about a fault. */
export type Whose = "caller" | "person" | "operator" | "bug";

export interface FaultFacts {
  readonly whose: Whose;
  /** JSON-RPC error code where the fault is a protocol error. `codeBefore2026` holds where older revisions differ. */
  readonly code: number;
  readonly codeBefore2026?: number;
  /** HTTP status where the fault is the whole answer. In-band faults travel with 200. */
  readonly http: number;
  /** `tool`: handed to the model as a result with `isError`. `protocol`: a JSON-RPC error. */
  readonly shows: "tool" | "protocol";
  readonly retry: boolean;
  readonly message: string;
  readonly hint: string;
}

/** Every fault of the product. docs/faults.md is generated from this table. */
export const faults = {
  // --- the message itself ---
  parse_error: { whose: "caller", code: -32700, http: 400, shows: "protocol", retry: false, message: "The body is not one JSON value", hint: "Send one JSON-RPC message as UTF-8 JSON" },
  invalid_request: { whose: "caller", code: -32600, http: 400, shows: "protocol", retry: false, message: "The message is not a JSON-RPC 2.0 request", hint: "Send jsonrpc \"2.0\", a method, and an id that is a string or an integer" },
  too_deep: { whose: "caller", code: -32600, http: 400, shows: "protocol", retry: false, message: "The JSON is nested too deeply", hint: "Flatten the arguments" },
  batch_unsupported: { whose: "caller", code: -32600, http: 400, shows: "protocol", retry: false, message: "Batches are not part of this protocol revision", hint: "Send one message per request" },
  batch_too_long: { whose: "caller", code: -32600, http: 400, shows: "protocol", retry: false, message: "The batch has too many messages", hint: "Send at most 16 messages in a batch" },
  too_large: { whose: "caller", code: -32600, http: 413, shows: "protocol", retry: false, message: "The message is larger than the limit", hint: "Send less in one message" },
  media_type: { whose: "caller", code: -32600, http: 415, shows: "protocol", retry: false, message: "The content type is not application/json", hint: "Send content-type: application/json" },
  not_acceptable: { whose: "caller", code: -32600, http: 406, shows: "protocol", retry: false, message: "The client accepts neither JSON nor an event stream", hint: "Send accept: application/json, text/event-stream" },
  http_method: { whose: "caller", code: -32600, http: 405, shows: "protocol", retry: false, message: "This address does not take that HTTP method", hint: "Use the methods of the Allow header" },
  not_found: { whose: "caller", code: -32600, http: 404, shows: "protocol", retry: false, message: "There is nothing at this address", hint: "Check the URL" },
  forbidden: { whose: "caller", code: -32600, http: 403, shows: "protocol", retry: false, message: "Not allowed from here", hint: "Check the address you call from and the key you send" },
  unauthorized: { whose: "caller", code: -32600, http: 401, shows: "protocol", retry: false, message: "A token is needed", hint: "Send authorization: Bearer with the token that was printed at start" },
  // --- sessions and revisions ---
  session_missing: { whose: "caller", code: -32600, http: 400, shows: "protocol", retry: false, message: "The request names no session", hint: "Send initialize first, then the Mcp-Session-Id it returned" },
  session_unknown: { whose: "caller", code: -32001, http: 404, shows: "protocol", retry: true, message: "The session is not known here or has ended", hint: "Send initialize again" },
  stream_taken: { whose: "caller", code: -32600, http: 409, shows: "protocol", retry: false, message: "This session already has its stream open", hint: "Close the other stream first" },
  version_header: { whose: "caller", code: -32600, http: 400, shows: "protocol", retry: false, message: "The MCP-Protocol-Version header names a revision that is not served here", hint: "Send the revision that initialize agreed on" },
  version_unsupported: { whose: "caller", code: -32022, http: 400, shows: "protocol", retry: false, message: "The protocol revision is not served here", hint: "Use one of the supported revisions" },
  header_mismatch: { whose: "caller", code: -32020, http: 400, shows: "protocol", retry: false, message: "A required header is missing or differs from the body", hint: "Send MCP-Protocol-Version, Mcp-Method and Mcp-Name as in the body" },
  capability_missing: { whose: "caller", code: -32021, http: 400, shows: "protocol", retry: false, message: "The request needs a capability the client did not declare", hint: "Declare the capability, or use another client" },
  // --- methods and parameters ---
  method_unknown: { whose: "caller", code: -32601, http: 404, shows: "protocol", retry: false, message: "The method is not known", hint: "Ask for the server's capabilities first" },
  invalid_params: { whose: "caller", code: -32602, http: 200, shows: "protocol", retry: false, message: "The parameters are not valid", hint: "Check the parameters against the schema" },
  envelope_invalid: { whose: "caller", code: -32602, http: 400, shows: "protocol", retry: false, message: "The request's _meta lacks a required key", hint: "Send io.modelcontextprotocol/protocolVersion and clientCapabilities in params._meta" },
  tool_unknown: { whose: "caller", code: -32602, http: 200, shows: "protocol", retry: false, message: "Unknown tool", hint: "List the tools again: the list may have changed" },
  resource_unknown: { whose: "caller", code: -32602, codeBefore2026: -32002, http: 200, shows: "protocol", retry: false, message: "Unknown resource", hint: "List the resources again" },
  prompt_unknown: { whose: "caller", code: -32602, http: 200, shows: "protocol", retry: false, message: "Unknown prompt", hint: "List the prompts again" },
  state_invalid: { whose: "caller", code: -32602, http: 200, shows: "protocol", retry: false, message: "The requestState is not one this server gave for this request, or it has expired", hint: "Send the request again without requestState" },
  ask_lost: { whose: "caller", code: -32602, http: 200, shows: "protocol", retry: false, message: "The question this answers is no longer open, and the call had already begun to act", hint: "Check what was done, then call again" },
  arguments_invalid: { whose: "caller", code: -32602, http: 200, shows: "tool", retry: true, message: "The arguments do not match the tool's schema", hint: "Correct the named argument and call again" },
  // --- limits ---
  rate_limited: { whose: "caller", code: -32600, http: 429, shows: "protocol", retry: true, message: "Too many requests", hint: "Wait as long as Retry-After says" },
  full: { whose: "operator", code: -32600, http: 503, shows: "protocol", retry: true, message: "The server is full", hint: "Wait as long as Retry-After says" },
  busy: { whose: "caller", code: -32603, http: 200, shows: "tool", retry: true, message: "Too many calls are running", hint: "Wait for one to finish, then call again" },
  result_too_large: { whose: "caller", code: -32603, http: 200, shows: "tool", retry: true, message: "The result is larger than clients take", hint: "Ask for less" },
  // --- the far end ---
  nobody_home: { whose: "person", code: -32603, http: 200, shows: "tool", retry: true, message: "The page is not open", hint: "Open the page and turn on Connect" },
  far_end_gone: { whose: "person", code: -32603, http: 200, shows: "tool", retry: true, message: "The page closed or reloaded during the call", hint: "Check what was done, then call again" },
  far_end_stuck: { whose: "person", code: -32603, http: 200, shows: "tool", retry: true, message: "The page stopped reading and was cut off", hint: "Ask the person to look at the page" },
  result_invalid: { whose: "operator", code: -32603, http: 200, shows: "tool", retry: false, message: "The page's answer was not a valid result", hint: "Report it to the makers of the page" },
  timeout: { whose: "operator", code: -32603, http: 200, shows: "tool", retry: true, message: "The call took too long", hint: "Ask for less, or call again" },
  cancelled: { whose: "caller", code: -32603, http: 200, shows: "protocol", retry: true, message: "The call was cancelled", hint: "Call again if it is still wanted" },
  closing: { whose: "operator", code: -32603, http: 503, shows: "protocol", retry: true, message: "The server is shutting down", hint: "Try again in a moment" },
  // --- the person's say ---
  denied: { whose: "person", code: -32603, http: 200, shows: "tool", retry: false, message: "The person said no", hint: "Ask them what they would rather have" },
  ask_unavailable: { whose: "person", code: -32603, http: 200, shows: "tool", retry: false, message: "There is no way to ask the person here", hint: "Ask them to open the page or use a client that supports elicitation" },
  ask_expired: { whose: "person", code: -32603, http: 200, shows: "tool", retry: true, message: "Nobody answered the question in time", hint: "Call again when the person is there" },
  read_only: { whose: "person", code: -32603, http: 200, shows: "tool", retry: false, message: "The person has set this link to read-only", hint: "Ask them to lift read-only" },
  paused: { whose: "person", code: -32603, http: 200, shows: "tool", retry: true, message: "The person has paused this link", hint: "Ask them to resume it" },
  tool_changed: { whose: "person", code: -32603, http: 200, shows: "tool", retry: false, message: "The tool changed since the person saw it", hint: "Ask them to look at it in the Connect panel" },
  // --- ours ---
  tool_failed: { whose: "operator", code: -32603, http: 200, shows: "tool", retry: false, message: "The tool failed", hint: "Try other arguments" },
  config: { whose: "operator", code: -32603, http: 500, shows: "protocol", retry: false, message: "The configuration is not valid", hint: "Correct the named setting" },
  internal: { whose: "bug", code: -32603, http: 200, shows: "protocol", retry: false, message: "Something went wrong inside", hint: "Report it with the time it happened" },
} as const satisfies Record<string, FaultFacts>;

/** The stable name of a fault: part of the API. */
export type FaultCode = keyof typeof faults;
