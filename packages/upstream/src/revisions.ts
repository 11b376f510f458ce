/** MCP 2026-07-28 and later have no sessions. Dates compare as text. */
export function isStatelessRevision(revision: string): boolean {
  return revision >= "2026-07-28";
}
