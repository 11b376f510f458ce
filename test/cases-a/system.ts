/** What a system under test holds right now. */
export interface CaseCounts {
  readonly sessions: number;
  readonly calls: number;
  readonly streams: number;
  readonly sockets: number;
}

/** How a system is started for one case. */
export interface CaseOptions {
  /** Default: any free port. */
  readonly port?: number;
  readonly sessionIdleMs?: number;
  /** Sessions that fit. */
  readonly sessions?: number;
  /** The key in the address, for targets that have one: an address must outlive a restart. */
  readonly secret?: string;
}

/** A system under test: a process of its own, with the tools of toolset.ts behind an MCP endpoint. */
export interface CaseSystem extends AsyncDisposable {
  readonly url: URL;
  readonly pid: number;
  /** False once the process has ended, however it did. */
  readonly alive: boolean;
  counts(): Promise<CaseCounts>;
  /** Bytes of heap in use, after a collection. */
  heap(): Promise<number>;
  /** Milliseconds of processor time so far: wall clocks say little on shared machines. */
  cpu(): Promise<number>;
  /** How often a tool has run. */
  runs(): Promise<number>;
  /** Ends what does the work behind the endpoint, in the middle of whatever it does. */
  loseFarEnd(): Promise<void>;
  /** Ends the process at once, as a crash would. */
  kill(): Promise<void>;
}

/** Something that serves MCP over HTTP: the cases are the same for all of them. */
export interface CaseTarget {
  readonly name: string;
  /** The endpoint is on loopback and must defend itself against pages: case A17. */
  readonly isLoopback: boolean;
  /** Connections that may be open while no client is there. */
  readonly restingSockets: number;
  /** Bytes that are kept of a session that has ended, by design. */
  readonly endedBytes: number;
  /** Milliseconds within which a call must end whose far end is gone: far below the minute it asked for, far above what a busy machine takes. */
  readonly farEndMs: number;
  start(options: CaseOptions): Promise<CaseSystem>;
}
