/** Who can do something about a fault. */
export type Whose = "caller" | "person" | "operator" | "bug";

export interface FaultFacts {
  readonly whose: Whose;
  /** `tool`: handed to the model as a result with `isError`. `protocol`: a JSON-RPC error. */
  readonly shows: "tool" | "protocol";
  readonly message: string;
  readonly hint: string;
}

/** Every fault of the product; how each travels is in `fault-wire.ts`. docs/faults.md is generated from both. */
export const faults = {
  // --- the message itself ---
  parse_error: {
    whose: "caller",
    shows: "protocol",
    message: "The body is not one JSON value",
    hint: "Send one JSON-RPC message in UTF-8",
  },
  invalid_request: {
    whose: "caller",
    shows: "protocol",
    message: "It is not a JSON-RPC 2.0 request",
    hint: 'Send jsonrpc "2.0", a method, and an id: a string or an integer',
  },
  too_deep: {
    whose: "caller",
    shows: "protocol",
    message: "The JSON is nested too deeply",
    hint: "Flatten the arguments",
  },
  batch_unsupported: {
    whose: "caller",
    shows: "protocol",
    message: "This revision has no batches",
    hint: "Send one message per request",
  },
  batch_too_long: {
    whose: "caller",
    shows: "protocol",
    message: "The batch has too many messages",
    hint: "Send at most 16 messages in a batch",
  },
  too_large: {
    whose: "caller",
    shows: "protocol",
    message: "The message is larger than the limit",
    hint: "Send less in one message",
  },
  media_type: {
    whose: "caller",
    shows: "protocol",
    message: "It is not application/json",
    hint: "Send content-type: application/json",
  },
  not_acceptable: {
    whose: "caller",
    shows: "protocol",
    message: "It accepts neither JSON nor an event stream",
    hint: "Send accept: application/json, text/event-stream",
  },
  http_method: {
    whose: "caller",
    shows: "protocol",
    message: "This address takes another HTTP method",
    hint: "Use the methods of the Allow header",
  },
  not_found: {
    whose: "caller",
    shows: "protocol",
    message: "There is nothing at this address",
    hint: "Check the URL",
  },
  forbidden: {
    whose: "caller",
    shows: "protocol",
    message: "Not allowed from here",
    hint: "Check your address and your key",
  },
  unauthorized: {
    whose: "caller",
    shows: "protocol",
    message: "A token is needed",
    hint: "Send authorization: Bearer TOKEN, as printed at start",
  },
  // --- sessions and revisions ---
  session_missing: {
    whose: "caller",
    shows: "protocol",
    message: "The request names no session",
    hint: "Send initialize, then the Mcp-Session-Id it returned",
  },
  session_unknown: {
    whose: "caller",
    shows: "protocol",
    message: "The session is unknown or has ended",
    hint: "Send initialize again",
  },
  stream_taken: {
    whose: "caller",
    shows: "protocol",
    message: "This session has its stream open",
    hint: "Close the other stream first",
  },
  version_header: {
    whose: "caller",
    shows: "protocol",
    message: "The MCP-Protocol-Version header names another revision",
    hint: "Send the revision of initialize",
  },
  version_unsupported: {
    whose: "caller",
    shows: "protocol",
    message: "That revision is not served here",
    hint: "Use one of the supported revisions",
  },
  header_mismatch: {
    whose: "caller",
    shows: "protocol",
    message: "A header is missing or differs from the body",
    hint: "Send Mcp-Method and Mcp-Name as in the body",
  },
  capability_missing: {
    whose: "caller",
    shows: "protocol",
    message: "The request needs a capability the client did not declare",
    hint: "Declare it, or use another client",
  },
  // --- methods and parameters ---
  method_unknown: {
    whose: "caller",
    shows: "protocol",
    message: "The method is not known",
    hint: "Read its capabilities first",
  },
  invalid_params: {
    whose: "caller",
    shows: "protocol",
    message: "The parameters are not valid",
    hint: "Check them by the schema",
  },
  envelope_invalid: {
    whose: "caller",
    shows: "protocol",
    message: "Its _meta lacks a required key",
    hint: "Send protocolVersion and clientCapabilities in params._meta",
  },
  tool_unknown: {
    whose: "caller",
    shows: "protocol",
    message: "Unknown tool",
    hint: "List the tools again: the list may have changed",
  },
  resource_unknown: {
    whose: "caller",
    shows: "protocol",
    message: "Unknown resource",
    hint: "List the resources again",
  },
  prompt_unknown: {
    whose: "caller",
    shows: "protocol",
    message: "Unknown prompt",
    hint: "List the prompts again",
  },
  state_invalid: {
    whose: "caller",
    shows: "protocol",
    message: "The requestState is not of this request, or has expired",
    hint: "Send it again without requestState",
  },
  ask_lost: {
    whose: "caller",
    shows: "protocol",
    message: "The question is closed, and the call had begun to act",
    hint: "Check what was done, then call again",
  },
  arguments_invalid: {
    whose: "caller",
    shows: "tool",
    message: "The arguments do not match the tool's schema",
    hint: "Correct the named argument and call again",
  },
  // --- limits ---
  rate_limited: {
    whose: "caller",
    shows: "protocol",
    message: "Too many requests",
    hint: "Wait as long as Retry-After says",
  },
  full: {
    whose: "operator",
    shows: "protocol",
    message: "The server is full",
    hint: "Wait as long as Retry-After says",
  },
  busy: {
    whose: "caller",
    shows: "tool",
    message: "Too many calls are running",
    hint: "Wait for one to finish, then call again",
  },
  result_too_large: {
    whose: "caller",
    shows: "tool",
    message: "The result is larger than clients take",
    hint: "Ask for less",
  },
  // --- the far end ---
  nobody_home: {
    whose: "person",
    shows: "tool",
    message: "The page is not open",
    hint: "Open the page and turn on Connect",
  },
  far_end_gone: {
    whose: "person",
    shows: "tool",
    message: "The page closed or reloaded during the call",
    hint: "Check what was done, then call again",
  },
  far_end_stuck: {
    whose: "person",
    shows: "tool",
    message: "The page stopped reading and was cut off",
    hint: "Ask the person to look at the page",
  },
  upstream_error: {
    whose: "operator",
    shows: "protocol",
    message: "The server answered with an error",
    hint: "",
  },
  bus_lost: {
    whose: "operator",
    shows: "tool",
    message: "The relay lost its process that had the call",
    hint: "It may have run: check what was done, then call again",
  },
  bus_down: {
    whose: "operator",
    shows: "tool",
    message: "The relay's processes cannot reach each other",
    hint: "Nothing was run: try again in a moment",
  },
  result_invalid: {
    whose: "operator",
    shows: "tool",
    message: "The page's answer was not a valid result",
    hint: "Report it to the makers of the page",
  },
  timeout: {
    whose: "operator",
    shows: "tool",
    message: "The call took too long",
    hint: "Ask for less, or call again",
  },
  cancelled: {
    whose: "caller",
    shows: "protocol",
    message: "The call was cancelled",
    hint: "Call again if it is still wanted",
  },
  closing: {
    whose: "operator",
    shows: "protocol",
    message: "The server is shutting down",
    hint: "Try again in a moment",
  },
  // --- the person's say ---
  denied: {
    whose: "person",
    shows: "tool",
    message: "The person said no",
    hint: "Ask them what they would rather have",
  },
  ask_unavailable: {
    whose: "person",
    shows: "tool",
    message: "There is no way to ask the person here",
    hint: "Ask them to open the page or use a client that supports elicitation",
  },
  ask_expired: {
    whose: "person",
    shows: "tool",
    message: "Nobody answered the question in time",
    hint: "Call again when the person is there",
  },
  read_only: {
    whose: "person",
    shows: "tool",
    message: "The person has set this link to read-only",
    hint: "Ask them to lift read-only",
  },
  paused: {
    whose: "person",
    shows: "tool",
    message: "The person has paused this link",
    hint: "Ask them to resume it",
  },
  tool_changed: {
    whose: "person",
    shows: "tool",
    message: "The tool changed since the person saw it",
    hint: "Ask them to look at it in the Connect panel",
  },
  // --- files ---
  path_refused: {
    whose: "caller",
    shows: "tool",
    message: "The path is refused",
    hint: "Use another path",
  },
  file_missing: {
    whose: "caller",
    shows: "tool",
    message: "The file is missing",
    hint: "Use another path",
  },
  file_exists: {
    whose: "caller",
    shows: "tool",
    message: "The file exists",
    hint: "Use another path",
  },
  file_unusable: {
    whose: "caller",
    shows: "tool",
    message: "The file cannot be used",
    hint: "Use another path",
  },
  file_failed: {
    whose: "operator",
    shows: "tool",
    message: "The file cannot be used",
    hint: "Use another path",
  },
  // --- ours ---
  tool_failed: {
    whose: "operator",
    shows: "tool",
    message: "The tool failed",
    hint: "Try other arguments",
  },
  config: {
    whose: "operator",
    shows: "protocol",
    message: "The configuration is not valid",
    hint: "Correct the named setting",
  },
  internal: {
    whose: "bug",
    shows: "protocol",
    message: "Something went wrong inside",
    hint: "Report it with the time it happened",
  },
} as const satisfies Record<string, FaultFacts>;

/** The stable name of a fault: part of the API. */
export type FaultCode = keyof typeof faults;
