import type { ClipPlan, Curve, NotePlan, Plan, StripPlan, TrackPlan } from "./plan.ts";

/** What is different in a plan: parts that are left out are as they were. Plain data, and small where the difference is. */
export interface PlanChange {
  /** The ids of all tracks, in their order. */
  readonly order: readonly string[];
  readonly tracks: readonly TrackChange[];
  readonly frames: number;
  readonly reverb: Plan["reverb"];
  readonly echo: Plan["echo"];
  readonly master: Plan["master"];
}

/** Notes as numbers one after another: frame, frames, pitch, velocity. A thousand objects take an audio thread longer to receive than it has. */
export type PackedNotes = Float64Array;

export function packNotes(notes: readonly NotePlan[]): PackedNotes {
  const packed = new Float64Array(notes.length * 4);
  for (const [index, { at, frames, pitch, velocity }] of notes.entries()) packed.set([at, frames, pitch, velocity], index * 4);
  return packed;
}

export function unpackNotes(packed: PackedNotes): readonly NotePlan[] {
  const notes: NotePlan[] = [];
  for (let n = 0; n + 3 < packed.length; n += 4)
    notes.push({
      at: packed[n] as number,
      frames: packed[n + 1] as number,
      pitch: packed[n + 2] as number,
      velocity: packed[n + 3] as number,
    });
  return notes;
}

/** A track that is new has all its parts. */
export interface TrackChange {
  readonly id: string;
  readonly notes?: PackedNotes;
  readonly clips?: readonly ClipPlan[];
  readonly strip?: StripPlan;
  /** Another sound; `undefined` where the track has none. */
  readonly device?: TrackPlan["device"] | "none";
  /** The same sound with other params. */
  readonly params?: Readonly<Record<string, Curve>>;
}

/**
 * What makes one plan of another, or undefined where it takes a new engine: the rate is another. Parts are compared by identity: `compilePlan`
 * gives the same objects for what has not changed.
 */
export function planChange(before: Plan, after: Plan): PlanChange | undefined {
  if (before.rate !== after.rate) return undefined;
  const was = new Map(before.tracks.map((track) => [track.id, track]));
  const tracks = after.tracks.flatMap((track) => {
    const old = was.get(track.id);
    return old === track ? [] : [trackChange(old, track)];
  });
  const { frames, reverb, echo, master } = after;
  return { order: after.tracks.map(({ id }) => id), tracks, frames, reverb, echo, master };
}

/** The track that a change makes; undefined where it is new and lacks parts. */
export function changedTrack(before: TrackPlan | undefined, change: TrackChange): TrackPlan | undefined {
  const { id, clips = before?.clips, strip = before?.strip, params } = change;
  const notes = change.notes === undefined ? before?.notes : unpackNotes(change.notes);
  if (notes === undefined || clips === undefined || strip === undefined) return undefined;
  const device = change.device === "none" ? undefined : (change.device ?? before?.device);
  return { id, notes, clips, strip, device: device === undefined || params === undefined ? device : { ...device, params } };
}

function trackChange(before: TrackPlan | undefined, { id, notes, clips, strip, device }: TrackPlan): TrackChange {
  const whole = device ?? ("none" as const);
  if (before === undefined) return { id, notes: packNotes(notes), clips, strip, device: whole };
  const sameSound =
    before.device !== undefined &&
    device !== undefined &&
    before.device.graph === device.graph &&
    before.device.seed === device.seed &&
    before.device.sample === device.sample;
  return {
    id,
    ...(before.notes === notes ? {} : { notes: packNotes(notes) }),
    ...(before.clips === clips ? {} : { clips }),
    ...(before.strip === strip ? {} : { strip }),
    ...(before.device === device ? {} : sameSound && device !== undefined ? { params: device.params } : { device: whole }),
  };
}
