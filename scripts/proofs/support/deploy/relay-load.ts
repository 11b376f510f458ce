import { Agent } from "node:http";
import { RawHolder } from "../../../../bench/src/raw-holder.ts";
import { StatelessClient } from "../../../../test/relay/client.ts";
import { ask } from "../../../../test/relay/rig.ts";
import { address } from "../load/addresses.ts";
import { declaration } from "../load/fill.ts";

/** What became of the calls. */
export interface Loaded {
  readonly links: number;
  readonly calls: number;
  /** Not answered with the whole result of their own link's holder. */
  readonly wrong: number;
  /** Bytes of results. */
  readonly bytes: number;
}

const workers = 24;
const largeEvery = 20;
const largeBytes = 900_000;

/** Links with holders that answer, and calls through them for so long: each from an address of its own, as a proxy tells it. */
export async function loadRelay(url: string, originSecret: string, links: number, ms: number, signal: AbortSignal): Promise<Loaded> {
  const headers = (n: number): Record<string, string> => ({ "x-jackfield-origin": originSecret, "x-forwarded-for": address(n) });
  const agent = new Agent({ keepAlive: true });
  const holders: RawHolder[] = [];
  const told = { calls: 0, wrong: 0, bytes: 0 };
  try {
    for (let n = 0; n < links; n += 1) {
      signal.throwIfAborted();
      holders.push(await holder(url, headers(n)).start());
    }
    const until = performance.now() + ms;
    const worker = async (first: number): Promise<void> => {
      for (let n = first; performance.now() < until && !signal.aborted; n += workers) {
        const link = n % links;
        const size = n % largeEvery === 0 ? largeBytes : 200;
        const client = new StatelessClient(holders[link]?.mcpUrl ?? "");
        const message = client.message("tools/call", { name: "echo", arguments: { size } }, headers(link));
        const answer = await ask(client.url, { method: "POST", agent, ...message }).catch(() => undefined); // counted as wrong
        told.calls += 1;
        told.bytes += answer?.text.length ?? 0;
        if (answer?.status !== 200 || !answer.text.includes(filler(holders[link]?.keys.token ?? "?", size))) told.wrong += 1;
      }
    };
    await Promise.all(Array.from({ length: workers }, (_, index) => worker(index)));
    return { links, ...told };
  } finally {
    agent.destroy();
    for (const each of holders) each.destroy();
  }
}

function holder(relay: string, headers: Readonly<Record<string, string>>): RawHolder {
  return new RawHolder({
    relay,
    declare: declaration,
    headers,
    onFrame: (frame, self) => {
      if (frame["type"] !== "request") return;
      const params = frame["params"] as { readonly arguments?: { readonly size?: number } };
      const text = filler(self.keys.token, params.arguments?.size ?? 0);
      void self.result(String(frame["id"]), Buffer.from(JSON.stringify({ content: [{ type: "text", text }] }))).catch(() => undefined); // the caller counts
    },
  });
}

/** Text that only this link's holder would send. */
function filler(token: string, size: number): string {
  return token.repeat(Math.ceil(size / token.length)).slice(0, size);
}
