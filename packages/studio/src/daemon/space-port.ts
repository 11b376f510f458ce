/** One side's end of an ordered channel of texts: a WebSocket's messages. */
export interface SpacePort {
  send(text: string): void;
  /** Bytes that were sent and that the other side has not taken, as far as is known. */
  readonly waiting: number;
  /** Twice does no harm. */
  close(code: number, reason: string): void;
}

/** Why a connection ends, as WebSockets' close codes. */
export const spaceEnds = {
  /** The daemon stops, or the person's role is another: come again, and say who you are. */
  again: 1012,
  /** What came is no message of the protocol. */
  unclear: 4400,
  /** No greeting, or not the right token. */
  stranger: 4401,
  /** That person may not be here any more. */
  removed: 4403,
  /** It does not read. */
  slow: 4408,
  /** A message of more than is read. */
  large: 4413,
  /** Too many connections, or too many requests. */
  many: 4429,
} as const;
