import type { Call } from "./call.ts";
import type { Headers, ResultStream } from "./types.ts";

/** Where one request's answer goes: an HTTP answer (alone or with others of its batch), or a line. */
export interface Outlet {
  /** True when notifications and server requests can be sent before the answer. */
  readonly speaks: boolean;
  readonly blocked: boolean;
  /** The answer, whole. `status` and `headers` count only while no byte has left. */
  settle(call: Call, status: number, parts: readonly Uint8Array[], headers?: Headers): void;
  /** The call was cancelled or its scope ended: HTTP answers with an error so that the POST ends, a line says nothing (MCP, cancellation). */
  abandon(call: Call, error: readonly Uint8Array[]): void;
  /** A notification or server request, before the answer. */
  say(message: Uint8Array): void;
  /** The answer in pieces. `front` is written first; the caller writes up to and with the last brace of the message. */
  stream(call: Call, front: readonly Uint8Array[], drained: () => void): ResultWriter;
}

/** Raw pieces of one answer. */
export interface ResultWriter extends Pick<ResultStream, "write" | "abort"> {
  end(): void;
}
