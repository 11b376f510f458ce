import type { Lanes } from "./lanes.ts";

/** The lower row of letters is white keys, the one above black ones: as programs for music have had it since there were two rows. */
const keys = "awsedftgyhujkolp;";

/** The pitch that a letter plays, in the octave of another pitch; the pieces of a kit lie on the letters from the lowest up. */
export function typedPitch(letter: string, about: number, lanes: Lanes): number | undefined {
  const at = keys.indexOf(letter);
  if (at < 0) return undefined;
  if (lanes.isKit) return lanes.list[lanes.list.length - 1 - at]?.pitch;
  const pitch = Math.floor(about / 12) * 12 + at;
  return pitch <= 127 ? pitch : undefined;
}
