import type { Sound } from "../model/sound.ts";
import type { Master } from "./master.ts";

/** One track's way to the master: grit, volume, pan, then the sends. */
export interface Channel {
  readonly in: AudioNode;
  apply(sound: Sound, audible: boolean): void;
}

/** How fast knobs follow, in seconds: fast enough to feel direct, slow enough not to click. */
const GLIDE = 0.012;

/** A channel into a master. */
export function openChannel(context: BaseAudioContext, master: Master): Channel {
  const shaper = new WaveShaperNode(context);
  const volume = new GainNode(context, { gain: 0 });
  const pan = new StereoPannerNode(context);
  const echo = new GainNode(context, { gain: 0 });
  const room = new GainNode(context, { gain: 0 });
  shaper.connect(volume).connect(pan).connect(master.in);
  pan.connect(echo).connect(master.echo);
  pan.connect(room).connect(master.room);
  let grit = -1;
  let fresh = true;

  function glide(param: AudioParam, value: number): void {
    if (fresh) param.value = value;
    else param.setTargetAtTime(value, context.currentTime, GLIDE);
  }

  return {
    in: shaper,
    apply(sound, audible) {
      if (sound.grit !== grit) shaper.curve = gritCurve(sound.grit);
      grit = sound.grit;
      glide(volume.gain, audible ? volumeGain(sound.volume) : 0);
      glide(pan.pan, sound.pan / 50);
      glide(echo.gain, (sound.echo / 100) ** 1.5);
      glide(room.gain, (sound.room / 100) ** 1.5);
      fresh = false;
    },
  };
}

/** The gain of the volume knob: a square law, 100 is 0 dB. */
export function volumeGain(volume: number): number {
  return (volume / 100) ** 2;
}

/** The waveshaper curve of the grit knob; null is straight through. Loudness stays about even. */
export function gritCurve(grit: number): Float32Array<ArrayBuffer> | null {
  if (grit === 0) return null;
  const drive = 1 + (grit / 100) ** 1.6 * 18;
  const level = 1 / (Math.tanh(drive) * (1 + 0.28 * Math.log(drive)));
  return Float32Array.from({ length: 1025 }, (_, index) => Math.tanh(drive * (index / 512 - 1)) * level);
}
