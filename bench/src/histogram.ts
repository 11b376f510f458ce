/** Bits of precision: every recorded value is kept to within 1 part in 1,024. */
const bits = 10;
const perOctave = 1 << bits;

/** Latencies in whole microseconds, to about three digits, in constant memory. Values above 2^31 µs are counted as 2^31 − 1. */
export class Histogram {
  readonly #counts = new Uint32Array(perOctave * 23);
  #total = 0;
  #largest = 0;

  record(microseconds: number): void {
    const value = Math.min(Math.max(1, Math.round(microseconds)), 0x7fffffff);
    this.#counts[slotOf(value)] = (this.#counts[slotOf(value)] ?? 0) + 1;
    this.#total += 1;
    if (value > this.#largest) this.#largest = value;
  }

  get count(): number {
    return this.#total;
  }

  /** Microseconds. */
  get max(): number {
    return this.#largest;
  }

  /** Microseconds at `percent` (0 to 100); NaN while nothing was recorded. */
  at(percent: number): number {
    if (this.#total === 0) return Number.NaN;
    const wanted = Math.max(1, Math.ceil((this.#total * percent) / 100));
    let seen = 0;
    for (const [slot, count] of this.#counts.entries()) {
      seen += count;
      if (seen >= wanted) return Math.min(valueOf(slot), this.#largest);
    }
    return this.#largest;
  }
}

function slotOf(value: number): number {
  const octave = 31 - Math.clz32(value) - bits;
  return octave <= 0 ? value : octave * perOctave + (value >> octave);
}

/** The largest value of a slot. */
function valueOf(slot: number): number {
  if (slot < 2 * perOctave) return slot;
  const octave = Math.floor(slot / perOctave) - 1;
  return ((slot - octave * perOctave + 1) << octave) - 1;
}
