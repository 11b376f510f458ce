import type { Agent } from "./frames.ts";

/** One request for a holder. `params` are the client's own bytes: one JSON object, checked. */
export interface RequestFrameParts {
  readonly link: string;
  readonly id: string;
  readonly method: string;
  readonly params: Uint8Array;
  /** What `agentText` made of it, where many requests of one client go through. */
  readonly agent: Agent | string;
  readonly timeoutMs: number;
  readonly notice?: string;
}

/** A `request` down frame as JSON, in one buffer. Nothing of `params` is parsed or rewritten: 1e400 and 12345678901234567890 arrive as sent. */
export function writeRequestFrame(frame: RequestFrameParts): Uint8Array {
  const agent = typeof frame.agent === "string" ? frame.agent : agentText(frame.agent);
  const notice = frame.notice === undefined ? "" : `,"notice":${JSON.stringify(frame.notice)}`;
  const head = utf8.encode(
    `{"type":"request","link":${JSON.stringify(frame.link)},"id":${JSON.stringify(frame.id)},"method":${JSON.stringify(frame.method)},"timeoutMs":${Math.ceil(frame.timeoutMs)}${notice},"agent":${agent},"params":`,
  );
  const at = head.length + frame.params.length;
  const bytes = new Uint8Array(at + 1);
  bytes.set(head);
  bytes.set(frame.params, head.length);
  bytes[at] = 0x7d;
  return bytes;
}

/** An agent's JSON, for many frames. */
export function agentText(agent: Agent): string {
  return JSON.stringify(agent);
}

const utf8 = new TextEncoder();
