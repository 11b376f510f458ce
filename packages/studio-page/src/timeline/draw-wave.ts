import type { Clip, SampleData } from "@jackfield/studio";

/** The recording of a hash, where the page has it, and the tick-to-second map of the song. */
export interface WaveOf {
  readonly sample: (sha: string) => SampleData | undefined;
  readonly seconds: (tick: number) => number;
}

/** Frames that a column of the overview stands for. */
const columnFrames = 256;
const overviews = new WeakMap<SampleData, Float32Array>();

/** The loudest of each `columnFrames`: a long recording is walked once. */
function overviewOf(data: SampleData): Float32Array {
  let made = overviews.get(data);
  if (made !== undefined) return made;
  made = new Float32Array(Math.ceil(data.left.length / columnFrames));
  for (let frame = 0; frame < data.left.length; frame++) {
    const column = Math.floor(frame / columnFrames);
    made[column] = Math.max(made[column] ?? 0, Math.abs(data.left[frame] ?? 0), Math.abs(data.right[frame] ?? 0));
  }
  overviews.set(data, made);
  return made;
}

export interface WavePicture {
  readonly audio: NonNullable<Clip["audio"]>;
  readonly x: number;
  readonly top: number;
  readonly tall: number;
  readonly scale: number;
  readonly tick: number;
  readonly from: number;
  readonly to: number;
  readonly wide: number;
  readonly color: string;
  readonly wave: WaveOf;
}

/** A recording's loudness over its clip; a line, where the page does not have it. */
export function drawWave(
  context: CanvasRenderingContext2D,
  { audio, x, top, tall, scale, tick, from, to, wide, color, wave }: WavePicture,
): void {
  const data = wave.sample(audio.sample);
  const middle = top + tall / 2;
  context.fillStyle = color;
  if (data === undefined) return context.fillRect(x, middle, wide, 1);
  const overview = overviewOf(data);
  const begins = wave.seconds(tick);
  for (let px = Math.max(0, from * scale); px < Math.min(wide, to * scale); px += 2) {
    const frame = audio.from + (wave.seconds(tick + px / scale) - begins) * data.rate;
    const level = overview[Math.floor(frame / columnFrames)] ?? 0;
    const height = Math.max(1, level * (tall - 4));
    context.fillRect(x + px, middle - height / 2, 1.5, height);
  }
}
