import type { Readable, Writable } from "node:stream";
import { type ContentOptions, type Host, Fault, applyCeilings, faultWire, faults } from "@jackfield/contract";
import { type CoreLimits, type LinePeer, createCore } from "@jackfield/mcp";
import { nodePorts } from "@jackfield/mcp/node";
import { LineSplitter } from "@jackfield/wire";
import { type DoorLimits, type StdioLimits, doorCeilings, stdioCeilings } from "./ceilings.ts";
import { hostEndpoint } from "./host-endpoint.ts";

export interface StdioDoorOptions {
  readonly input: Readable;
  /** Gets protocol messages and nothing else: whoever shares it (console.log in a tool) breaks the client. */
  readonly output: Writable;
  readonly limits?: Partial<StdioLimits & DoorLimits & CoreLimits>;
  readonly content?: ContentOptions;
}

/** Why a stdio door ended. `input`: the client closed its end. `output`: the client reads no more. `closed`: `close` was called. */
export type StdioEnd = "input" | "output" | "closed";

export interface StdioDoor extends AsyncDisposable {
  /** Resolves when the door has ended, once every call has. */
  readonly ended: Promise<StdioEnd>;
  counts(): { readonly calls: number; readonly waiting: number; readonly streams: number; readonly parked: number };
  close(): Promise<void>;
}

/**
 * Serves a host to the one client at the other end of a pair of pipes, newline-framed, every revision. When the client closes its end, calls that
 * are running have `endMs` to finish: input that was piped in ends before its answers are made. The host stays the caller's to close.
 */
export function stdioDoor(host: Host, options: StdioDoorOptions): StdioDoor {
  const { input, output } = options;
  const limits = { ...applyCeilings(doorCeilings, options.limits).limits, ...applyCeilings(stdioCeilings, options.limits).limits };
  const core = createCore(nodePorts(), options.limits);
  const endpoint = hostEndpoint(host, {
    door: "stdio",
    scope: "stdio",
    principal: { kind: "local", id: "stdio", scopes: [] },
    limits: { ...limits, callsPerClient: limits.calls },
    ...(options.content === undefined ? {} : { content: options.content }),
  });
  const lines = new LineSplitter(limits.lineBytes);
  let settle: (end: StdioEnd) => void = () => undefined;
  const ended = new Promise<StdioEnd>((resolve) => (settle = resolve));
  let over = false;

  const peer: LinePeer = {
    endpoint,
    get blocked() {
      return output.writableNeedDrain;
    },
    send(bytes) {
      if (over || !output.writable) return;
      output.cork();
      output.write(bytes);
      output.write(newline);
      output.uncork();
      if (output.writableLength > limits.unreadBytes) finish("output");
    },
  };
  const unlisten = host.onChange((change) => core.publish(endpoint.scope, change));
  const timer = setInterval(() => core.tick(), 1_000);

  const onData = (chunk: Uint8Array): void => {
    for (let rest: Uint8Array | undefined = chunk; rest !== undefined;) {
      try {
        for (const line of lines.feed(rest)) core.line(line, peer);
        rest = undefined;
      } catch (thrown) {
        const fault = Fault.from(thrown);
        const error = {
          code: faultWire[fault.code].code,
          message: `${faults.too_large.message}. ${faults.too_large.hint}`,
          data: { ceiling: "lineBytes", limit: limits.lineBytes },
        };
        if (fault.code !== "too_large") throw thrown;
        peer.send(encoder.encode(JSON.stringify({ jsonrpc: "2.0", id: null, error })));
        // Lines that were complete come with the next call.
        rest = nothing;
      }
    }
  };
  const onEnd = (): void => {
    const last = lines.end();
    if (last !== undefined) core.line(last, peer);
    void drained(() => endpoint.running(), limits.endMs).then(() => finish("input"));
  };
  const onOutputGone = (): void => finish("output");
  // A broken pipe is how a client that was killed looks from here.
  const onError = (): void => finish("output");
  input.on("data", onData);
  input.once("end", onEnd);
  input.once("close", onEnd);
  input.once("error", onEnd);
  output.once("close", onOutputGone);
  output.on("error", onError);

  function finish(end: StdioEnd): void {
    if (over) return;
    over = true;
    clearInterval(timer);
    unlisten();
    input.off("data", onData);
    input.off("end", onEnd);
    input.off("close", onEnd);
    input.off("error", onEnd);
    input.pause();
    output.off("close", onOutputGone);
    core.closeLine(peer);
    core.endScope(endpoint.scope);
    // The error listener stays: a pipe that breaks late must not end the process.
    void drained(() => endpoint.running(), limits.endMs).then(() => settle(end));
  }
  const close = async (): Promise<void> => {
    finish("closed");
    await ended;
  };
  return { ended, counts: () => ({ ...core.counts(), calls: endpoint.running() }), close, [Symbol.asyncDispose]: close };
}

/** Waits until nothing runs, for at most `ms`. */
async function drained(running: () => number, ms: number): Promise<void> {
  const until = Date.now() + ms;
  while (running() > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
}

const encoder = new TextEncoder();
const newline = encoder.encode("\n");
const nothing = new Uint8Array(0);
