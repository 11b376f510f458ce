import { blockBuffer } from "../block.ts";
import { type Module, type ModuleParts, type ModuleType, nothing } from "./module.ts";

/** `in` times `by`. With two tones it is a ring modulator. */
export const gain: ModuleType = {
  blurb: "One thing times another",
  inputs: { in: 0, by: 1 },
  options: {},
  make: (parts) =>
    pure(parts, ["in", "by"], (out, frames, [input, by]) => {
      for (let i = 0; i < frames; i++) out[i] = (input?.[i] as number) * (by?.[i] as number);
    }),
};

/** Up to four things together. */
export const mix: ModuleType = {
  blurb: "Up to four things together",
  inputs: { a: 0, b: 0, c: 0, d: 0 },
  options: {},
  make: (parts) =>
    pure(parts, ["a", "b", "c", "d"], (out, frames, [a, b, c, d]) => {
      for (let i = 0; i < frames; i++) out[i] = (a?.[i] as number) + (b?.[i] as number) + (c?.[i] as number) + (d?.[i] as number);
    }),
};

/** A bend that never passes 1: x ÷ (1 + |x|), made as loud as what is quiet. */
export const shaper: ModuleType = {
  blurb: "Bends what is loud: drive from 1",
  inputs: { in: 0, drive: 1 },
  options: {},
  make: (parts) =>
    pure(parts, ["in", "drive"], (out, frames, [input, drive]) => {
      for (let i = 0; i < frames; i++) {
        const x = (input?.[i] as number) * Math.max(0, drive?.[i] as number);
        out[i] = x / (1 + Math.abs(x));
      }
    }),
};

/** A module that remembers nothing. */
function pure(
  parts: ModuleParts,
  names: readonly string[],
  run: (out: Float64Array, frames: number, inputs: readonly Float64Array[]) => void,
): Module {
  const out = blockBuffer();
  const inputs = names.map((name) => parts.input(name));
  return { out, start: nothing, release: nothing, run: (frames) => run(out, frames, inputs) };
}
