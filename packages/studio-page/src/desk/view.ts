import { type Signal, signal } from "@preact/signals";
import { type Id, ticksPerQuarter } from "@jackfield/studio";

/** A clip, by where it stands. */
export interface ClipRef {
  readonly track: Id;
  readonly clip: Id;
}

/** What the lower part of the page shows. */
export type EditorId = "notes" | "mixer" | "sound";
/** What a phone shows: one thing at a time. */
export type Place = "song" | EditorId | "pane";

/** A stretch of the song, in ticks. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * What the person looks at and holds: never saved with the song, and no part of its history. Each is a signal, so that only what shows it is
 * drawn again.
 */
export interface View {
  /** The track in hand. */
  readonly track: Signal<Id | undefined>;
  /** Selected clips, by `clipKey`. */
  readonly clips: Signal<ReadonlySet<string>>;
  /** The clip that the editor shows. */
  readonly clip: Signal<ClipRef | undefined>;
  /** Selected notes of that clip. */
  readonly notes: Signal<ReadonlySet<Id>>;
  /** Where playing begins. Ticks. */
  readonly cursor: Signal<number>;
  readonly loop: Signal<Stretch & { readonly on: boolean }>;
  /** What positions on the timeline snap to, in ticks; 1 for none, 0 for bars. */
  readonly snap: Signal<number>;
  /** Pixels that the timeline is scrolled by, and pixels for each of its ticks. */
  readonly left: Signal<number>;
  readonly top: Signal<number>;
  readonly scale: Signal<number>;
  /** What notes snap to, likewise. */
  readonly grid: Signal<number>;
  readonly tool: Signal<"draw" | "select">;
  /** The param whose automation a track shows below its clips. */
  readonly lanes: Signal<ReadonlyMap<Id, string>>;
  readonly editor: Signal<EditorId>;
  readonly place: Signal<Place>;
  /** The pane on the right, by its id. */
  readonly pane: Signal<string | undefined>;
  /** The dialog that is open, by its name. */
  readonly dialog: Signal<string | undefined>;
  /** A menu that is open, and where. */
  readonly menu: Signal<OpenMenu | undefined>;
}

export interface OpenMenu {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly items: readonly MenuItem[];
}

export interface MenuItem {
  readonly text: string;
  readonly keys?: string | undefined;
  readonly chosen?: boolean;
  readonly disabled?: boolean;
  readonly run: () => void;
}

export function openView(): View {
  const bar = 4 * ticksPerQuarter;
  return {
    track: signal<Id | undefined>(undefined),
    clips: signal<ReadonlySet<string>>(new Set()),
    clip: signal<ClipRef | undefined>(undefined),
    notes: signal<ReadonlySet<Id>>(new Set()),
    cursor: signal(0),
    loop: signal({ on: false, from: 0, to: 4 * bar }),
    snap: signal(0),
    left: signal(0),
    top: signal(0),
    scale: signal(24 / ticksPerQuarter),
    grid: signal(ticksPerQuarter / 4),
    tool: signal<"draw" | "select">("draw"),
    lanes: signal<ReadonlyMap<Id, string>>(new Map()),
    editor: signal<EditorId>("notes"),
    place: signal<Place>("song"),
    pane: signal<string | undefined>(undefined),
    dialog: signal<string | undefined>(undefined),
    menu: signal<OpenMenu | undefined>(undefined),
  };
}

/** A clip's name among all of a song's. */
export function clipKey({ track, clip }: ClipRef): string {
  return `${track}/${clip}`;
}

export function clipOfKey(key: string): ClipRef {
  const [track = "", clip = ""] = key.split("/");
  return { track, clip };
}
