import { type Fault, faultWire } from "@jackfield/contract";
import type { Headers } from "./types.ts";

/**
 * The one `Retry-After` of an answer with this fault: the seconds it names itself in `data.retryAfter`, else five for what is full or too fast
 * at all. Nobody else adds this header, or an answer would have two.
 */
export function retryAfter(fault: Fault): Headers {
  const seconds = fault.data?.["retryAfter"];
  if (typeof seconds === "number") return ["retry-after", String(Math.ceil(seconds))];
  const { http } = faultWire[fault.code];
  return http === 503 || http === 429 ? ["retry-after", defaultSeconds] : [];
}

const defaultSeconds = "5";
