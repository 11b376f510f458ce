import type { FaultCode } from "./fault-table.ts";

/** How a fault travels. Apart from what it says: pages need the words and none of the numbers. */
export interface FaultWire {
  /** JSON-RPC error code where the fault is a protocol error. `codeBefore2026` holds where older revisions differ. */
  readonly code: number;
  readonly codeBefore2026?: number;
  /** HTTP status where the fault is the whole answer. In-band faults travel with 200. */
  readonly http: number;
  /** A later identical call may work. */
  readonly retry: boolean;
}

export const faultWire = {
  parse_error: { code: -32700, http: 400, retry: false },
  invalid_request: { code: -32600, http: 400, retry: false },
  too_deep: { code: -32600, http: 400, retry: false },
  batch_unsupported: { code: -32600, http: 400, retry: false },
  batch_too_long: { code: -32600, http: 400, retry: false },
  too_large: { code: -32600, http: 413, retry: false },
  media_type: { code: -32600, http: 415, retry: false },
  not_acceptable: { code: -32600, http: 406, retry: false },
  http_method: { code: -32600, http: 405, retry: false },
  not_found: { code: -32600, http: 404, retry: false },
  forbidden: { code: -32600, http: 403, retry: false },
  unauthorized: { code: -32600, http: 401, retry: false },
  session_missing: { code: -32600, http: 400, retry: false },
  session_unknown: { code: -32001, http: 404, retry: true },
  stream_taken: { code: -32600, http: 409, retry: false },
  version_header: { code: -32600, http: 400, retry: false },
  version_unsupported: { code: -32022, http: 400, retry: false },
  header_mismatch: { code: -32020, http: 400, retry: false },
  capability_missing: { code: -32021, http: 400, retry: false },
  method_unknown: { code: -32601, http: 404, retry: false },
  invalid_params: { code: -32602, http: 200, retry: false },
  envelope_invalid: { code: -32602, http: 400, retry: false },
  tool_unknown: { code: -32602, http: 200, retry: false },
  resource_unknown: { code: -32602, codeBefore2026: -32002, http: 200, retry: false },
  prompt_unknown: { code: -32602, http: 200, retry: false },
  state_invalid: { code: -32602, http: 200, retry: false },
  ask_lost: { code: -32602, http: 200, retry: false },
  arguments_invalid: { code: -32602, http: 200, retry: true },
  rate_limited: { code: -32600, http: 429, retry: true },
  full: { code: -32600, http: 503, retry: true },
  busy: { code: -32603, http: 200, retry: true },
  result_too_large: { code: -32603, http: 200, retry: true },
  nobody_home: { code: -32603, http: 200, retry: true },
  far_end_gone: { code: -32603, http: 200, retry: true },
  far_end_stuck: { code: -32603, http: 200, retry: true },
  upstream_error: { code: -32603, http: 200, retry: false },
  bus_lost: { code: -32603, http: 503, retry: false },
  bus_down: { code: -32603, http: 503, retry: true },
  result_invalid: { code: -32603, http: 200, retry: false },
  timeout: { code: -32603, http: 200, retry: true },
  cancelled: { code: -32603, http: 200, retry: true },
  closing: { code: -32603, http: 503, retry: true },
  denied: { code: -32603, http: 200, retry: false },
  ask_unavailable: { code: -32603, http: 200, retry: false },
  ask_expired: { code: -32603, http: 200, retry: true },
  read_only: { code: -32603, http: 200, retry: false },
  paused: { code: -32603, http: 200, retry: true },
  tool_changed: { code: -32603, http: 200, retry: false },
  path_refused: { code: -32602, http: 200, retry: false },
  file_missing: { code: -32602, http: 200, retry: true },
  file_exists: { code: -32602, http: 200, retry: false },
  file_unusable: { code: -32602, http: 200, retry: false },
  file_failed: { code: -32603, http: 200, retry: true },
  tool_failed: { code: -32603, http: 200, retry: false },
  config: { code: -32603, http: 500, retry: false },
  internal: { code: -32603, http: 200, retry: false },
} as const satisfies Record<FaultCode, FaultWire>;
