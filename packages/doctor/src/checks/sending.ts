import { objectAt, saidBy } from "../answer.ts";
import type { Exam } from "../exam.ts";
import type { Peer } from "../peer.ts";

/** What a client of this conversation sends beside a body. */
export function headersFor(peer: Peer, method: string): Readonly<Record<string, string>> {
  return peer.stateless ? { ...peer.headers, "mcp-method": method } : peer.headers;
}

export function peerHasTools(peer: Peer): boolean {
  return objectAt(peer.opening, "capabilities")?.["tools"] !== undefined;
}

/** Sends text as it stands, and says what came for it. */
export async function sendRaw(
  exam: Exam,
  peer: Peer,
  text: string,
  id: string | undefined,
): Promise<{ readonly isAnswered: boolean; readonly text: string }> {
  if (exam.target.is === "http") {
    const answer = await exam.http.send({ body: text, raw: true, headers: headersFor(peer, "tools/list") });
    return { isAnswered: answer.status !== 0 && answer.status !== 500 && answer.status < 502, text: saidBy(answer) };
  }
  const client = await exam.process();
  if (id === undefined) {
    client.write(text);
    return { isAnswered: true, text: "sent" };
  }
  const before = client.unclaimed.length;
  client.write(text);
  for (let waited = 0; waited < exam.limits.quietMs && client.exit === undefined && client.unclaimed.length === before; waited += 20)
    await new Promise((done) => setTimeout(done, 20));
  const isThere = client.exit === undefined;
  return { isAnswered: isThere, text: client.unclaimed.length > before ? "answered" : isThere ? "not answered" : "the server ended" };
}
