import type { Connection } from "./connection.ts";
import { Histogram } from "./histogram.ts";
import { checkEcho } from "./messages.ts";
import { cpuSeconds, hostCpu } from "./process-tree.ts";
import { type Address, Session, exchange } from "./session.ts";

/** An answer, and performance.now() when it was whole. */
export interface Answered {
  readonly answer: Buffer;
  readonly at: number;
}

/** Makes one call after another. */
export interface Worker {
  /** Rejects where the server refuses, or the answer never came. */
  call(body: Buffer, id: number): Promise<Answered>;
  /** After a failure: what is left of that call must not reach the next. */
  reset(): void;
  close(): Promise<void>;
}

/** A worker with one session on one keep-alive connection. */
export class SessionWorker implements Worker {
  readonly session: Session;
  readonly connection: Connection;
  readonly #head: string;

  constructor(session: Session) {
    this.session = session;
    this.connection = session.connection();
    this.#head = session.head("POST");
  }

  call(body: Buffer, id: number): Promise<Answered> {
    return exchange(this.connection, this.#head, body, id);
  }

  reset(): void {
    this.connection.destroy();
  }

  async close(): Promise<void> {
    this.connection.destroy();
    await this.session.end();
  }
}

/** As many workers as callers at once; reusable between cells. */
export class Pool<W extends Worker = Worker> {
  readonly workers: readonly W[];

  private constructor(workers: readonly W[]) {
    this.workers = workers;
  }

  /** Opens `size` sessions, eight at a time. */
  static open(address: Address, tool: string, size: number): Promise<Pool<SessionWorker>> {
    return Pool.of(size, async () => new SessionWorker(await Session.open(address, tool)));
  }

  /** `size` workers of any kind, eight opened at a time. */
  static async of<W extends Worker>(size: number, open: () => Promise<W>): Promise<Pool<W>> {
    const workers: W[] = [];
    let begun = 0;
    const opener = async (): Promise<void> => {
      while (begun < size) {
        begun += 1;
        workers.push(await open());
      }
    };
    await Promise.all(Array.from({ length: Math.min(8, size) }, opener));
    return new Pool(workers);
  }

  async close(): Promise<void> {
    for (const worker of this.workers) await worker.close();
  }
}

export interface CellOptions {
  readonly pool: Pool;
  /** Request bytes for an id. */
  readonly body: (id: number) => Buffer;
  /** Characters of the first text block of each answer. */
  readonly size: number;
  readonly seconds: number;
  /** Seconds of load before anything counts. */
  readonly warmup: number;
  /** The server's process: its tree's CPU is what a call costs. */
  readonly pid: number;
  /** Processes of the server that have left its tree, at the moment. */
  readonly daemons?: () => readonly number[];
  /** Stop after so many calls: for warming up. */
  readonly most?: number;
}

export interface Cell {
  readonly calls: number;
  readonly failed: number;
  readonly perSecond: number;
  /** Milliseconds from the write of the request to the last byte of its answer. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** Microseconds of the server's process tree. */
  readonly cpu: number;
  /** Microseconds of the generator. */
  readonly generatorCpu: number;
  /** Share of the host's CPU that neither server nor generator used. */
  readonly foreign: number;
  readonly firstError?: string;
}

/** After so many failures a cell ends: it measures nothing any more. */
const failuresToStop = 200;
/** Milliseconds that a call may go on after its cell has ended. */
const patienceMs = 20_000;
/** One answer in so many is parsed and compared in full. */
const checkEvery = 64;

let nextId = 10;

/** Closed loop: every worker sends its next call when the last one is answered. */
export async function runCell(options: CellOptions): Promise<Cell> {
  const histogram = new Histogram();
  let failed = 0;
  let started = 0;
  let firstError: string | undefined;
  let stop = false;
  let measuring = false;

  const cpu = (): number => cpuSeconds(options.pid, options.daemons?.());

  const call = async (worker: Worker): Promise<void> => {
    const id = nextId++;
    const begun = performance.now();
    try {
      const { answer, at } = await worker.call(options.body(id), id);
      if (started++ % checkEvery === 0) checkEcho(answer, id, options.size);
      else if (answer.length < options.size)
        throw new Error(`The answer has ${answer.length} bytes: ${answer.toString("latin1").slice(0, 160)}`);
      if (measuring) histogram.record((at - begun) * 1000);
    } catch (error) {
      failed += 1;
      firstError ??= firstLineOf(error);
      if (failed >= failuresToStop) stop = true;
      worker.reset();
    }
  };
  const loops = options.pool.workers.map(async (worker) => {
    while (!stop) await call(worker);
  });

  await pause(options.warmup * 1000);
  const before = { host: hostCpu(), own: process.cpuUsage(), server: cpu() };
  const from = performance.now();
  measuring = true;
  while (!stop && histogram.count < (options.most ?? Infinity)) {
    const left = from + options.seconds * 1000 - performance.now();
    // A slow target gets at least one answer, but not for ever.
    if (left <= 0 && (histogram.count + failed > 0 || left < -patienceMs)) break;
    await pause(Math.min(50, Math.max(1, left)));
  }
  measuring = false;
  const elapsed = (performance.now() - from) / 1000;
  const host = hostCpu();
  const own = process.cpuUsage(before.own);
  const server = cpu() - before.server;
  stop = true;
  await Promise.race([Promise.all(loops), pause(patienceMs)]);

  const calls = histogram.count;
  const generator = (own.user + own.system) / 1e6;
  return {
    calls,
    failed,
    perSecond: calls / elapsed,
    p50: histogram.at(50) / 1000,
    p99: histogram.at(99) / 1000,
    max: histogram.max / 1000,
    cpu: (server / calls) * 1e6,
    generatorCpu: (generator / calls) * 1e6,
    foreign: Math.max(0, host.busy - before.host.busy - generator - server) / (host.total - before.host.total || 1),
    ...troubleOf(),
  };

  function troubleOf(): { readonly firstError?: string } {
    if (firstError !== undefined) return { firstError };
    return calls > 0 || options.most !== undefined ? {} : { firstError: `no answer within ${patienceMs / 1000} s` };
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** What failed, in one line: a peer's page of an error has its stack in it, with the paths of the machine it ran on. */
function firstLineOf(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line.slice(0, lineCharacters);
}

const lineCharacters = 160;
