import { blockBuffer } from "./block.ts";
import { Instrument } from "./instrument.ts";
import type { SampleData } from "./modules/module.ts";
import type { ClipPlan, TrackPlan } from "./plan.ts";
import { type Buses, Strip } from "./strip.ts";

/** One track while it plays. */
export class Track {
  readonly plan: TrackPlan;
  readonly strip: Strip;
  readonly #instrument: Instrument | undefined;
  readonly #mono = blockBuffer();
  readonly #sample: (name: string) => SampleData | undefined;
  readonly #rate: number;
  /** The next note that has not begun. */
  #next = 0;

  constructor(plan: TrackPlan, rate: number, sample: (name: string) => SampleData | undefined) {
    this.plan = plan;
    this.strip = new Strip(plan.strip, rate);
    this.#instrument = plan.device === undefined ? undefined : new Instrument(plan.device, rate, sample);
    this.#sample = sample;
    this.#rate = rate;
  }

  /** Goes on from another frame: notes that would be sounding there do not. */
  seek(frame: number): void {
    this.#instrument?.stop();
    this.#next = 0;
    while ((this.plan.notes[this.#next]?.at ?? Number.POSITIVE_INFINITY) < frame) this.#next++;
  }

  run(frame: number, frames: number, buses: Buses): void {
    const { left, right } = this.strip;
    this.#play(frame, frames);
    for (let i = 0; i < frames; i++) left[i] = right[i] = this.#mono[i] as number;
    for (const clip of this.plan.clips) if (clip.at < frame + frames && clip.at + clip.frames > frame) this.#clip(clip, frame, frames);
    this.strip.run(frame, frames, buses);
  }

  /** The instrument, in stretches from one beginning or end of a note to the next. */
  #play(frame: number, frames: number): void {
    const instrument = this.#instrument;
    this.#mono.fill(0, 0, frames);
    if (instrument === undefined) return;
    const { notes } = this.plan;
    let done = 0;
    while (done < frames) {
      const now = frame + done;
      instrument.releaseAt(now);
      for (let note = notes[this.#next]; note !== undefined && note.at <= now; note = notes[++this.#next]) instrument.begin(note);
      const cut = Math.min(frame + frames, notes[this.#next]?.at ?? Number.POSITIVE_INFINITY, instrument.nextRelease);
      const stretch = Math.max(1, cut - now);
      if (!instrument.isSilent) instrument.run(now, stretch, this.#mono, done);
      done += stretch;
    }
  }

  #clip(clip: ClipPlan, frame: number, frames: number): void {
    const sample = this.#sample(clip.sample);
    if (sample === undefined) return;
    const { left, right } = this.strip;
    const perFrame = sample.rate / this.#rate;
    for (let i = Math.max(0, clip.at - frame); i < Math.min(frames, clip.at + clip.frames - frame); i++) {
      const into = frame + i - clip.at;
      const gain = clip.gain * Math.min(1, ramp(into, clip.fadeIn), ramp(clip.frames - into, clip.fadeOut));
      const at = clip.from + into * perFrame;
      left[i] = (left[i] as number) + lineAt(sample.left, at) * gain;
      right[i] = (right[i] as number) + lineAt(sample.right, at) * gain;
    }
  }
}

function ramp(frames: number, over: number): number {
  return over <= 0 ? 1 : frames / over;
}

/** Exact where the rates are the same: recordings are brought to the song's rate when they come in. */
function lineAt(data: Float32Array, at: number): number {
  const whole = Math.floor(at);
  const here = data[whole] ?? 0;
  return here + ((data[whole + 1] ?? 0) - here) * (at - whole);
}
