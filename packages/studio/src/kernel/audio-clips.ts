import type { SampleData } from "./modules/module.ts";
import type { ClipPlan } from "./plan.ts";

/** A track's recordings while they play. Where the song jumps, or they change, the old ones fade while the new ones come. */
export class AudioClips {
  readonly #rate: number;
  readonly #sample: (name: string) => SampleData | undefined;
  #clips: readonly ClipPlan[];
  /** What fades, and where it is. */
  #before: readonly ClipPlan[] = [];
  #beforeFrame = 0;
  /** Frames of the fade that are left. */
  #fade = 0;

  constructor(clips: readonly ClipPlan[], rate: number, sample: (name: string) => SampleData | undefined) {
    this.#clips = clips;
    this.#rate = rate;
    this.#sample = sample;
  }

  /** The song goes on elsewhere than at `frame`, where it was. */
  jump(frame: number): void {
    this.#before = this.#clips;
    this.#beforeFrame = frame;
    this.#fade = fadeFrames;
  }

  change(clips: readonly ClipPlan[], frame: number): void {
    this.jump(frame);
    this.#clips = clips;
  }

  run(frame: number, frames: number, left: Float64Array, right: Float64Array, rolls: boolean): void {
    const share = this.#fade / fadeFrames;
    const step = this.#fade > 0 ? 1 / fadeFrames : 0;
    if (rolls) this.#add(this.#clips, frame, frames, left, right, 1 - share, step);
    if (this.#fade <= 0) return;
    this.#add(this.#before, this.#beforeFrame, frames, left, right, share, -step);
    this.#beforeFrame += frames;
    this.#fade = Math.max(0, this.#fade - frames);
    if (this.#fade === 0) this.#before = [];
  }

  #add(
    clips: readonly ClipPlan[],
    frame: number,
    frames: number,
    left: Float64Array,
    right: Float64Array,
    level: number,
    step: number,
  ): void {
    for (let n = 0; n < clips.length; n++) {
      const clip = clips[n] as ClipPlan;
      if (clip.at >= frame + frames || clip.at + clip.frames <= frame) continue;
      const sample = this.#sample(clip.sample);
      if (sample !== undefined) addClip(clip, sample, sample.rate / this.#rate, frame, frames, left, right, level, step);
    }
  }
}

/** Adds what a clip sounds like from `frame` on, times a level that moves by `step` each frame and stays from 0 to 1. */
function addClip(
  clip: ClipPlan,
  sample: SampleData,
  perFrame: number,
  frame: number,
  frames: number,
  left: Float64Array,
  right: Float64Array,
  level: number,
  step: number,
): void {
  for (let i = Math.max(0, clip.at - frame); i < Math.min(frames, clip.at + clip.frames - frame); i++) {
    const into = frame + i - clip.at;
    const fade = Math.min(1, Math.max(0, level + step * (i + 1)));
    const gain = clip.gain * fade * Math.min(1, ramp(into, clip.fadeIn), ramp(clip.frames - into, clip.fadeOut));
    const at = clip.from + into * perFrame;
    left[i] = (left[i] as number) + lineAt(sample.left, at) * gain;
    right[i] = (right[i] as number) + lineAt(sample.right, at) * gain;
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

/** Four blocks, about 6 ms. */
const fadeFrames = 256;
