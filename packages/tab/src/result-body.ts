import { Fault, type OwnOutcome, type ToolInfo, faultOf, resultOf } from "@jackfield/contract";
import { wireErrorOf } from "@jackfield/wire";

/** Bytes kept free around a result: its key, and what the relay adds. */
const envelopeBytes = 512;
/** Bytes kept free for what stands around images: some 60 each. */
const imageJsonBytes = 8_192;

/** What ends the calls of a link that the person ended. */
export function turnedOff(): Fault {
  return new Fault("denied", "The person turned this link off", { hint: "Ask them for a new link" });
}

/** What fitting a result to a link needs to know. */
export interface BodyLimits {
  /** Bytes of one message. */
  readonly message: number;
  /** Characters of text in one result. */
  readonly text: number;
}

/**
 * The body of `POST …/result` for a tool's outcome, within the link's message limit: images that do not fit are left out and the text says
 * so; what is too large even then becomes an error that asks for less.
 */
export function resultBody(
  id: string,
  outcome: OwnOutcome,
  tool: Pick<ToolInfo, "foreign">,
  limits: BodyLimits,
  notice: string | undefined,
): string {
  const fault = faultOf(outcome);
  if (fault !== undefined) return errorBody(id, fault);
  const options = { textCeiling: limits.text, ...(notice === undefined ? {} : { notice }) };
  const room = limits.message - envelopeBytes;
  const write = (shown: OwnOutcome, imageCeiling: number): string => JSON.stringify(resultOf(shown, tool, { ...options, imageCeiling }));
  let result = write(outcome, Infinity);
  if (utf8Bytes(result) > room) {
    // Without images first, to know what room the rest leaves them.
    const got = utf8Bytes(write(outcome, 0));
    const message = `The result is larger than this link takes: ${got} bytes, at most ${room}`;
    const tooLarge: OwnOutcome = {
      is: "fault",
      fault: new Fault("result_too_large", message, { data: { ceiling: "message", limit: room, got } }),
    };
    result = write(got > room ? tooLarge : outcome, Math.max(0, room - got - imageJsonBytes));
  }
  return valueBody(id, result);
}

/** A body with a finished result, as JSON text. The key comes first, so that the relay can pass the rest on while it arrives. */
export function valueBody(id: string, result: string): string {
  return `{"id":${JSON.stringify(id)},"result":${result}}`;
}

/** A body with an error. */
export function errorBody(id: string, fault: Fault): string {
  return JSON.stringify({ id, error: wireErrorOf(fault) });
}

/** Bytes of a text as UTF-8; for short texts an upper bound, which is enough to know that they fit. */
export function utf8Bytes(text: string): number {
  return text.length * 3 < 65_536 ? text.length * 3 : new TextEncoder().encode(text).length;
}
