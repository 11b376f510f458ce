import type { JsonObject } from "@jackfield/contract";
import { type DeviceGraph, isKit } from "../kernel/device.ts";
import type { SampleData } from "../kernel/modules/module.ts";
import type { NotePlan, Plan } from "../kernel/plan.ts";
import { Measurer } from "../measure/measure.ts";
import { Refusal } from "../open-song/refusal.ts";
import type { Renderer } from "../renderer.ts";
import { emptyStrip } from "../song/empty-song.ts";
import { songRate } from "../song/song-rate.ts";
import { heardLine } from "./heard-lines.ts";
import { ShapeMeter } from "./shape-meter.ts";

/** dBTP of a chord of three notes as hard as can be, or of a kit's strokes: above it a track distorts before anything else is heard. */
const loudest = 6;
/** A mean of 0.05 stands off zero by −26 dBFS, which nobody hears and everything behind it must carry. */
const mostDc = 0.05;

/**
 * Plays a device that has been checked by itself, and measures it. Throws `invalid_op` that says what is wrong with its sound. A sampler plays
 * a tone in place of the recording that its track will give it.
 */
export async function tryDevice(renderer: Renderer, device: DeviceGraph, signal: AbortSignal): Promise<JsonObject> {
  const measurer = new Measurer(songRate);
  const shape = new ShapeMeter(songRate);
  const plan = trialPlan(device);
  for await (const { stems } of renderer.render(plan, new Map([["trial", trialTone()]]), { stems: true, signal })) {
    const [stem] = stems;
    if (stem === undefined) continue;
    if (!stem.left.every(Number.isFinite) || !stem.right.every(Number.isFinite))
      throw refused("it makes numbers that are none", "Keep feedback, resonance and drive within what stays finite");
    measurer.feed(stem.left, stem.right);
    shape.feed(stem.left, stem.right);
  }
  const heard = { ...measurer.end(), ...shape.read() };
  if (heard.silent) throw refused("it is silent", "Check that out is fed, that its env opens, and that gains are above 0");
  if (heard.truePeak !== undefined && heard.truePeak > loudest)
    throw refused(`it is as loud as +${heard.truePeak.toFixed(1)} dBTP, at most +${loudest} is taken`, "Turn its last gain down");
  const dc = Math.max(Math.abs(heard.dc[0]), Math.abs(heard.dc[1]));
  if (dc > mostDc) throw refused(`it stands off zero by ${dc.toFixed(2)}`, "Take constant feeds out of what is heard");
  return heardLine(heard);
}

function refused(why: string, hint: string): Refusal {
  return new Refusal("invalid_op", `The device was tried: ${why}`, hint);
}

/** Low, middle and high notes, then a chord; of a kit each of its pieces, one after the other. */
function trialPlan(device: DeviceGraph): Plan {
  const second = songRate;
  const note = (at: number, pitch: number, frames = second / 2): NotePlan => ({ at, frames, pitch, velocity: 1 });
  const notes: readonly NotePlan[] = isKit(device.sound)
    ? Object.keys(device.sound).map((pitch, index) => note(index * (second / 4), Number(pitch), second / 8))
    : [note(0, 40), note(second / 2, 60), note(second, 80), ...[60, 64, 67].map((pitch) => note(second * 1.5, pitch))];
  const last = notes.reduce((end, { at, frames }) => Math.max(end, at + frames), 0);
  const { eq } = emptyStrip;
  return {
    rate: songRate,
    frames: Math.ceil((last + second / 2) / 64) * 64,
    tracks: [
      {
        id: "trial",
        device: {
          graph: device,
          params: Object.fromEntries(Object.entries(device.params).map(([name, spec]) => [name, spec.default])),
          seed: 1,
          sample: "trial",
        },
        notes,
        clips: [],
        strip: {
          decibels: 0,
          pan: 0,
          isSilent: false,
          eq: {
            highPassHertz: 0,
            lowDecibels: 0,
            lowHertz: eq.lowHz,
            bellDecibels: 0,
            bellHertz: eq.midHz,
            bellQ: eq.midQ,
            highDecibels: 0,
            highHertz: eq.highHz,
          },
          compressor: undefined,
          reverb: -150,
          echo: -150,
        },
      },
    ],
    reverb: { seconds: 0.1, dulls: 0 },
    echo: { frames: 1_000, feedback: 0 },
    master: { decibels: 0, ceilingDecibels: 0 },
  };
}

/** A saw of 440 Hz at −6 dBFS, two seconds. */
function trialTone(): SampleData {
  const period = songRate / 440;
  const left = Float32Array.from({ length: songRate * 2 }, (_, at) => (at % period) / period - 0.5);
  return { rate: songRate, hertz: 440, left, right: left };
}
