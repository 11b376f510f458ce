import type { Agent } from "./frames.ts";

/** One request for a holder. `params` are the client's own bytes: one JSON object, checked. */
export interface RequestFrameParts {
  readonly link: string;
  readonly id: string;
  readonly method: string;
  readonly params: Uint8Array;
  /** Bytes that `encodeAgent` made, where many requests of one client go through. */
  readonly agent: Agent | Uint8Array;
  readonly timeoutMs: number;
  readonly notice?: string;
}

/** A `request` down frame as JSON, in one buffer. Nothing of `params` is parsed or rewritten: 1e400 and 12345678901234567890 arrive as sent. */
export function writeRequestFrame(frame: RequestFrameParts): Uint8Array {
  const agent = frame.agent instanceof Uint8Array ? frame.agent : encodeAgent(frame.agent);
  const head = utf8.encode(
    `{"type":"request","link":${JSON.stringify(frame.link)},"id":${JSON.stringify(frame.id)},"method":${JSON.stringify(frame.method)},"timeoutMs":${Math.ceil(frame.timeoutMs)}${
      frame.notice === undefined ? "" : `,"notice":${JSON.stringify(frame.notice)}`
    },"agent":`,
  );
  const bytes = new Uint8Array(head.length + agent.length + paramsKey.length + frame.params.length + 1);
  let at = 0;
  for (const part of [head, agent, paramsKey, frame.params]) {
    bytes.set(part, at);
    at += part.length;
  }
  bytes[at] = 0x7d;
  return bytes;
}

/** An agent's JSON, for many frames. */
export function encodeAgent(agent: Agent): Uint8Array {
  return utf8.encode(JSON.stringify(agent));
}

const utf8 = new TextEncoder();
const paramsKey = utf8.encode(',"params":');
