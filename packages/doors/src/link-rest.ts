import type { PostAnswer, StreamEnd } from "./link-http.ts";

/** What comes after a connection: the state to be in, for how long, and whether the relay must be greeted anew. */
export interface Rest {
  readonly state: "waiting" | "displaced" | "refused";
  /** For a person. */
  readonly why: string;
  readonly retryAfterMs?: number | undefined;
  readonly greet?: boolean;
}

/** What follows an event stream's end. */
export function afterStream(end: StreamEnd): Rest {
  if (end.is === "dropped") return { state: "waiting", why: end.why };
  const { status } = end.answer;
  // The relay was started anew, or forgot this holder.
  if (status === 404 || status === 409 || status === 410)
    return { state: "waiting", why: "the relay does not know this holder any more", greet: true };
  return afterRefusal(end.answer);
}

/** What follows an answer that is not 200. Some of that passes, some needs a person. */
export function afterRefusal(answer: PostAnswer): Rest {
  const said = errorText(answer.body);
  switch (answer.status) {
    case 400:
    case 413:
      return { state: "refused", why: `the relay refused what this holder declares${said}` };
    case 401:
    case 403:
      return { state: "refused", why: `the relay refused this holder${said}` };
    case 429:
    case 503:
      return { state: "waiting", why: `the relay has no room just now${said}`, retryAfterMs: answer.retryAfterMs };
    default:
      return { state: "waiting", why: `the relay answered ${answer.status}${said}`, retryAfterMs: answer.retryAfterMs };
  }
}

/** Milliseconds to wait before the next try: doubling, and between half and the whole of it, so that holders that lost one relay do not come back as one. */
export function backoffMs(failures: number, firstMs: number, mostMs: number, random: number): number {
  const most = Math.min(firstMs * 2 ** Math.min(Math.max(failures - 1, 0), 16), mostMs);
  return most / 2 + (random * most) / 2;
}

/** A relay's own words, as far as they may be shown. */
function errorText(body: string): string {
  const value = parseJson(body);
  if (typeof value !== "object" || value === null || !("error" in value)) return "";
  const { error } = value;
  const message = typeof error === "object" && error !== null && "message" in error ? error.message : error;
  return typeof message === "string" ? `: ${message.replaceAll(/[^\u{20}-\u{7e}\u{a0}-\u{24f}]/gu, " ").slice(0, 300)}` : "";
}

/** The value of a JSON text; undefined for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Whatever it is, it is not an answer of this protocol.
    return undefined;
  }
}
