import { roomBuffer } from "./noise.ts";
import { sixteenth } from "./timing.ts";

/**
 * Where channels end: the mix, the echo, the room, then a ceiling that bends what is too loud. No DynamicsCompressorNode: browsers differ
 * in it, and it holds back the first beat after silence.
 */
export interface Master {
  readonly in: AudioNode;
  readonly echo: AudioNode;
  readonly room: AudioNode;
  readonly out: AudioNode;
  apply(tempo: number): void;
}

/** Peaks never pass this: -0.3 dBFS by sample. */
export const CEILING = 0.966;
const LEVEL = 0.86;
/** A waveshaper's input is cut at 1, so the ceiling works on a signal this much smaller. */
const SPAN = 4;

/** A master bus. */
export function openMaster(context: BaseAudioContext): Master {
  const mix = new GainNode(context, { gain: LEVEL });
  const ceiling = new WaveShaperNode(context, { curve: ceilingCurve() });
  const highpass = new BiquadFilterNode(context, { type: "highpass", frequency: 28 });
  mix
    .connect(highpass)

    .connect(new GainNode(context, { gain: 1 / SPAN }))
    .connect(ceiling);
  const echo = openEcho(context, mix);
  return { in: mix, echo: echo.in, room: openRoom(context, mix), out: ceiling, apply: (tempo) => echo.apply(tempo) };
}

/** A ping-pong echo of a dotted eighth; each turn is darker. */
function openEcho(context: BaseAudioContext, into: AudioNode): { readonly in: AudioNode; apply(tempo: number): void } {
  const entry = new GainNode(context, { gain: 0.8, channelCount: 1, channelCountMode: "explicit" });
  const left = new DelayNode(context, { maxDelayTime: 1.5 });
  const right = new DelayNode(context, { maxDelayTime: 1.5 });
  const dark = new BiquadFilterNode(context, { type: "lowpass", frequency: 3000 });
  const thin = new BiquadFilterNode(context, { type: "highpass", frequency: 320 });
  const again = new GainNode(context, { gain: 0.42 });
  const merger = new ChannelMergerNode(context, { numberOfInputs: 2 });
  entry.connect(thin).connect(dark).connect(left);
  left.connect(merger, 0, 0);
  left.connect(right).connect(merger, 0, 1);
  right.connect(again).connect(thin);
  merger.connect(into);
  let fresh = true;
  return {
    in: entry,
    apply(tempo) {
      for (const delay of [left, right]) {
        if (fresh) delay.delayTime.value = 3 * sixteenth(tempo);
        else delay.delayTime.setTargetAtTime(3 * sixteenth(tempo), context.currentTime, 0.05);
      }
      fresh = false;
    },
  };
}

function openRoom(context: BaseAudioContext, into: AudioNode): AudioNode {
  const thin = new BiquadFilterNode(context, { type: "highpass", frequency: 220 });
  thin
    .connect(new ConvolverNode(context, { buffer: roomBuffer(context) }))
    .connect(new GainNode(context, { gain: 0.9 }))
    .connect(into);
  return thin;
}

/** Straight up to 0.7, then bent so that no input passes the ceiling. */
function ceilingCurve(): Float32Array<ArrayBuffer> {
  const knee = 0.7;
  return Float32Array.from({ length: 4097 }, (_, index) => {
    const x = SPAN * (index / 2048 - 1);
    const loud = Math.abs(x);
    return loud <= knee ? x : Math.sign(x) * (knee + (CEILING - knee) * Math.tanh((loud - knee) / (CEILING - knee)));
  });
}
