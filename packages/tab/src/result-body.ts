import { Fault, type Outcome, type ToolInfo, faultOf, resultOf } from "@jackfield/contract";
import { wireErrorOf } from "@jackfield/wire";

/** Bytes kept free around a result: its key, and what the relay adds. */
const envelopeBytes = 512;

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
  outcome: Outcome,
  tool: Pick<ToolInfo, "foreign">,
  limits: BodyLimits,
  notice: string | undefined,
): string {
  const fault = faultOf(outcome);
  if (fault !== undefined) return errorBody(id, fault);
  const options = { textCeiling: limits.text, ...(notice === undefined ? {} : { notice }) };
  const room = limits.message - envelopeBytes;
  const write = (imageCeiling: number): string | undefined => {
    const result = JSON.stringify(resultOf(outcome, tool, { ...options, imageCeiling }));
    return utf8Bytes(result) <= room ? valueBody(id, result) : undefined;
  };
  const whole = write(Infinity);
  if (whole !== undefined) return whole;
  // Without images first, to know what room the rest leaves them; their own JSON is some 60 characters each.
  const bare = JSON.stringify(resultOf(outcome, tool, { ...options, imageCeiling: 0 }));
  const fitted = write(Math.max(0, room - utf8Bytes(bare) - 2_048)) ?? (utf8Bytes(bare) <= room ? valueBody(id, bare) : undefined);
  if (fitted !== undefined) return fitted;
  const got = utf8Bytes(bare);
  const tooLarge = new Fault("result_too_large", `The result is larger than this link takes: ${got} bytes, at most ${room}`, {
    data: { ceiling: "message", limit: room, got },
  });
  return valueBody(id, JSON.stringify(resultOf({ is: "fault", fault: tooLarge }, tool, options)));
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
