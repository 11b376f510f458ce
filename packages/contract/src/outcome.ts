import type { Fault } from "./fault.ts";
import type { Json } from "./json.ts";

/** An image in a result. `data` is base64. */
export interface Image {
  readonly data: string;
  readonly mimeType: string;
}

/** The finished MCP result of another server, as its own bytes: one JSON object, already scanned. It is passed on as it is. */
export interface Passthrough {
  readonly is: "passthrough";
  readonly body: Uint8Array;
  /** The same as it came, for whoever can pass pieces on: where they are there, `body` is made when it is looked at. */
  readonly pieces?: readonly Uint8Array[];
}

/** True for those bytes, among other answers. */
export function isPassthrough(answer: object): answer is Passthrough {
  if (!("is" in answer) || answer.is !== "passthrough") return false;
  return ("pieces" in answer && Array.isArray(answer.pieces)) || ("body" in answer && answer.body instanceof Uint8Array);
}

/** Bytes of another server's result. */
export function passedBytes(result: Passthrough): number {
  if (result.pieces === undefined) return result.body.length;
  return result.pieces.reduce((sum, piece) => sum + piece.length, 0);
}

/** What a tool ended with. MCP content, the CLI's print and the test's view are all derived from it. */
export type Outcome =
  | {
      readonly is: "done";
      /** The tool's value: one text block of JSON, unless `text` is given. */
      readonly data?: Json;
      readonly text?: string;
      readonly images?: readonly Image[];
      /** MCP content blocks that are none of the above (audio, embedded resources, links), after text and images. */
      readonly blocks?: readonly Json[];
      /** Lines for the model that go before the value. */
      readonly notes?: readonly string[];
      /** The value carries text that someone else wrote. Default: the tool's own `foreign`. */
      readonly foreign?: boolean;
      /** Send `data` as structuredContent too. Only where it repeats all that matters and there is no image: clients drop the rest. */
      readonly structured?: boolean;
      /** The tool says that it failed, in the place's own words. */
      readonly failed?: boolean;
    }
  | { readonly is: "raw"; /** A finished MCP result object, passed on as it is. */ readonly result: Json }
  | Passthrough
  | { readonly is: "fault"; readonly fault: Fault };

/** An outcome that is here as a value. */
export type OwnOutcome = Exclude<Outcome, Passthrough>;

/** The same with another server's bytes parsed, for whoever has to look into them. Bytes that are no JSON, which a scan lets through nowhere, are no result. */
export function parsedOutcome(outcome: Outcome): OwnOutcome {
  if (outcome.is !== "passthrough") return outcome;
  try {
    return { is: "raw", result: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(outcome.body)) as Json };
  } catch {
    return { is: "raw", result: null };
  }
}
