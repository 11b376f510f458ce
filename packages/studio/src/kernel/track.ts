import { AudioClips } from "./audio-clips.ts";
import { Instrument } from "./instrument.ts";
import type { SampleData } from "./modules/module.ts";
import { type TrackChange, changedTrack } from "./plan-change.ts";
import type { TrackPlan } from "./plan.ts";
import { type Buses, Strip } from "./strip.ts";

/** One track while it plays. */
export class Track {
  readonly strip: Strip;
  readonly #clips: AudioClips;
  readonly #sample: (name: string) => SampleData | undefined;
  readonly #rate: number;
  #plan: TrackPlan;
  #instrument: Instrument | undefined;
  /** What the track sounded with before, until it is silent. */
  #before: Instrument | undefined;
  /** The next note that has not begun. */
  #next = 0;

  constructor(plan: TrackPlan, rate: number, sample: (name: string) => SampleData | undefined) {
    this.#plan = plan;
    this.strip = new Strip(plan.strip, rate);
    this.#instrument = plan.device === undefined ? undefined : new Instrument(plan.device, rate, sample);
    this.#clips = new AudioClips(plan.clips, rate, sample);
    this.#sample = sample;
    this.#rate = rate;
  }

  get id(): string {
    return this.#plan.id;
  }

  /** Goes on from another frame: notes that sound end, as if let go, or within milliseconds. */
  seek(frame: number, from: number | undefined, gently: boolean): void {
    if (gently) this.#instrument?.releaseAll();
    else this.#instrument?.stop();
    if (from !== undefined) this.#clips.jump(from);
    this.#find(frame);
  }

  /** Lets go of all that the plan sounds: it does not go on. */
  rest(frame: number): void {
    this.#instrument?.releaseAll();
    this.#clips.jump(frame);
  }

  /** Becomes what a change makes of it, while it plays. What sounds, sounds on where it is still there. */
  change(change: TrackChange, frame: number): void {
    const plan = changedTrack(this.#plan, change);
    if (plan === undefined) return;
    this.#plan = plan;
    if (change.strip !== undefined) this.strip.change(plan.strip);
    if (change.clips !== undefined) this.#clips.change(plan.clips, frame);
    if (change.device !== undefined) {
      this.#before = this.#instrument;
      this.#before?.stop();
      this.#instrument = plan.device === undefined ? undefined : new Instrument(plan.device, this.#rate, this.#sample);
    } else if (change.params !== undefined) this.#instrument?.setParams(change.params);
    if (change.notes === undefined) return;
    this.#instrument?.follow(plan.notes, frame);
    this.#find(frame);
  }

  press(pitch: number, velocity: number, key: number): void {
    this.#instrument?.press(pitch, velocity, key);
  }

  letGo(key: number): void {
    this.#instrument?.letGo(key);
  }

  /** `rolls`: the song goes on. Otherwise only what somebody plays is heard, and what rings. */
  run(frame: number, frames: number, buses: Buses, rolls: boolean): void {
    const { left, right } = this.strip;
    left.fill(0, 0, frames);
    right.fill(0, 0, frames);
    if (rolls) this.#play(frame, frames);
    else if (this.#instrument?.isSilent === false) this.#instrument.run(frame, frames, left, right, 0);
    if (this.#before !== undefined) {
      this.#before.run(frame, frames, left, right, 0);
      if (this.#before.isSilent) this.#before = undefined;
    }
    this.#clips.run(frame, frames, left, right, rolls);
    this.strip.run(frame, frames, buses);
  }

  /** The instrument, in stretches from one beginning or end of a note to the next. */
  #play(frame: number, frames: number): void {
    const instrument = this.#instrument;
    if (instrument === undefined) return;
    const { left, right } = this.strip;
    const { notes } = this.#plan;
    let done = 0;
    while (done < frames) {
      const now = frame + done;
      instrument.releaseAt(now);
      for (let note = notes[this.#next]; note !== undefined && note.at <= now; note = notes[++this.#next]) instrument.begin(note);
      const cut = Math.min(frame + frames, notes[this.#next]?.at ?? Number.POSITIVE_INFINITY, instrument.nextRelease);
      const stretch = Math.max(1, cut - now);
      if (!instrument.isSilent) instrument.run(now, stretch, left, right, done);
      done += stretch;
    }
  }

  /** The first note from a frame on: notes are in order. */
  #find(frame: number): void {
    const { notes } = this.#plan;
    let [low, high] = [0, notes.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((notes[middle]?.at ?? 0) < frame) low = middle + 1;
      else high = middle;
    }
    this.#next = low;
  }
}
