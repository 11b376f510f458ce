import type { Id, Song } from "../song/song.ts";

/** Characters of an id after its prefix: forty bits, in Crockford's base 32. */
const digits = "0123456789abcdefghjkmnpqrstvwxyz";

/** Makes ids for what one change adds. */
export type NewIds = (prefix: string) => Id;

/**
 * Ids that follow from the song and its revision: the same commands on the same song make the same song, wherever they run. Two people who
 * work apart make theirs of random numbers (`randomIds`). `waiting`: how many changes have been proposed so far, which have ids of their own
 * without having moved the revision on.
 */
export function followingIds({ id, rev }: Song, waiting = 0): NewIds {
  let made = 0;
  return (prefix) => {
    made += 1;
    const from = `${id}:${rev}${waiting === 0 ? "" : `+${waiting}`}:${made}`;
    return `${prefix}_${base32(mix(`${from}:a`), mix(`${from}:b`))}`;
  };
}

/** Ids of random numbers, for where several write ops at once. */
export function randomIds(fill: (into: Uint32Array) => void): NewIds {
  const numbers = new Uint32Array(2);
  return (prefix) => {
    fill(numbers);
    return `${prefix}_${base32(numbers[0] as number, numbers[1] as number)}`;
  };
}

/** FNV-1a, 32 bits, and a finish that spreads the last characters. */
function mix(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function base32(one: number, other: number): string {
  let text = "";
  for (const number of [one, other]) for (let at = 0; at < 4; at++) text += digits[(number >>> (at * 5)) & 31];
  return text;
}
