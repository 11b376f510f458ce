import { PlayerCore } from "./player-core.ts";
import type { PlayerRequest } from "./player-messages.ts";

/** The player in an AudioWorklet. */
class Player extends AudioWorkletProcessor {
  readonly #core = new PlayerCore({
    rate: sampleRate,
    // There is no finer clock in an AudioWorklet; over many quanta it is fine enough.
    now: () => Date.now(),
    report: (report) => this.port.postMessage(report),
  });

  /** What it is told before its first quantum may stand among its options. */
  constructor({ processorOptions }: AudioWorkletNodeOptions) {
    super();
    const { requests = [] } = (processorOptions ?? {}) as { readonly requests?: readonly PlayerRequest[] };
    for (const request of requests) this.#core.told(request);
    this.port.onmessage = ({ data }: MessageEvent<PlayerRequest>) => this.#core.told(data);
  }

  process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
    const [left, right] = output ?? [];
    if (left !== undefined && right !== undefined) this.#core.process(left, right, currentTime);
    return true;
  }
}

registerProcessor("jackfield-player", Player);
