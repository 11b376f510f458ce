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
  sample(name: string): SampleData | undefined;
}

/** What is one number for all of a note. */
type NoteValue = "note.hertz" | "note.pitch" | "note.velocity";

/** One sounding note of a device: its modules in the order of the graph, each fed by those before it. */
export class Voice {
  readonly #modules: readonly Module[];
  readonly #moved: readonly Moved[];
  readonly #note: Readonly<Record<NoteValue, Float64Array>> = {
    "note.hertz": blockBuffer(),
    "note.pitch": blockBuffer(),
    "note.velocity": blockBuffer(),
  };
  readonly #out: Float64Array;
  readonly #ends: Env | undefined;
  isReleased = true;

  /** The graph has been checked: a name that is not there feeds silence. */
  constructor(sound: SoundGraph, parts: VoiceParts) {
    const modules = new Map<string, Module>();
    const moved: Moved[] = [];
    const feedOf = (feed: Feed): Float64Array => {
      if (typeof feed === "number") return blockBuffer().fill(feed);
      const { from, times = 1, plus = 0 } = typeof feed === "string" ? { from: feed } : feed;
      const source =
        this.#note[from as NoteValue] ?? (from.startsWith("param.") ? parts.params.get(from.slice(6)) : modules.get(from)?.out);
      if (source === undefined) return blockBuffer();
      if (times === 1 && plus === 0) return source;
      const one: Moved = { source, times, plus, out: blockBuffer(), before: modules.size };
      moved.push(one);
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
          input: (input) => inputs.get(input) ?? blockBuffer(),
          option: (option) => spec.options?.[option] ?? type.options[option]?.[0] ?? "",
          sample: (sample) => parts.sample(sample),
        }),
      );
    }
    this.#modules = [...modules.values()];
    this.#moved = moved;
    this.#out = modules.get(sound.out)?.out ?? blockBuffer();
    const ends = modules.get(sound.ends);
    this.#ends = ends instanceof Env ? ends : undefined;
  }

  get isOver(): boolean {
    return this.#ends?.isOver ?? true;
  }

  start(note: Note): void {
    this.isReleased = false;
    this.#note["note.hertz"].fill(hertzOfPitch(note.pitch));
    this.#note["note.pitch"].fill(note.pitch);
    this.#note["note.velocity"].fill(note.velocity);
    for (const module of this.#modules) module.start(note);
  }

  release(): void {
    this.isReleased = true;
    for (const module of this.#modules) module.release();
  }

  /** Adds what it sounds like to `into`, from frame `at` on. */
  run(frames: number, into: Float64Array, at: number): void {
    let next = 0;
    for (const [index, module] of this.#modules.entries()) {
      for (let one = this.#moved[next]; one !== undefined && one.before <= index; one = this.#moved[++next]) move(one, frames);
      module.run(frames);
    }
    const out = this.#out;
    for (let i = 0; i < frames; i++) into[at + i] = (into[at + i] as number) + (out[i] as number);
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

function move({ source, times, plus, out }: Moved, frames: number): void {
  for (let i = 0; i < Math.min(frames, blockFrames); i++) out[i] = (source[i] as number) * times + plus;
}
