import { type LinkKeys, RawHolder, newLinkKeys } from "../../../../bench/src/raw-holder.ts";
import { asObject } from "../../../../bench/src/messages.ts";
import { Session } from "../../../../bench/src/session.ts";
import type { RelayProcess } from "../relay-process.ts";
import { from } from "./addresses.ts";

/** Links of one page: each page has one stream. */
const linksPerPage = 2;
/** Openings at once: a crowd, not one after the other. */
const atOnce = 25;

export const declaration = {
  info: { name: "load", version: "1.0.0" },
  tools: [
    {
      name: "echo",
      title: "Echo",
      description: "Returns the link it ran behind",
      inputSchema: { type: "object", properties: { size: { type: "number" } } },
      annotations: { title: "Echo", readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
  ],
};

/** One link of the crowd: its number is its client's address. */
export interface Crowded {
  readonly number: number;
  readonly keys: LinkKeys;
  readonly page: RawHolder;
  readonly url: string;
}

/** Pages with two links each, every link from its own address; each answers a call with the token of the link it came through. */
export async function fillLinks(relay: RelayProcess, links: number, signal: AbortSignal): Promise<readonly Crowded[]> {
  const crowd: Crowded[] = [];
  let next = 0;
  const opener = async (): Promise<void> => {
    while (next < links) {
      signal.throwIfAborted();
      const numbers = Array.from({ length: linksPerPage }, () => next++);
      crowd.push(...(await openPage(relay, numbers)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, opener));
  return crowd;
}

async function openPage(relay: RelayProcess, numbers: readonly number[]): Promise<readonly Crowded[]> {
  const keys = numbers.map(() => newLinkKeys());
  const [first, ...others] = keys;
  if (first === undefined) return [];
  const page = new RawHolder({
    relay: relay.origin,
    keys: first,
    alsoLinks: others,
    declare: declaration,
    headers: from(numbers[0] ?? 0),
    onFrame: (frame, holder) => {
      if (frame["type"] !== "request") return;
      const mine = keys.find((each) => each.token === frame["link"]);
      if (mine === undefined) return;
      void holder.result(String(frame["id"]), resultOf(mine), mine).catch(() => undefined); // the relay may be gone at the end
    },
  });
  for (const [index, each] of keys.entries()) {
    const hello = await page.hello(each, from(numbers[index] ?? 0));
    if (hello.status !== 200) throw new Error(`hello of link ${numbers[index]} was answered ${hello.status}: ${hello.body.slice(0, 200)}`);
  }
  const status = await page.open();
  if (status !== 200) throw new Error(`The stream of link ${numbers[0]} was answered ${status}`);
  return keys.map((each, index) => ({ number: numbers[index] ?? 0, keys: each, page, url: `${relay.origin}/s/${each.token}/mcp` }));
}

/** `each` sessions behind every link. */
export async function fillSessions(crowd: readonly Crowded[], each: number, signal: AbortSignal): Promise<ReadonlyMap<Crowded, Session>> {
  const kept = new Map<Crowded, Session>();
  const wanted = crowd.flatMap((link) => Array.from({ length: each }, () => link));
  let next = 0;
  const opener = async (): Promise<void> => {
    for (;;) {
      const link = wanted[next++];
      if (link === undefined) return;
      signal.throwIfAborted();
      kept.set(link, await Session.open({ url: link.url, era: "sessions", headers: from(link.number) }, "echo"));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, opener));
  return kept;
}

/** Whether an answer holds the token of the link it was asked through. */
export function answersFor(link: Crowded, answer: Buffer): boolean {
  const content = asObject(asObject(JSON.parse(answer.toString()))["result"])["content"];
  return asObject(Array.isArray(content) ? content[0] : undefined)["text"] === link.keys.token;
}

function resultOf(keys: LinkKeys): Buffer {
  return Buffer.from(JSON.stringify({ content: [{ type: "text", text: keys.token }] }));
}
