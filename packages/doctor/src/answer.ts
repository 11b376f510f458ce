import { type Json, type JsonObject, safeText } from "@jackfield/contract";
import { doctorCeilings } from "./ceilings.ts";

/** What came back for one HTTP request, whole or not. It is never thrown: what goes wrong is what the doctor looks for. */
export interface Answer {
  /** 0: no head came. */
  readonly status: number;
  /** By lower-case name; a header that came twice is joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The media type, lower case, without parameters. */
  readonly type: string;
  readonly text: string;
  readonly bytes: number;
  /** JSON-RPC messages of the body, in order, whatever framed them. */
  readonly messages: readonly JsonObject[];
  /** The body was one JSON array. */
  readonly batch: boolean;
  /** Comment lines of an event stream. */
  readonly comments: number;
  /** Milliseconds to the head, to the first byte of the body, and to the end of what was read. */
  readonly headMs: number | undefined;
  readonly firstMs: number | undefined;
  readonly endMs: number;
  /** The longest time without a byte, the time to the head included. */
  readonly longestGapMs: number;
  readonly ended: "whole" | "enough" | "late" | "large" | "cut" | "refused";
  /** The system's code for what cut or refused it. */
  readonly why: string | undefined;
}

/** The first message that answers a request. */
export function replyIn(answer: Answer): JsonObject | undefined {
  return answer.messages.find(isReply);
}

export function isReply(message: JsonObject): boolean {
  return !("method" in message) && ("result" in message || "error" in message);
}

/** The error code of a reply. */
export function codeOf(reply: JsonObject | undefined): number | undefined {
  const code = objectAt(reply, "error")?.["code"];
  return typeof code === "number" ? code : undefined;
}

/** An own member that is an object. */
export function objectAt(value: JsonObject | undefined, name: string): JsonObject | undefined {
  const member = value !== undefined && Object.hasOwn(value, name) ? value[name] : undefined;
  return isObject(member) ? member : undefined;
}

/** An own member that is a list. */
export function listAt(value: JsonObject | undefined, name: string): readonly Json[] | undefined {
  const member = value !== undefined && Object.hasOwn(value, name) ? value[name] : undefined;
  return isList(member) ? member : undefined;
}

/** An own member that is a text. */
export function textAt(value: JsonObject | undefined, name: string): string | undefined {
  const member = value !== undefined && Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof member === "string" ? member : undefined;
}

/** A JSON list. `Array.isArray` alone would make its items `any`. */
export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An answer in words: `HTTP 404`, `no answer within 10 s`. Foreign text in it is cut and escaped. */
export function saidBy(answer: Answer): string {
  const seconds = `${Math.round(answer.endMs / 100) / 10} s`;
  if (answer.status === 0)
    return answer.ended === "late" ? `no answer within ${seconds}` : `a connection that was closed without an answer${why(answer)}`;
  const reply = replyIn(answer);
  const code = codeOf(reply);
  const what =
    code !== undefined
      ? `, error ${code} ${quote(textAt(objectAt(reply, "error"), "message") ?? "", 80)}`
      : reply !== undefined
        ? ", a result"
        : answer.bytes > 0 && answer.messages.length === 0
          ? `, ${answer.type === "" ? "no content type" : quote(answer.type, 40)} that is no JSON-RPC message`
          : "";
  const end = { whole: "", enough: "", late: `, unfinished after ${seconds}`, large: ", too large", cut: ", cut off", refused: "" }[
    answer.ended
  ];
  return `HTTP ${answer.status}${what}${end}`;
}

function why(answer: Answer): string {
  return answer.why === undefined ? "" : ` (${safeText(answer.why, 40)})`;
}

/** Foreign text between quotation marks, for a report: cut, and without anything that could act on a terminal. */
export function quote(text: string, most: number): string {
  return `"${safeText(text, Math.min(most, doctorCeilings.quoteChars.value))}"`;
}
