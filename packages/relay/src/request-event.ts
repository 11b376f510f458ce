/** One request for a holder. `params` are the client's own bytes: one JSON object, checked. */
export interface RequestEvent {
  readonly link: string;
  readonly id: string;
  readonly method: string;
  readonly params: Uint8Array;
  /** What `agentText` of wire made. */
  readonly agent: string;
  readonly timeoutMs: number;
  readonly notice: string | undefined;
}

/**
 * A request frame as the event it travels in: the same bytes as wire's `sseEvent(writeRequestFrame(…))`, made in one buffer of Node's pool,
 * because it is made for every call; large params are not copied into it. Nothing of `params` is parsed or rewritten.
 */
export function requestEvent(event: RequestEvent): readonly Uint8Array[] {
  const { link, id, method, params, agent, timeoutMs, notice } = event;
  const said = notice === undefined ? "" : `,"notice":${JSON.stringify(notice)}`;
  // Link and key are of characters that JSON leaves as they are.
  const head = `data: {"type":"request","link":"${link}","id":"${id}","method":${JSON.stringify(method)},"timeoutMs":${Math.ceil(timeoutMs)}${said},"agent":${agent},"params":`;
  const isLarge = params.length > copiedBytes;
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(head) + (isLarge ? 0 : params.length + end.length));
  const at = bytes.write(head);
  if (isLarge) return [bytes, withoutLineEnds(params), endBytes];
  bytes.set(params, at);
  blankLineEnds(bytes, at, at + params.length);
  bytes.write(end, at + params.length, "latin1");
  return [bytes];
}

function withoutLineEnds(params: Uint8Array): Uint8Array {
  if (lineEnds.every((byte) => params.indexOf(byte) === -1)) return params;
  const copy = Buffer.from(params);
  blankLineEnds(copy, 0, copy.length);
  return copy;
}

/** Raw line ends, which JSON allows only between tokens, would end the event's line: they become spaces. */
function blankLineEnds(bytes: Buffer, from: number, to: number): void {
  for (const byte of lineEnds)
    for (let at = bytes.indexOf(byte, from); at !== -1 && at < to; at = bytes.indexOf(byte, at + 1)) bytes[at] = 0x20;
}

const lineEnds = [0x0a, 0x0d] as const;
const end = "}\n\n";
const endBytes = Buffer.from(end);
/** Params up to here are copied into their event. */
const copiedBytes = 65_536;
