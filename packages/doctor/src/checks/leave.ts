import type { HttpClient } from "../http-client.ts";

/** Ends a session that was opened on the way. Nothing is made of the answer: another check looks at DELETE. */
export async function leave(http: HttpClient, session: string | undefined, url: URL = http.target.url): Promise<void> {
  if (session !== undefined) await http.send({ url, method: "DELETE", headers: { "mcp-session-id": session }, until: "head" });
}
