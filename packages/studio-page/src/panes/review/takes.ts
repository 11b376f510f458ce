import { type ReadonlySignal, effect, signal } from "@preact/signals";
import { type Song, isOpenProposal, songDifferences } from "@jackfield/studio";
import type { Desk } from "../../desk/desk.ts";
import { pageRenderer } from "../../desk/page-workers.ts";
import { loudnessOf } from "./loudness.ts";
import { startOf } from "./start-of.ts";

/** Which take is heard: `r_1/b`. */
export type TakeKey = string;

/** How a take compares with the song, for ears. */
export type Matched =
  | { readonly is: "measuring" }
  /** Decibels that bring it to the song's loudness, so that the louder one does not win; 0 where one of them is silent. */
  | { readonly is: "matched"; readonly decibels: number }
  | { readonly is: "failed"; readonly why: string };

/** Lets the takes of proposals be heard in the song's place, while it plays, each as loud as the song. */
export interface Takes {
  /** Undefined: the song itself is heard. */
  readonly heard: ReadonlySignal<TakeKey | undefined>;
  readonly matched: ReadonlySignal<ReadonlyMap<TakeKey, Matched>>;
  /** A take by `r_1/b`, or by `r_1` the first one. False where it does not wait any more. */
  hear(take: string): boolean;
  hearSong(): void;
}

export function takeKey(proposal: string, take: string): TakeKey {
  return `${proposal}/${take}`;
}

export function openTakes(desk: Desk): Takes {
  const heard = signal<TakeKey | undefined>(undefined);
  const matched = signal<ReadonlyMap<TakeKey, Matched>>(new Map());
  let measuring = new AbortController();

  /** The song as it would be; undefined where the proposal is decided or not there. */
  function preview(key: TakeKey): Song | undefined {
    const [id = "", take] = key.split("/");
    const open = desk.open.peek();
    const proposal = open.proposals.find((each) => each.id === id);
    if (proposal === undefined || !isOpenProposal(proposal) || !proposal.takes.some((each) => each.id === take)) return undefined;
    return open.preview(id, take);
  }

  function note(key: TakeKey, state: Matched): void {
    // Those of proposals long gone are forgotten.
    matched.value = new Map([...[...matched.peek()].slice(-mostKept), [key, state]]);
  }

  async function measure(key: TakeKey, song: Song): Promise<void> {
    measuring.abort();
    measuring = new AbortController();
    const { signal: ended } = measuring;
    note(key, { is: "measuring" });
    try {
      const options = { samples: desk.samples, from: startOf(songDifferences(desk.song.peek(), song), song), signal: ended };
      const before = await loudnessOf(pageRenderer, desk.song.peek(), options);
      const after = await loudnessOf(pageRenderer, song, options);
      const difference = before === undefined || after === undefined ? 0 : before - after;
      const decibels = Math.round(Math.min(mostDecibels, Math.max(-mostDecibels, difference)) * 10) / 10;
      note(key, { is: "matched", decibels });
      if (heard.peek() === key) desk.sound.hear({ song, decibels });
    } catch (error) {
      if (!ended.aborted) note(key, { is: "failed", why: error instanceof Error ? error.message : "It cannot be rendered" });
    }
  }

  const takes: Takes = {
    heard,
    matched,
    hear(take) {
      const key = take.includes("/") ? take : takeKey(take, desk.open.peek().proposals.find(({ id }) => id === take)?.takes[0]?.id ?? "");
      const song = preview(key);
      if (song === undefined) return false;
      heard.value = key;
      const known = matched.peek().get(key);
      desk.sound.hear({ song, decibels: known?.is === "matched" ? known.decibels : 0 });
      if (known?.is !== "matched") void measure(key, song);
      return true;
    },
    hearSong() {
      measuring.abort();
      heard.value = undefined;
      desk.sound.hear(undefined);
    },
  };

  // Whoever decides, or changes the song, changes what a take would be.
  effect(() => {
    void desk.turn.value;
    const key = heard.peek();
    if (matched.peek().size > 0) matched.value = new Map();
    if (key !== undefined && !takes.hear(key)) takes.hearSong();
  });
  return takes;
}

const mostKept = 64;
/** A take that differs by more is an empty one: nobody wants it blown up. */
const mostDecibels = 20;
