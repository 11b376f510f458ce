import { cleanText } from "./clean.ts";
import { countOf, memberOf, objectOf, textOf } from "./read-json.ts";

/**
 * What the relay says about parcels, which are counted from 1 on each transport. `took`: all up to this one were taken, but for those that
 * were refused. `refused`: with the status and the wait that a POST would have been refused with.
 */
export type Receipt =
  | { readonly type: "took"; readonly n: number }
  | { readonly type: "refused"; readonly n: number; readonly status: number; readonly retryAfterMs?: number; readonly why: string };

export function writeReceipt(receipt: Receipt): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(receipt));
}

/** Reads a receipt, in the holder. Undefined: it is something else, which costs no parsing where it does not begin like one. */
export function parseReceipt(text: string): Receipt | undefined {
  if (!text.startsWith('{"type":"took"') && !text.startsWith('{"type":"refused"')) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON: no receipt either.
    return undefined;
  }
  const from = objectOf(value);
  const n = from && countOf(memberOf(from, "n"));
  if (from === undefined || n === undefined) return undefined;
  if (memberOf(from, "type") === "took") return { type: "took", n };
  const status = countOf(memberOf(from, "status"));
  const retryAfterMs = countOf(memberOf(from, "retryAfterMs"));
  const why = textOf(memberOf(from, "why"), receiptChars) ?? "";
  if (status === undefined) return undefined;
  return { type: "refused", n, status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }), why };
}

/** A text of the relay as a receipt carries it. */
export function receiptText(text: string): string {
  return cleanText(text, receiptChars);
}

/** Characters of why a parcel was refused. */
export const receiptChars = 300;
