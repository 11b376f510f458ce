import { blockBuffer, blockFrames } from "./block.ts";
import type { Feed, SoundGraph } from "./device.ts";
import { hertzOfPitch } from "./exact-math.ts";
import { Env } from "./modules/env.ts";
import { moduleTypes } from "./modules/module-types.ts";
import type { Module, Note, SampleData } from "./modules/module.ts";

export interface VoiceParts {
  readonly rate: number;
  readonly seed: number;
  /** The device's params, each a block that its track fills. */
  readonly params: ReadonlyMap<string, Float64Array>;
  /** A block that is this number for good: many inputs share it, and nobody writes to it. */
  constant(value: number): Float64Array;
  sample(name: string): SampleData | undefined;
}

/** One sounding note of a device: its modules in the order of the graph, each fed by those before it. What runs in a block makes no objects. */
export class Voice {
  readonly #modules: readonly Module[];
  readonly #moved: readonly Moved[];
  /** Those of a value of the note: they are what they are from its beginning to its end. */
  readonly #movedNote: readonly Moved[];
  readonly #note = { "note.hertz": blockBuffer(), "note.pitch": blockBuffer(), "note.velocity": blockBuffer() };
  readonly #out: Float64Array;
  readonly #side: Float64Array | undefined;
  readonly #ends: Env | undefined;
  readonly #fadeFrames: number;
  /** Frames until it is cut, once it is: what ends at once clicks. */
  #fade = 0;
  isSounding = false;
  isReleased = true;
  isFading = false;
  /** When it is let go; with `key`, by whoever holds it. */
  until = Number.POSITIVE_INFINITY;
  key = 0;
  pitch = 0;

  /** The graph has been checked: a name that is not there feeds silence. */
  constructor(sound: SoundGraph, parts: VoiceParts) {
    const modules = new Map<string, Module>();
    const moved: Moved[] = [];
    const movedNote: Moved[] = [];
    const feedOf = (feed: Feed): Float64Array => {
      if (typeof feed === "number") return parts.constant(feed);
      const { from, times = 1, plus = 0 } = typeof feed === "string" ? { from: feed } : feed;
      const source = Object.hasOwn(this.#note, from)
        ? this.#note[from as "note.hertz"]
        : from.startsWith("param.")
          ? parts.params.get(from.slice(6))
          : modules.get(from)?.out;
      if (source === undefined) return parts.constant(0);
      if (times === 1 && plus === 0) return source;
      const one: Moved = { source, times, plus, out: blockBuffer(), before: modules.size };
      (Object.hasOwn(this.#note, from) ? movedNote : moved).push(one);
      return one.out;
    };
    for (const [name, spec] of Object.entries(sound.graph)) {
      const type = moduleTypes[spec.type];
      if (type === undefined) continue;
      const inputs = new Map(Object.entries(type.inputs).map(([input, value]) => [input, feedOf(spec.in?.[input] ?? value)]));
      modules.set(
        name,
        type.make({
          rate: parts.rate,
          seed: parts.seed * 64 + modules.size,
          input: (input) => inputs.get(input) ?? parts.constant(0),
          feeds: (input) => spec.in?.[input] !== undefined,
          option: (option) => spec.options?.[option] ?? type.options[option]?.[0] ?? "",
          sample: (sample) => parts.sample(sample),
        }),
      );
    }
    this.#modules = [...modules.values()];
    this.#moved = moved;
    this.#movedNote = movedNote;
    this.#out = modules.get(sound.out)?.out ?? blockBuffer();
    this.#side = sound.side === undefined ? undefined : modules.get(sound.side)?.out;
    const ends = modules.get(sound.ends);
    this.#ends = ends instanceof Env ? ends : undefined;
    this.#fadeFrames = Math.max(1, Math.floor(parts.rate * fadeSeconds));
  }

  get isOver(): boolean {
    return (this.isFading && this.#fade <= 0) || (this.#ends?.isOver ?? true);
  }

  start(note: Note, until: number, key: number): void {
    this.isSounding = true;
    this.isReleased = false;
    this.isFading = false;
    this.until = until;
    this.key = key;
    this.pitch = note.pitch;
    this.#note["note.hertz"].fill(hertzOfPitch(note.pitch));
    this.#note["note.pitch"].fill(note.pitch);
    this.#note["note.velocity"].fill(note.velocity);
    for (let n = 0; n < this.#movedNote.length; n++) move(this.#movedNote[n] as Moved, blockFrames);
    for (let n = 0; n < this.#modules.length; n++) this.#modules[n]?.start(note);
  }

  release(): void {
    if (this.isReleased) return;
    this.isReleased = true;
    for (let n = 0; n < this.#modules.length; n++) this.#modules[n]?.release();
  }

  /** Ends it within milliseconds: another needs its place, or the song goes on elsewhere. */
  cut(): void {
    if (this.isFading) return;
    this.isFading = true;
    this.#fade = this.#fadeFrames;
  }

  /** Adds what it sounds like to both sides, from frame `at` on. */
  run(frames: number, left: Float64Array, right: Float64Array, at: number): void {
    let next = 0;
    const moved = this.#moved;
    const modules = this.#modules;
    for (let n = 0; n < modules.length; n++) {
      for (let one = moved[next]; one !== undefined && one.before <= n; one = moved[++next]) move(one, frames);
      modules[n]?.run(frames);
    }
    if (this.isFading) this.#runFade(frames);
    const out = this.#out;
    const side = this.#side;
    if (side === undefined) {
      for (let i = 0; i < frames; i++) {
        left[at + i] = (left[at + i] as number) + (out[i] as number);
        right[at + i] = (right[at + i] as number) + (out[i] as number);
      }
      return;
    }
    for (let i = 0; i < frames; i++) {
      left[at + i] = (left[at + i] as number) + (out[i] as number) + (side[i] as number);
      right[at + i] = (right[at + i] as number) + (out[i] as number) - (side[i] as number);
    }
  }

  #runFade(frames: number): void {
    const out = this.#out;
    const side = this.#side;
    for (let i = 0; i < frames; i++) {
      const gain = this.#fade <= 0 ? 0 : this.#fade / this.#fadeFrames;
      out[i] = (out[i] as number) * gain;
      if (side !== undefined && side !== out) side[i] = (side[i] as number) * gain;
      this.#fade--;
    }
  }
}

/** A feed that is multiplied and moved, computed before the module with that index. */
interface Moved {
  readonly source: Float64Array;
  readonly times: number;
  readonly plus: number;
  readonly out: Float64Array;
  readonly before: number;
}

function move(one: Moved, frames: number): void {
  const { source, times, plus, out } = one;
  for (let i = 0; i < frames; i++) out[i] = (source[i] as number) * times + plus;
}

/** Short enough to make way, long enough not to click. */
const fadeSeconds = 0.005;
