import type { Connection } from "./connection.ts";
import { type Cell, Pool, pause, runCell } from "./load.ts";
import { toolCalls } from "./messages.ts";
import { memoryOf } from "./process-tree.ts";
import { Session } from "./session.ts";
import type { Target } from "./target.ts";
import { portsHeld } from "./peer-holds.ts";

export interface StuckOptions {
  readonly target: Target;
  readonly readers: number;
  /** Bytes of the answer that is never read. */
  readonly size: number;
  /** Milliseconds to wait for the server to cut them off. */
  readonly patienceMs: number;
}

export interface StuckResult {
  /** Bytes resident that each stuck reader made the server hold, at its worst. */
  readonly heldEach: number;
  /** Readers that were cut off, and after how many milliseconds the last one was. */
  readonly cut: number;
  readonly cutMs: number;
  readonly before: Cell;
  readonly during: Cell;
}

/** Callers that ask for large results and never read them, while others go on calling. */
export async function runStuck(options: StuckOptions): Promise<StuckResult> {
  const { target } = options;
  const pool = await Pool.open({ url: target.url, era: "sessions" }, "echo", 4);
  const readers: Connection[] = [];
  try {
    const small = { pool, body: toolCalls("echo", { size: 100 }), size: 100, warmup: 0.3, pid: target.pid };
    await runCell({ ...small, seconds: 2 });
    const before = await runCell({ ...small, seconds: 2 });
    const idle = memoryOf(target.pid).rssBytes;
    const body = toolCalls("echo", { size: options.size });
    const from = performance.now();
    for (let each = 0; each < options.readers; each += 1) {
      const session = await Session.open({ url: target.url, era: "sessions" }, "echo");
      const connection = session.connection();
      await connection.connect();
      // Not one byte of the answer is taken: the kernel's buffers fill, then the server's.
      connection.socket?.pause();
      connection.send(session.head("POST"), body(1000 + each), { head() {}, data() {}, end() {}, error() {} });
      readers.push(connection);
    }
    await pause(1500);
    let worst = memoryOf(target.pid).rssBytes;
    const during = await runCell({ ...small, seconds: 2 });
    let cut = 0;
    let cutMs = 0;
    while (performance.now() - from < options.patienceMs && cut < readers.length) {
      worst = Math.max(worst, memoryOf(target.pid).rssBytes);
      await pause(250);
      const now = readers.length - portsHeld(readers.map((connection) => connection.socket?.localPort ?? 0)).size;
      if (now > cut) cutMs = performance.now() - from;
      cut = now;
    }
    return { heldEach: (worst - idle) / readers.length, cut, cutMs, before, during };
  } finally {
    for (const connection of readers) connection.destroy();
    await pool.close();
  }
}
