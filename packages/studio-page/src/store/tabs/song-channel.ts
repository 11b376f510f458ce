import { type AttachedFollower, type Caller, type SongFollower, type SongHost, syncEnds } from "@jackfield/studio";
import type { Locks } from "./song-lock.ts";

/** What goes between the tabs that have one song open. `to`: a follower's name, or `host`. */
interface Letter {
  readonly to: string;
  readonly from: string;
  readonly body: unknown;
}

/** The host tells all that it is there; a follower asks it to hand the song over. Everything else is the sync protocol's. */
const [hostIsHere, giveMe] = ["host-is-here", "give-me"] as const;

export interface HostChannelOptions {
  readonly name: string;
  readonly host: SongHost;
  readonly caller: Caller;
  readonly locks: Locks;
  /** Resolves when all that has happened is kept: nobody is told of anything before. */
  readonly kept: () => Promise<void>;
  /** Another tab needs the song for itself. */
  readonly asked: () => void;
}

/** Serves a song to the other tabs that have it open. Returns what ends it. */
export function serveTabs({ name, host, caller, locks, kept, asked }: HostChannelOptions): () => void {
  const channel = new BroadcastChannel(name);
  const attached = new Map<string, AttachedFollower>();
  const stop = new AbortController();
  let told = Promise.resolve();

  function send(letter: Letter): void {
    // In order, and each after what it tells is kept: what a tab was told of is never lost with this one.
    told = told.then(() => keptAtLast(kept, stop.signal)).then(() => void (stop.signal.aborted || channel.postMessage(letter)));
  }

  function attach(follower: string): AttachedFollower {
    const made = host.attach(
      { waiting: 0, send: (body) => send({ to: follower, from: "host", body }), close: () => void attached.delete(follower) },
      caller,
    );
    attached.set(follower, made);
    // A follower holds a lock of its name: it is free when the tab has gone.
    locks.request(followerLock(name, follower), { signal: stop.signal }, () => made.detach()).catch(() => undefined);
    return made;
  }

  channel.onmessage = ({ data }: MessageEvent<Letter>) => {
    if (data.to !== "host") return;
    if (data.body === giveMe) return asked();
    (attached.get(data.from) ?? attach(data.from)).receive(data.body);
  };
  channel.postMessage({ to: "all", from: "host", body: hostIsHere } satisfies Letter);
  return () => {
    stop.abort();
    host.close();
    channel.close();
  };
}

/** Waits until it is kept, however often that fails: the person sees that it does, and makes room. */
async function keptAtLast(kept: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (;;) {
    if (signal.aborted) return;
    const isKept = await kept().then(
      () => true,
      () => false,
    );
    if (isKept) return;
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}

const againMs = 500;

function followerLock(name: string, follower: string): string {
  return `${name}:${follower}`;
}

/** A follower's side. */
export interface FollowerChannel {
  /** Asks the tab that holds the song to let go of it. */
  askFor(): void;
  /** Twice does no harm. */
  close(): void;
}

/** Connects a follower to whichever tab holds the song, now and after it has changed hands. */
export function followTab(name: string, followerName: string, follower: SongFollower, locks: Locks): FollowerChannel {
  const channel = new BroadcastChannel(name);
  const stop = new AbortController();
  const letter = (body: unknown): Letter => ({ to: "host", from: followerName, body });

  function connect(): void {
    follower.connect({
      waiting: 0,
      send: (body) => channel.postMessage(letter(body)),
      close(code) {
        // What could not be understood is asked for anew.
        if (code === syncEnds.unclear && !stop.signal.aborted) setTimeout(connect);
      },
    });
  }

  channel.onmessage = ({ data }: MessageEvent<Letter>) => {
    if (data.body === hostIsHere && data.from === "host") connect();
    else if (data.to === followerName) follower.receive(data.body);
  };
  let release = (): void => undefined;
  locks
    .request(followerLock(name, followerName), { signal: stop.signal }, () => new Promise<void>((resolve) => (release = resolve)))
    .catch(() => undefined);
  connect();
  return {
    askFor: () => channel.postMessage(letter(giveMe)),
    close() {
      stop.abort();
      release();
      follower.lost();
      channel.close();
    },
  };
}
