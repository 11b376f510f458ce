import type { Shown, Step } from "./script.ts";

/** Where a client is pointed. */
export interface Place {
  /** The MCP URL, through the wire proxy. */
  readonly url: string;
  /** An empty folder of the client's own: home, configuration, working directory. */
  readonly home: string;
  /** Origin of the model stand-in. */
  readonly model: string;
}

/** One client process, or as many as it takes, talking to one MCP server. */
export interface Conversation extends AsyncDisposable {
  /** Names of the tools as MCP lists them, or as the client offers them to its model. */
  list(): Promise<readonly string[]>;
  /** Makes the steps happen in order, on one connection where the client can keep one. */
  run(steps: readonly Step[]): Promise<readonly Shown[]>;
}

/** A client under test. */
export interface Driver {
  readonly name: string;
  /** Installs hundreds of megabytes and takes seconds to start. */
  readonly heavy: boolean;
  /** What it writes before the text of a result. Default: nothing. */
  readonly leads?: RegExp;
  /** Its model cannot tell a result that errs from one that does not, but by its text. */
  readonly hidesErrors?: true;
  /** Installs what it needs; twice does nothing. */
  install(signal: AbortSignal): Promise<void>;
  /** Connects. Rejects when the client says that it could not. */
  open(place: Place, signal: AbortSignal): Promise<Conversation>;
}
