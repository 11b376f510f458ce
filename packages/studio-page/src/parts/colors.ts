import { type ReadonlySignal, signal } from "@preact/signals";

const tokens = [
  "ground",
  "panel",
  "raised",
  "well",
  "key",
  "key-2",
  "ink",
  "soft",
  "line",
  "edge",
  "warm",
  "on-warm",
  "warm-tint",
  "cool",
  "on-cool",
  "cool-tint",
] as const;

/** The page's colours as a canvas takes them. */
export type Colors = Readonly<Record<(typeof tokens)[number], string>> & { readonly dark: boolean };

const current = signal<Colors>(read());

/** The colours of now: canvases that read them are drawn again when the theme changes. */
export const colors: ReadonlySignal<Colors> = current;

/** Follows the theme: the system's, and the person's choice. */
export function followTheme(): void {
  const again = (): void => void (current.value = read());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  new MutationObserver(again).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  again();
}

/** A token's own text may be a `light-dark(…)`, which a canvas does not know: an element is asked what came of it. */
function read(): Colors {
  const probe = document.createElement("i");
  document.documentElement.append(probe);
  const found = Object.fromEntries(
    tokens.map((name) => {
      probe.style.color = `var(--jf-${name})`;
      return [name, getComputedStyle(probe).color];
    }),
  ) as Record<(typeof tokens)[number], string>;
  probe.remove();
  const [red = 0] = (/\d+/.exec(found.panel) ?? ["0"]).map(Number);
  return { ...found, dark: red < 128 };
}

export interface TrackColors {
  /** Of a clip's body. */
  readonly body: string;
  readonly edge: string;
  /** What stands on the body: notes, names. */
  readonly ink: string;
  readonly strong: string;
}

const known = new Map<string, TrackColors>();

/** Hues that tracks may have: all but the person's warm and the agents' cool, which mean something on every page of ours. */
function allowedHue(hue: number): number {
  const place = (((hue % 360) + 360) % 360) / 360;
  // OKLCH: warm lies about 45, cool about 245.
  const along = place * 240;
  return along < 140 ? 75 + along : (275 + along - 140) % 360;
}

/** A track's colours, by its hue. */
export function trackColors(hue: number, dark: boolean): TrackColors {
  const key = `${hue} ${dark}`;
  let made = known.get(key);
  if (made === undefined) {
    const angle = allowedHue(hue).toFixed(0);
    made = dark
      ? {
          body: `oklch(0.36 0.055 ${angle})`,
          edge: `oklch(0.5 0.075 ${angle})`,
          ink: `oklch(0.88 0.07 ${angle})`,
          strong: `oklch(0.74 0.12 ${angle})`,
        }
      : {
          body: `oklch(0.87 0.06 ${angle})`,
          edge: `oklch(0.72 0.09 ${angle})`,
          ink: `oklch(0.36 0.08 ${angle})`,
          strong: `oklch(0.6 0.13 ${angle})`,
        };
    if (known.size > 800) known.clear();
    known.set(key, made);
  }
  return made;
}
