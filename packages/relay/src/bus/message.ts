/**
 * What the processes of one relay say to each other. A *front* has a client's or holder's request; a link's *home* is the process that
 * serves it. An exchange is one request, carried from front to home, and its answer back.
 */
export const kinds = [
  // front to home
  "open", // head, first piece of the body
  "body", // a further piece
  "gone", // nobody waits for the answer any more
  "tookData", // one byte: how many pieces of data were taken
  // home to front
  "refuse", // nothing was run: why
  "answer", // head, first piece: a whole answer
  "start", // head: a stream
  "data", // a piece of either
  "end",
  "abort",
  "tookBody",
  // any to any
  "probe",
  "alive",
  // about a link: on its subject, but for `home`
  "who",
  "home", // epoch
  "claim", // epoch
] as const;

export type Kind = (typeof kinds)[number];

/** One message that was sealed by a process of this relay, for this subject, and has not been seen before. */
export interface BusMessage {
  readonly from: string;
  readonly kind: Kind;
  /** The front's number of the exchange, or of the question. */
  readonly exchange: number;
  /** How much longer than usual it was under way, ms. */
  readonly lateMs: number;
  readonly payload: Buffer;
}

/** What is asked of a home. */
export type Op = "mcp" | "hello" | "events" | "result" | "frames";

export interface OpenHead {
  readonly op: Op;
  readonly token: string;
  /** HTTP method and headers of an MCP request. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The holder whose stream it is. */
  readonly holder?: string;
  /** It is for this very process, home or not: it minted what the request names. */
  readonly isNamed?: boolean;
  /** Bytes of the whole body. */
  readonly bytes: number;
}

export interface AnswerHead {
  readonly status: number;
  readonly headers: readonly string[];
  /** Bytes of the whole answer; 0 for a stream. */
  readonly bytes: number;
}

/** A head as JSON, its length before it. */
export function writeHead(head: OpenHead | AnswerHead): Buffer {
  const text = JSON.stringify(head);
  const bytes = Buffer.allocUnsafe(4 + Buffer.byteLength(text));
  bytes.writeUInt32BE(bytes.length - 4);
  bytes.write(text, 4);
  return bytes;
}

/** What `writeHead` wrote, and the bytes behind it. Only sealed bytes come here: their shape is that of our own code. */
export function readHead<Head extends OpenHead | AnswerHead>(payload: Buffer): { readonly head: Head; readonly rest: Buffer } {
  const end = 4 + payload.readUInt32BE(0);
  return { head: JSON.parse(payload.toString("utf8", 4, end)) as Head, rest: payload.subarray(end) };
}

export function writeEpoch(epoch: number): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeDoubleBE(epoch);
  return bytes;
}
