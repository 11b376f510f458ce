import { createHash, randomBytes } from "node:crypto";
import { newHolderId, newSecret, secretHeader, tokenDigestInput, tokenFromDigest } from "@jackfield/wire";

/** A link with a holder that takes calls and never answers, and one call under way on it. */
export interface OpenCall {
  /** What the caller is told in the end. */
  readonly answer: Promise<{ readonly status: number; readonly text: string }>;
}

/** Opens a link at a relay, calls a tool through it, and returns when the call has reached the holder. */
export async function openCall(relay: string): Promise<OpenCall> {
  const secret = newSecret(randomBytes);
  const token = tokenFromDigest(createHash("sha256").update(tokenDigestInput(secret)).digest());
  const holder = newHolderId(randomBytes);
  const link = `${relay}/s/${token}`;
  const headers = { "content-type": "application/json", [secretHeader]: secret };
  const tool = {
    name: "wait",
    title: "Wait",
    inputSchema: { type: "object" },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
  const declare = { info: { name: "boat", version: "1" }, tools: [tool] };
  await fetch(`${link}/hello`, { method: "POST", headers, body: JSON.stringify({ protocol: 1, holder, declare }) });
  const events = await fetch(`${link}/events?holder=${holder}`, { headers });
  const answer = post(link, "tools/call", { name: "wait", arguments: {} });
  const reader = events.body?.getReader();
  let seen = "";
  while (!seen.includes('"request"')) seen += new TextDecoder().decode((await reader?.read())?.value ?? new Uint8Array());
  return { answer };
}

async function post(link: string, method: string, params: object): Promise<{ status: number; text: string }> {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const answer = await fetch(`${link}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      "mcp-name": "wait",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } }),
  });
  return { status: answer.status, text: await answer.text() };
}
