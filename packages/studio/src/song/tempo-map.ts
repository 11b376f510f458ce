import { type MeterPoint, type Song, type TempoPoint, ticksPerQuarter } from "./song.ts";

/** Where ticks are in time. Sums of products alone, so that a frame is the same number everywhere. */
export class TempoMap {
  readonly #parts: readonly { readonly tick: number; readonly seconds: number; readonly secondsPerTick: number }[];

  constructor(tempo: Song["tempo"]) {
    const points = inOrder(tempo);
    const parts = [{ tick: 0, seconds: 0, secondsPerTick: perTick(points[0]?.bpm ?? defaultBpm) }];
    for (const { tick, bpm } of points) {
      const last = parts[parts.length - 1];
      if (last === undefined || tick <= last.tick) continue;
      parts.push({ tick, seconds: last.seconds + (tick - last.tick) * last.secondsPerTick, secondsPerTick: perTick(bpm) });
    }
    this.#parts = parts;
  }

  secondsAt(tick: number): number {
    const part = this.#parts.findLast((each) => each.tick <= tick) ?? this.#parts[0];
    return part === undefined ? 0 : part.seconds + (tick - part.tick) * part.secondsPerTick;
  }

  frameAt(tick: number, rate: number): number {
    return Math.floor(this.secondsAt(tick) * rate + 0.5);
  }

  /** The nearest tick. */
  tickAt(seconds: number): number {
    const part = this.#parts.findLast((each) => each.seconds <= seconds) ?? this.#parts[0];
    return part === undefined ? 0 : Math.floor(part.tick + (seconds - part.seconds) / part.secondsPerTick + 0.5);
  }
}

/** Where ticks are in bars. Bars and beats are counted from 1, ticks of a beat from 0. */
export class MeterMap {
  readonly #parts: readonly { readonly tick: number; readonly bar: number; readonly beatTicks: number; readonly beats: number }[];

  constructor(meter: Song["meter"]) {
    const first: MeterPoint = { tick: 0, num: 4, den: 4 };
    const points = inOrder(meter);
    const parts: { tick: number; bar: number; beatTicks: number; beats: number }[] = [];
    for (const point of points[0]?.tick === 0 ? points : [first, ...points]) {
      const last = parts[parts.length - 1];
      const { den, num } = point;
      const made = { tick: point.tick, bar: 1, beatTicks: (ticksPerQuarter * 4) / den, beats: num };
      if (last !== undefined) {
        // A bar that a new meter cuts short counts as one.
        made.bar = last.bar + Math.ceil((point.tick - last.tick) / (last.beatTicks * last.beats));
      }
      parts.push(made);
    }
    this.#parts = parts;
  }

  positionAt(tick: number): { readonly bar: number; readonly beat: number; readonly ticks: number } {
    const part = this.#parts.findLast((each) => each.tick <= tick) ?? this.#parts[0];
    if (part === undefined) return { bar: 1, beat: 1, ticks: 0 };
    const into = Math.max(0, tick - part.tick);
    const barTicks = part.beatTicks * part.beats;
    const bars = Math.floor(into / barTicks);
    const rest = into - bars * barTicks;
    const beats = Math.floor(rest / part.beatTicks);
    return { bar: part.bar + bars, beat: beats + 1, ticks: rest - beats * part.beatTicks };
  }

  tickOf(bar: number, beat = 1, ticks = 0): number {
    const part = this.#parts.findLast((each) => each.bar <= bar) ?? this.#parts[0];
    if (part === undefined) return 0;
    return part.tick + (bar - part.bar) * part.beatTicks * part.beats + (beat - 1) * part.beatTicks + ticks;
  }
}

/** `5|1|000`, as people and tools write positions. */
export function barsBeats(meter: MeterMap, tick: number): string {
  const { bar, beat, ticks } = meter.positionAt(tick);
  return `${bar}|${beat}|${String(ticks).padStart(3, "0")}`;
}

function inOrder<T extends { readonly tick: number }>(points: Readonly<Record<string, T>>): readonly T[] {
  return Object.values(points).toSorted((a, b) => a.tick - b.tick);
}

function perTick(bpm: TempoPoint["bpm"]): number {
  return 60 / (bpm * ticksPerQuarter);
}

const defaultBpm = 120;
