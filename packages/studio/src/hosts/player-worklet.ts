import { Engine } from "../kernel/engine.ts";
import type { SampleData } from "../kernel/modules/module.ts";
import type { Plan } from "../kernel/plan.ts";

/** What the player is told. `keep`: the song goes on where it is, with what it is now. */
export type PlayerRequest =
  | { readonly is: "plan"; readonly plan: Plan; readonly samples: ReadonlyMap<string, SampleData>; readonly keep: boolean }
  | { readonly is: "play"; readonly from: number }
  | { readonly is: "stop" };

/** Every 16 quanta: where it is, and each track's peak since it last said so. */
export interface PlayerReport {
  readonly frame: number;
  readonly playing: boolean;
  readonly peaks: readonly number[];
  readonly master: number;
}

/** The kernel in an AudioWorklet. */
class Player extends AudioWorkletProcessor {
  #engine: Engine | undefined;
  #playing = false;
  #quanta = 0;
  #master = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<PlayerRequest>) => this.#told(data);
  }

  process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
    const [left, right] = output ?? [];
    if (left === undefined || right === undefined || !this.#playing || this.#engine === undefined) return true;
    this.#engine.run(left, right);
    for (const value of left) this.#master = Math.max(this.#master, Math.abs(value));
    if (++this.#quanta % reportQuanta === 0) this.#report();
    return true;
  }

  #told(request: PlayerRequest): void {
    switch (request.is) {
      case "plan": {
        const at = request.keep ? (this.#engine?.frame ?? 0) : 0;
        this.#engine = new Engine(request.plan, request.samples);
        return this.#engine.seek(at);
      }
      case "play":
        this.#engine?.seek(request.from);
        this.#playing = true;
        return;
      case "stop":
        this.#playing = false;
        return this.#report();
    }
  }

  #report(): void {
    const report: PlayerReport = { frame: this.#engine?.frame ?? 0, playing: this.#playing, peaks: [], master: this.#master };
    this.#master = 0;
    this.port.postMessage(report);
  }
}

registerProcessor("jackfield-player", Player);

const reportQuanta = 16;
