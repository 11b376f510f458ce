import { Pool, pause } from "./load.ts";
import { toolCalls } from "./messages.ts";
import { exchange } from "./session.ts";
import { median } from "./statistics.ts";

export interface DelayOptions {
  /** The caller that is delayed. */
  readonly url: string;
  /** Characters of the large message. */
  readonly size: number;
  /** The large message is the request (`up`) or the answer. */
  readonly up: boolean;
  readonly repeats: number;
}

export interface Delay {
  /** Milliseconds of the slowest small call in a window without a large message, median over the repeats. */
  readonly quiet: number;
  /** The same in a window with one. */
  readonly during: number;
  /** Milliseconds that the large call itself took, median. */
  readonly large: number;
}

/**
 * How long one caller's large message holds up another caller. The other one pings: that is answered by the server itself, so that the far end
 * (and this process, which makes the message beforehand) does not count.
 */
export async function runDelay(options: DelayOptions): Promise<Delay> {
  const pool = await Pool.open({ url: options.url, era: "sessions" }, "echo", 2);
  const [small, large] = pool.workers;
  if (small === undefined || large === undefined) throw new Error("The pool is empty");
  const ping = (id: number): Buffer => Buffer.from(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
  const largeBody = toolCalls("echo", options.up ? { text: "x".repeat(options.size) } : { size: options.size });
  let id = 1_000_000;
  let worst = 0;
  let running = true;
  const others = (async () => {
    while (running) {
      const from = performance.now();
      const mine = id++;
      await exchange(small.connection, small.session.head("POST"), ping(mine), mine);
      worst = Math.max(worst, performance.now() - from);
      // Not a load: one caller with a call every other millisecond.
      await pause(2);
    }
  })();
  const window = async (work: () => Promise<void>): Promise<number> => {
    worst = 0;
    await work();
    await pause(20);
    return worst;
  };
  const quiet: number[] = [];
  const during: number[] = [];
  const took: number[] = [];
  try {
    await pause(1000);
    for (let each = -1; each < options.repeats; each += 1) {
      const still = await window(() => pause(150));
      let ms = 0;
      const mine = id++;
      const bytes = largeBody(mine);
      const held = await window(async () => {
        const from = performance.now();
        await exchange(large.connection, large.session.head("POST"), bytes, mine);
        ms = performance.now() - from;
      });
      // The first one compiles.
      if (each < 0) continue;
      quiet.push(still);
      during.push(held);
      took.push(ms);
    }
  } finally {
    running = false;
    await others.catch(() => undefined); // the pool closes under it
    await pool.close();
  }
  return { quiet: median(quiet), during: median(during), large: median(took) };
}
