/** One limit of a process: docs/limits.md is generated from these. */
export interface Ceiling {
  /** The default, in `unit`. */
  readonly value: number;
  /** Options may raise a limit up to here and no further. */
  readonly most: number;
  readonly unit: "bytes" | "ms" | "count" | "per minute" | "levels" | "characters";
  /** Why this number and not another. */
  readonly why: string;
  /** What the one who hits it sees. */
  readonly whenHit: string;
  /** Applies before anyone has shown a key: such limits are the strictest. */
  readonly beforeKey?: boolean;
}

/** A process's limits by name. */
export type Ceilings = Readonly<Record<string, Ceiling>>;

/** The numbers alone, after options: what the code reads. */
export type Limits<C extends Ceilings> = { readonly [K in keyof C]: number };

/** The limits of a process: defaults, with overrides clamped to `most`. `clamped` names those that were. Throws RangeError on a value that is not a non-negative number. */
export function applyCeilings<C extends Ceilings>(
  ceilings: C,
  overrides: Partial<Record<keyof C & string, number>> = {},
): { limits: Limits<C>; clamped: readonly (keyof C & string)[] } {
  const limits: Record<string, number> = {};
  const clamped: (keyof C & string)[] = [];
  for (const name of Object.keys(ceilings) as (keyof C & string)[]) {
    const ceiling = ceilings[name] as Ceiling;
    const asked = overrides[name] ?? ceiling.value;
    if (!Number.isFinite(asked) || asked < 0)
      throw new RangeError(`Cannot set limit "${name}" to ${asked}: it must be a number of ${ceiling.unit} from 0 to ${ceiling.most}`);
    if (asked > ceiling.most) clamped.push(name);
    limits[name] = Math.min(asked, ceiling.most);
  }
  return { limits: limits as Limits<C>, clamped };
}
