import type { Fault } from "@jackfield/contract";
import type { Pieces } from "@jackfield/mcp";
import type { Message } from "./request-message.ts";

/** What HTTP repeats of a request in its headers (MCP 2026-07-28 transports). */
export interface RequestHead {
  readonly method: string;
  /** `params.name` or `params.uri`. */
  readonly name: string | undefined;
  /** `mcp-param-…`, lower case, with their values. */
  readonly params: Readonly<Record<string, string>>;
}

/** A way to one server: messages go out, whole ones come in. The channel knows neither methods nor eras. */
export interface Channel {
  /** Sends a request whose answer is to come. Throws Fault where it cannot be sent. */
  request(number: number, message: Message, head: RequestHead): void;
  /** Sends what has no answer: a notification, or our answer to the server's question. */
  say(message: Message): void;
  /** Nobody waits for this request's answer any more. True: the server learns of it by that alone. */
  abandon(number: number): boolean;
  /** The revision and the session are known from here on: later messages name them. */
  opened(revision: string, hasSessions: boolean): void;
  /** The last words of a server that is a process. */
  readonly lastWords: string;
  /** Twice does no harm. */
  close(): Promise<void>;
}

/** What comes of a channel. */
export interface ChannelEvents {
  /** `via`: the request on whose own stream it came; undefined where all share one. True: that request has its answer. */
  message(message: Pieces, via: number | undefined): boolean;
  /** An answer was there and could not be taken: this request's, or where that is not known, the only one's that is open. */
  lost(number: number | undefined, fault: Fault): void;
  /** This request's answer will not come. */
  failed(number: number, fault: Fault): void;
  /** It sent something that is no message of MCP, and that is lost. */
  strange(why: string): void;
  /** The server is gone, with everything that was open. Called at most once. */
  ended(fault: Fault): void;
}

/** Opens a channel: what it throws, or `ended` at once, says why it could not be opened. */
export type Connect = (events: ChannelEvents) => Channel;
