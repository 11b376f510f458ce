/** How loud a channel of a file goes to the left and to the right. */
export type Fold = readonly (readonly [left: number, right: number])[];

/** −3 dB: the square root of a half, as the nearest double. */
const half = 0.7071067811865476;

/** Speakers in the order of the bits of a WAVE channel mask, and their gains by ITU-R BS.775: the middle to both sides, the bass channel nowhere. */
const speakers: Fold = [
  [1, 0], // front left
  [0, 1], // front right
  [half, half], // front centre
  [0, 0], // low frequencies
  [half, 0], // back left
  [0, half], // back right
  [1, 0], // left of centre
  [0, 1], // right of centre
  [0.5, 0.5], // back centre
  [half, 0], // side left
  [0, half], // side right
];

/** What the first speakers of a file are where it does not say, by how many channels it has: as WAVE, FLAC and Apple's files have them. */
const usualMasks: Readonly<Record<number, number>> = { 3: 0x7, 4: 0x33, 5: 0x37, 6: 0x3f, 7: 0x70f, 8: 0x63f };

/**
 * How a file of more than two channels becomes two. By its speakers, where it has a mask or a usual number of channels; otherwise the channels
 * go left and right by turns, each side divided by how many it has. One and two channels stay as they are.
 */
export function foldOf(channels: number, mask = 0): Fold {
  if (channels === 1) return [[1, 0]];
  if (channels === 2) return [speakers[0], speakers[1]] as Fold;
  const known = speakersOf(mask, channels) ?? speakersOf(usualMasks[channels] ?? 0, channels);
  if (known !== undefined) return known;
  const left = Math.ceil(channels / 2);
  return Array.from({ length: channels }, (_, index) => (index % 2 === 0 ? [1 / left, 0] : [0, 1 / (channels - left)]));
}

/** The same for the order of Vorbis and Opus (Vorbis I, 4.3.9). */
export function foldOfVorbis(channels: number): Fold {
  const order = vorbisOrders[channels];
  return order === undefined ? foldOf(channels) : order.map((speaker) => speakers[speaker] ?? [0, 0]);
}

const vorbisOrders: Readonly<Record<number, readonly number[]>> = {
  3: [0, 2, 1],
  4: [0, 1, 4, 5],
  5: [0, 2, 1, 4, 5],
  6: [0, 2, 1, 4, 5, 3],
  7: [0, 2, 1, 9, 10, 8, 3],
  8: [0, 2, 1, 9, 10, 4, 5, 3],
};

/** What is said of it in the notes. */
export function foldNote(channels: number): string | undefined {
  return channels > 2 ? `${channels} channels were folded down to two` : undefined;
}

function speakersOf(mask: number, channels: number): Fold | undefined {
  const found = speakers.filter((_, bit) => ((mask >>> bit) & 1) === 1);
  return found.length === channels ? found : undefined;
}
