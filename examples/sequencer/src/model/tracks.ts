/** The eight voices, top to bottom as the page shows them. */
export const tracks = [
  { id: "kick", name: "Kick", tonal: false, octave: 0 },
  { id: "snare", name: "Snare", tonal: false, octave: 0 },
  { id: "clap", name: "Clap", tonal: false, octave: 0 },
  { id: "hat", name: "Hat", tonal: false, octave: 0 },
  { id: "open", name: "Open hat", tonal: false, octave: 0 },
  { id: "bass", name: "Bass", tonal: true, octave: 1 },
  { id: "pluck", name: "Pluck", tonal: true, octave: 4 },
  { id: "keys", name: "Keys", tonal: true, octave: 3 },
] as const satisfies readonly TrackFacts[];

interface TrackFacts {
  readonly id: string;
  readonly name: string;
  /** Plays notes of the song's scale; the others play one sound. */
  readonly tonal: boolean;
  /** The octave of its lowest note, where middle C begins octave 4. */
  readonly octave: number;
}

export type TrackId = (typeof tracks)[number]["id"];
export type Track = (typeof tracks)[number];

export const trackIds: readonly TrackId[] = tracks.map((track) => track.id);

const byId = new Map<TrackId, Track>(tracks.map((track) => [track.id, track]));

/** A track's facts. */
export function trackOf(id: TrackId): Track {
  const track = byId.get(id);
  if (track === undefined) throw new RangeError(`No track is called "${id}"`);
  return track;
}

/** True for the id of a track. */
export function isTrackId(value: unknown): value is TrackId {
  return trackIds.some((id) => id === value);
}
