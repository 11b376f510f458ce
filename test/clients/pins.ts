/**
 * The clients, pinned. Without a version npm on Node 20 picks old releases whose `engines` fit; with one it only warns, and all of these run.
 */
export const pins = {
  inspector: { "@modelcontextprotocol/inspector": "2.12.0" },
  "mcp-remote": { "mcp-remote": "0.15.1" },
  "claude-2.1.332": { "@anthropic-ai/claude-code": "2.1.332" },
  "claude-2.1.197": { "@anthropic-ai/claude-code": "2.1.197" },
  codex: { "@openai/codex": "0.171.0" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

export type Pin = keyof typeof pins;
