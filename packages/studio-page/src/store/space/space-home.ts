import { signal } from "@preact/signals";
import { type Caller, type OpenSong, type Refusal, type SampleData, SongFollower, emptySong } from "@jackfield/studio";
import type { Home } from "../home.ts";
import type { Keeping } from "../keep-song.ts";
import { openMemoryShelf } from "../memory-shelf.ts";
import type { SongCard } from "../song-card.ts";
import { openSongs } from "../songs.ts";
import { FollowedSong } from "../tabs/followed-song.ts";
import { type SpaceStanding, joinSpace } from "./space-link.ts";

export interface SpaceHomeOptions {
  /** The space's song is there. */
  readonly show: (open: OpenSong, samples: Map<string, SampleData>, caller: Caller) => void;
  readonly tell: (text: string) => void;
}

/** The page's song is a space's: it lives there, and several people are on it. */
export async function openSpaceHome({ show, tell }: SpaceHomeOptions): Promise<Home> {
  const name = crypto.randomUUID();
  const follower = new SongFollower({ name, song: emptySong("s_none") });
  const samples = new Map<string, SampleData>();
  const shelf = openMemoryShelf();
  const keeping = signal<Keeping>({ is: "kept" });
  const isHolder = signal(false);
  let isFirst = (): void => undefined;
  const first = new Promise<void>((resolve) => (isFirst = resolve));
  follower.follow(() => {
    keeping.value = { is: follower.pending > 0 ? "keeping" : "kept" };
    isFirst();
  });
  const url = new URL("/space", location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  let before: SpaceStanding["is"] = "joining";
  joinSpace({
    url: url.href,
    follower,
    name,
    stands(standing) {
      if (standing.is === "ended") tell(standing.why);
      if (standing.is === "away" && before === "here") tell("The space cannot be reached: what you do waits for it");
      if (standing.is === "away" && before === "joining") tell("The space does not answer yet: it is tried again");
      if (standing.is === "here" && before === "away") tell("The space is there again");
      before = standing.is;
    },
  });
  await first;
  const { you, role } = follower;
  if (you === undefined) throw new Error("The space did not say who is at this page");
  const refused = ({ message, hint }: Refusal): void => tell(hint === undefined ? message : `${message}. ${hint}`);
  show(new FollowedSong(follower, Date.now, refused, () => Promise.resolve()), samples, { author: you, role });
  const silent = Object.keys(follower.song.samples).length;
  if (silent > 0)
    tell(`${silent} ${silent === 1 ? "recording" : "recordings"} of this song do not come to pages of a space: they are silent here`);

  const elsewhere = (): void => tell("This page is on a shared song: for songs of your own, open jackfield studio without --join");
  return {
    shelf,
    songs: openSongs({ shelf, now: Date.now, newId: () => crypto.randomUUID() }),
    samples,
    id: signal("space"),
    keeping,
    isHolder,
    list: signal<readonly SongCard[]>([]),
    look: () => Promise.resolve(),
    go: () => Promise.resolve(false),
    add() {
      elsewhere();
      return Promise.resolve();
    },
    take: elsewhere,
    duplicate() {
      elsewhere();
      return Promise.resolve();
    },
    throwAway() {
      elsewhere();
      return Promise.resolve(() => Promise.resolve());
    },
    // An agent that came through this page would be taken for the person at it.
    hold: () => Promise.reject(new Error("The song is a space's: agents come to the space itself, where they have names of their own")),
    kept: () => Promise.resolve(),
    retry: () => undefined,
  };
}
