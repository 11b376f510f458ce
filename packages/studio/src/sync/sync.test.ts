import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Caller } from "../open-song/caller.ts";
import { OpenSong } from "../open-song/open-song.ts";
import { Refusal } from "../open-song/refusal.ts";
import { emptySong } from "../song/empty-song.ts";
import type { Op, Role } from "../song/op-row.ts";
import { SongFollower } from "./song-follower.ts";
import { type AttachedFollower, SongHost, type SyncLimits } from "./song-host.ts";
import { type FollowerMessage, type HostMessage, syncEnds } from "./sync-messages.ts";

const person = (id: string, role: Role = "editor"): Caller => ({ author: { id, name: id, kind: "person" }, role });
const track = (id: string): Op => ({ op: "track.add", id, name: id, kind: "notes", device: "sub", hue: 0, order: id });
const gain = (id: string, gainDb: number): Op => ({ op: "strip.set", track: id, gainDb });

/** A wire between the two that delivers when it is told to. */
class Wire {
  readonly up: FollowerMessage[] = [];
  readonly down: HostMessage[] = [];
  closed: number | undefined;
  waiting = 0;
  readonly #attached: AttachedFollower;
  readonly #follower: SongFollower;

  constructor(host: SongHost, follower: SongFollower, caller: Caller) {
    const close = (code: number): void => {
      this.closed ??= code;
    };
    const waiting = (): number => this.waiting;
    this.#attached = host.attach(
      {
        send: (message) => void this.down.push(structuredClone(message)),
        get waiting() {
          return waiting();
        },
        close,
      },
      caller,
    );
    this.#follower = follower;
    follower.connect({ send: (message) => void this.up.push(structuredClone(message)), waiting: 0, close });
  }

  get attached(): AttachedFollower {
    return this.#attached;
  }

  async flow(): Promise<void> {
    while (this.up.length + this.down.length > 0) {
      const [up] = this.up.splice(0, 1);
      if (up !== undefined) this.#attached.receive(up);
      const [down] = this.down.splice(0, 1);
      if (down !== undefined) this.#follower.receive(down);
    }
    await Promise.resolve();
  }

  /** Breaks, with what is on its way. */
  break(): void {
    this.up.length = this.down.length = 0;
    this.#attached.detach();
    this.#follower.lost();
  }
}

function begun(limits: Partial<SyncLimits> = {}): { readonly open: OpenSong; readonly host: SongHost; readonly follower: SongFollower } {
  const open = new OpenSong({ song: emptySong("s_1"), now: () => 1 });
  open.apply(person("olga", "owner"), [track("t_a")], { label: "Begin" });
  return {
    open,
    host: new SongHost({ open, order: "one", limits }),
    follower: new SongFollower({ name: "f", song: emptySong("s_0"), limits }),
  };
}

describe("SongFollower", () => {
  it("shows what it asked for at once, and then as the host took it", async () => {
    const { open, host, follower } = begun();
    const wire = new Wire(host, follower, person("ann"));
    await wire.flow();
    expect([follower.song, follower.role, follower.you?.id, follower.isConnected]).toEqual([open.song, "editor", "ann", true]);
    const heard: string[] = [];
    follower.follow(({ is }) => heard.push(is));
    const done = follower.apply([gain("t_a", -3)], { label: "Gain" });
    expect([follower.song.tracks["t_a"]?.strip.gainDb, follower.confirmed.tracks["t_a"]?.strip.gainDb]).toEqual([-3, -6]);
    // Somebody was faster at the host: what the host makes of both is what holds.
    open.apply(person("bob"), [gain("t_a", -20), track("t_b")], { label: "First" });
    await wire.flow();
    expect(await done).toEqual({ rev: 3, missed: [], change: 3 });
    expect([follower.song, follower.pending, heard]).toEqual([open.song, 0, ["change", "change"]]);
    expect(open.song.tracks["t_a"]?.strip.gainDb).toBe(-3);
    const undone = follower.ask("undo", {});
    await wire.flow();
    expect([(await undone).change, follower.isUndone(3), follower.song]).toEqual([4, true, open.song]);
    const can = (one: { canUndo(id: string): boolean; canRedo(id: string): boolean }): readonly boolean[] =>
      ["ann", "bob"].flatMap((id) => [one.canUndo(id), one.canRedo(id)]);
    expect([can(follower), can(open)]).toEqual(Array.from({ length: 2 }, () => [false, true, true, false]));
    void follower.ask("redo", {});
    await wire.flow();
    expect([can(follower), can(open)]).toEqual(Array.from({ length: 2 }, () => [true, false, true, false]));
  });

  it("takes back what the host refuses, and says why", async () => {
    const { open, host, follower } = begun();
    const wire = new Wire(host, follower, person("ann"));
    await wire.flow();
    open.apply(person("bob", "owner"), [{ op: "lock.set", path: "t_a" }], { label: "Lock" });
    const done = follower.apply([gain("t_a", -3)], { label: "Gain" });
    expect(follower.song.tracks["t_a"]?.strip.gainDb).toBe(-3);
    await Promise.all([wire.flow(), expect(done).rejects.toMatchObject({ code: "locked", message: "strip.set: locked by bob" })]);
    expect(follower.song).toEqual(open.song);
  });

  it("goes on after a break from what it has; what was asked is done once, whether its answer came or not", async () => {
    const { open, host, follower } = begun({ resumeChanges: 3 });
    const first = new Wire(host, follower, person("ann"));
    await first.flow();
    const done = follower.apply([track("t_b")], { label: "Track" });
    // The host gets it, and its answer is lost.
    first.attached.receive(first.up.shift());
    first.break();
    const later = follower.apply([gain("t_a", -9)], { label: "Away" });
    expect([Object.keys(follower.song.tracks), follower.isConnected]).toEqual([["t_a", "t_b"], false]);
    const second = new Wire(host, follower, person("ann"));
    second.attached.receive(second.up.shift());
    expect(second.down.map(({ is }) => is)).toEqual(["resumed", "change"]);
    await second.flow();
    expect([await done, (await later).change]).toEqual([{ rev: 2, missed: [], change: 2 }, 3]);
    expect([open.changes.length, follower.song]).toEqual([3, open.song]);
    second.break();
    for (let at = 0; at < 4; at++) open.apply(person("bob"), [gain("t_a", -at)], { label: "More" });
    const third = new Wire(host, follower, person("ann"));
    third.attached.receive(third.up.shift());
    expect(third.down.map(({ is }) => is)).toEqual(["song"]);
    await third.flow();
    expect(follower.song).toEqual(open.song);
  });

  it("at another host asks for its changes anew, and gives up what nobody can know of", async () => {
    const { host, follower } = begun();
    const first = new Wire(host, follower, person("ann"));
    await first.flow();
    const [comment, change] = [follower.ask("comment", { text: "Hm" }), follower.apply([gain("t_a", -9)], { label: "Gain" })];
    first.break();
    const other = begun();
    const second = new Wire(new SongHost({ open: other.open, order: "two" }), follower, person("ann"));
    await Promise.all([second.flow(), expect(comment).rejects.toMatchObject({ code: "stale" }), change]);
    expect([follower.song, other.open.song.tracks["t_a"]?.strip.gainDb]).toEqual([other.open.song, -9]);
  });

  it("a role is the host's to say, and changes while it follows", async () => {
    const { host, follower } = begun();
    const wire = new Wire(host, follower, person("vic", "viewer"));
    await wire.flow();
    const refused = follower.apply([gain("t_a", 0)], { label: "Gain" });
    // A viewer's change is not even shown.
    expect(follower.song.tracks["t_a"]?.strip.gainDb).toBe(-6);
    await Promise.all([wire.flow(), expect(refused).rejects.toBeInstanceOf(Refusal)]);
    wire.attached.setRole("editor");
    await wire.flow();
    const taken = follower.apply([gain("t_a", 0)], { label: "Gain" });
    await wire.flow();
    expect([(await taken).change, follower.role]).toEqual([2, "editor"]);
    wire.attached.detach();
    expect(wire.closed).toBe(syncEnds.removed);
  });

  it("what waits is bounded: asks here, followers and unread bytes there", async () => {
    const { open, host, follower } = begun({ pendingAsks: 3, followers: 2, waitingBytes: 100 });
    const asked = Array.from({ length: 4 }, () => follower.ask("comment", { text: "Hm" }));
    await expect(asked[3]).rejects.toMatchObject({ code: "full" });
    const [one, two, three] = [1, 2, 3].map(
      (at) => new Wire(host, at === 1 ? follower : new SongFollower({ name: `${at}`, song: open.song }), person("ann")),
    );
    expect([one?.closed, two?.closed, three?.closed, host.followers]).toEqual([undefined, undefined, syncEnds.full, 2]);
    await one?.flow();
    await Promise.all(asked.slice(0, 3));
    if (one !== undefined) one.waiting = 101;
    open.apply(person("bob"), [gain("t_a", 0)], { label: "Gain" });
    expect([one?.closed, host.followers]).toEqual([syncEnds.slow, 1]);
    host.close();
    host.close();
    expect([two?.closed, host.followers]).toEqual([syncEnds.closing, 0]);
    expect(new Wire(host, follower, person("ann")).closed).toBe(syncEnds.closing);
  });

  it("remembers so many answers of so many followers: what is older is answered as done, a forgotten one is run anew", async () => {
    const { open, host } = begun({ rememberedFollowers: 2, rememberedAnswers: 1, listedChanges: 2 });
    const asked = (name: string, ...ns: number[]): readonly HostMessage[] => {
      const wire = new Wire(host, new SongFollower({ name: "x", song: open.song }), person("ann"));
      wire.attached.receive({ is: "hello", follower: name });
      for (const n of ns) wire.attached.receive({ is: "ask", n, what: "comment", with: { text: `${n}` } });
      wire.attached.detach();
      return wire.down.filter(({ is }) => is === "answer");
    };
    asked("one", 1, 2);
    expect(asked("one", 1, 2)).toEqual([
      { is: "answer", n: 1, result: { rev: 1 } },
      { is: "answer", n: 2, result: { rev: 1, comment: "q_2" } },
    ]);
    expect(open.comments).toHaveLength(2);
    asked("two", 1);
    asked("three", 1);
    expect(asked("one", 2)).toEqual([{ is: "answer", n: 2, result: { rev: 1, comment: "q_5" } }]);
    for (let at = 0; at < 3; at++) open.apply(person("bob"), [gain("t_a", -at)], { label: "Gain" });
    const follower = new SongFollower({ name: "new", song: open.song });
    await new Wire(host, follower, person("ann")).flow();
    expect(follower.changes.map(({ seq }) => seq)).toEqual([3, 4]);
  });

  it("whatever else a side says ends it, and harms nobody", async () => {
    const { open, host, follower } = begun();
    const before = open.song;
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json().map((text) => JSON.parse(text) as unknown),
          fc.record({ is: fc.constantFrom("ask", "hello"), n: fc.anything(), what: fc.string(), with: fc.object() }),
        ),
        (message) => {
          const wire = new Wire(host, new SongFollower({ name: "x", song: before }), person("mal", "viewer"));
          wire.attached.receive({ is: "hello", follower: "x" });
          wire.attached.receive(message);
          wire.attached.detach();
          expect(open.song).toBe(before);
        },
      ),
    );
    const wire = new Wire(host, follower, person("ann"));
    wire.attached.receive({ is: "ask", n: 1, what: "undo", with: {} });
    expect(wire.closed).toBe(syncEnds.unclear);
    const hostile: readonly unknown[] = [
      5,
      { is: "constructor" },
      { is: "song", order: "x", seq: 0, song: 5 },
      {
        is: "song",
        order: "x",
        seq: 0,
        song: { ...open.song, tracks: { t_a: 5 } },
        changes: [],
        undone: [],
        review: {},
        you: person("ann").author,
        role: "owner",
      },
      { is: "change", change: { seq: 2, patches: [{ op: "add", path: ["__proto__", "x"], value: 1 }] } },
      { is: "change", change: { ...open.changes[0], seq: 9 } },
    ];
    for (const message of hostile) {
      const again = new Wire(host, follower, person("ann"));
      await again.flow();
      follower.receive(message);
      expect([again.closed, follower.isConnected]).toEqual([syncEnds.unclear, false]);
      again.attached.detach();
    }
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});
