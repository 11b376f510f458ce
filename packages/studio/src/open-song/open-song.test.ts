import { describe, expect, it } from "vitest";
import { emptySong } from "../song/empty-song.ts";
import type { Op, Role } from "../song/op-row.ts";
import type { Caller } from "./caller.ts";
import { OpenSong } from "./open-song.ts";
import { Refusal } from "./refusal.ts";
import type { SongEvent } from "./song-event.ts";

const person = (id: string, role: Role = "editor"): Caller => ({ author: { id, name: id, kind: "person" }, role });
const agentOf = (id: string, role: Role = "editor"): Caller => ({
  author: { id: `${id}/claude`, name: "claude", kind: "agent", for: id },
  role,
});
const [ann, bob, owner] = [person("ann"), person("bob"), person("olga", "owner")];
const claude = agentOf("ann");

const track = (id: string): Op => ({ op: "track.add", id, name: id, kind: "notes", device: "sub", hue: 0, order: id });
const gain = (id: string, gainDb: number): Op => ({ op: "strip.set", track: id, gainDb });
const note = (id: string, pitch: number): object => ({ id, tick: 0, ticks: 240, pitch, velocity: 100 });
const clip = (id: string, on: string): Op => ({
  op: "clip.add",
  track: on,
  id,
  name: "A",
  tick: 0,
  ticks: 1_920,
  notes: [note("n_a", 40)],
});

function opened(): { readonly open: OpenSong; readonly heard: SongEvent[] } {
  let time = 1_000;
  const open = new OpenSong({ song: emptySong("s_1"), now: () => time++ });
  const heard: SongEvent[] = [];
  open.follow((event) => heard.push(event));
  open.apply(owner, [track("t_a"), track("t_b"), clip("c_a", "t_a")], { label: "Begin" });
  return { open, heard };
}

function codeOf(what: () => unknown): string {
  try {
    what();
  } catch (error) {
    if (error instanceof Refusal) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "taken";
}

describe("OpenSong", () => {
  it("keeps names with nothing hidden in them, whatever op brings them", () => {
    const { open } = opened();
    const name = "gnp\u202e.wav\u200b";
    const id = (letter: string): string => `${letter}_n`;
    const named: readonly Op[] = [
      { op: "song.set", title: name },
      { op: "track.set", track: "t_a", name },
      { op: "clip.set", track: "t_a", clip: "c_a", name },
      { op: "section.set", id: id("x"), name, tick: 0, ticks: 960 },
      { op: "marker.set", id: id("k"), name, tick: 0 },
      { op: "sample.add", sha: "0".repeat(64), name, frames: 1, rate: 48_000, channels: 1, from: "import", by: name, licence: name },
      { op: "ref.set", id: id("r"), name, sample: "0".repeat(64) },
      { op: "lock.set", path: "t_b", name },
    ];
    open.apply(owner, named, { label: name });
    const text = JSON.stringify([open.song, open.changes]);
    expect(text.match(/gnp\.wav/gu)?.length).toBeGreaterThan(named.length);
    expect(text).not.toMatch(/[\u202e\u200b]/u);
    expect(codeOf(() => open.apply(owner, [{ op: "song.set", title: "\u202e" }], { label: "" }))).toMatch(
      /invalid_op.*1 to 64 characters/u,
    );
  });

  it("each role may what it may, and hears why not", () => {
    const { open } = opened();
    const asks: readonly ((caller: Caller) => unknown)[] = [
      (caller) => open.comment(caller, { text: "Nice" }),
      (caller) => open.apply(caller, [gain("t_a", -1)], { label: "Gain" }),
      (caller) => open.propose(caller, { title: "Louder", why: "", takes: [{ label: "", ops: [gain("t_a", 0)] }] }),
      (caller) => open.revert(caller, owner.author),
      (caller) => open.setAgents(caller, "propose"),
    ];
    const answers = (role: Role): readonly string[] => asks.map((ask) => codeOf(() => ask(person(`x-${role}`, role))).split(":")[0] ?? "");
    expect(answers("viewer")).toEqual(Array.from({ length: 5 }, () => "session.read_only"));
    expect(answers("reviewer")).toEqual(["taken", ...Array.from({ length: 4 }, () => "session.comment_only")]);
    expect(answers("editor")).toEqual(["taken", "taken", "taken", "session.not_yours", "session.not_yours"]);
    expect(answers("owner")).toEqual(Array.from({ length: 5 }, () => "taken"));
    expect(codeOf(() => open.setAgents(agentOf("olga", "owner"), "apply"))).toContain("session.person_only");
  });

  it("devices and their params are held against the devices that there are", () => {
    const { open } = opened();
    const why = (...ops: readonly Op[]): string => codeOf(() => open.apply(ann, ops, { label: "X", dryRun: true }));
    expect(why({ op: "device.set", track: "t_a", params: { drive: 4 } })).toBe("taken");
    expect(why({ op: "device.set", track: "t_a", params: { drive: 40 } })).toBe(
      "invalid_op: Op 1 of 1: device.set sub.drive must be a number from 1 to 8",
    );
    expect(why({ op: "device.set", track: "t_a", params: { cutoff: 40 } })).toContain("cutoff is no param of sub: it has drive, octave");
    expect(why({ op: "device.set", track: "t_a", params: JSON.parse('{"__proto__":1}') as object })).toContain(
      "__proto__ is no param of sub",
    );
    expect(why({ op: "device.set", track: "t_a", device: "poly" }, { op: "device.set", track: "t_a", params: { cutoff: 900 } })).toBe(
      "taken",
    );
    expect(why({ ...track("t_c"), device: "tuba" })).toContain("device must be one of sub, poly");
    expect(why({ op: "auto.set", track: "t_a", param: "pan", id: "a_1", tick: 0, value: 3, shape: "line" })).toContain(
      "pan must be from -1 to 1",
    );
    expect(why({ op: "auto.set", track: "t_a", param: "device.decay", id: "a_1", tick: 0, value: 60, shape: "line" })).toContain(
      "from 0.05 to 6 seconds",
    );
    expect(why({ op: "device.define", device: { id: "mine" } })).toContain("device.define name must be text");
    expect(why(...Array.from({ length: 5_001 }, () => gain("t_a", 0)))).toContain("full: 5001 ops at once");
  });

  it("a lock holds for all but who set it and the owner, whatever way a change comes", () => {
    const { open } = opened();
    open.apply(bob, [{ ...gain("t_a", -3) }], { label: "Gain" });
    // Whoever the op says: who asks is who locks.
    open.apply(ann, [{ op: "lock.set", path: "t_a", by: "bob", at: 5 }], { label: "Lock" });
    expect(open.song.locks["t_a"]).toMatchObject({ by: "ann", name: "ann" });
    const tries: readonly Op[] = [
      gain("t_a", 0),
      { op: "clip.set", track: "t_b", clip: "c_x", to: "t_a" },
      { op: "lock.clear", path: "t_a" },
      { op: "track.remove", track: "t_a" },
    ];
    for (const op of tries) expect(codeOf(() => open.apply(bob, [op], { label: "X" }))).toContain("locked by ann");
    expect(codeOf(() => open.propose(bob, { title: "X", why: "", takes: [{ label: "", ops: [gain("t_a", 0)] }] }))).toContain("locked");
    expect(open.undo(bob)).toMatchObject({
      change: undefined,
      kept: [{ path: "tracks/t_a/strip/gainDb", why: "locked", of: { name: "ann" } }],
    });
    open.apply(ann, [gain("t_a", -4)], { label: "Mine" });
    open.apply(owner, [{ op: "lock.clear", path: "t_a" }], { label: "Unlock" });
    open.apply(bob, [gain("t_a", -5), { op: "lock.set", path: "master" }], { label: "Master" });
    expect(codeOf(() => open.apply(ann, [{ op: "master.set", gainDb: -2 }], { label: "X" }))).toContain("locked by bob");
  });

  it("an owner's agent is not the owner: locks hold for it, and others' work is not its to take back", () => {
    const { open } = opened();
    const agent = agentOf("olga", "owner");
    open.apply(owner, [{ op: "lock.set", path: "t_a", by: "x", at: 0 }], { label: "Lock" });
    open.apply(bob, [gain("t_b", -9)], { label: "Quieter" });
    const seq = open.changes.at(-1)?.seq ?? 0;
    expect(codeOf(() => open.apply(agent, [gain("t_a", -3)], { label: "Louder" }))).toContain("locked by olga");
    expect(codeOf(() => open.apply(agent, [{ op: "lock.clear", path: "t_a" }], { label: "Unlock" }))).toContain("locked by olga");
    expect(codeOf(() => open.revert(agent, bob.author))).toContain("session.person_only");
    expect(codeOf(() => open.takeBack(agent, [seq]))).toContain("session.person_only");
    expect(open.song.tracks["t_b"]?.strip.gainDb).toBe(-9);
    expect(codeOf(() => open.apply(owner, [gain("t_a", -3)], { label: "Louder" }))).toBe("taken");
    expect(codeOf(() => open.takeBack(owner, [seq]))).toBe("taken");
  });

  it("a proposal changes nothing until a person approves a take, and is then its proposer's", () => {
    const { open, heard } = opened();
    const before = open.song;
    const proposal = open.propose(claude, {
      title: "Levels",
      why: "The bass is hidden",
      takes: [
        { label: "A bit", ops: [gain("t_a", -3)] },
        { label: "A lot", ops: [gain("t_a", 0), track("t_c")] },
      ],
    });
    expect([open.song, proposal.status, proposal.id]).toEqual([before, "pending", "r_1"]);
    expect(open.differences("r_1", "b").map(({ text }) => text)).toEqual(["t_a: +6 dB (-6 → 0)", "t_c: new track, sub, 0 clips, 0 notes"]);
    expect(open.preview("r_1").tracks["t_a"]?.strip.gainDb).toBe(-3);
    expect(open.song).toBe(before);
    expect(codeOf(() => open.approve(claude, "r_1"))).toContain("session.person_only");
    const { change, missed } = open.approve(bob, "r_1", { take: "b", note: "Yes" });
    expect(missed).toEqual([]);
    expect(change).toMatchObject({ by: claude.author, approvedBy: bob.author, on: "r_1", label: "Levels" });
    expect(open.proposal("r_1")).toMatchObject({
      status: "approved",
      decision: { by: bob.author, take: "b", note: "Yes", change: change?.seq, missed: 0 },
    });
    expect(codeOf(() => open.reject(bob, "r_1"))).toContain("decided");
    expect(heard.map(({ is }) => is)).toEqual(["change", "proposal", "change", "proposal"]);
    // Whose it is, is whose it can be taken back as: Bob's own undo leaves it alone.
    expect(open.undo(bob).change).toBeUndefined();
    expect(open.takeBack(bob, [change?.seq ?? 0]).change?.label).toBe("Revert: Levels");
    expect(Object.keys(open.song.tracks)).toEqual(["t_a", "t_b"]);
  });

  it("what has changed since makes it stale; approved all the same it says what it missed", () => {
    const { open, heard } = opened();
    const ops = [gain("t_b", -3), { op: "note.set", track: "t_a", clip: "c_a", notes: [note("n_b", 50)] }];
    open.propose(claude, { title: "Notes", why: "", takes: [{ label: "", ops }] });
    open.propose(claude, { title: "Pan", why: "", takes: [{ label: "", ops: [{ op: "strip.set", track: "t_b", pan: 1 }] }] });
    open.apply(bob, [{ op: "marker.set", id: "k_a", name: "Here", tick: 0 }], { label: "Marker" });
    expect(open.proposals.map(({ status }) => status)).toEqual(["pending", "pending"]);
    open.apply(bob, [{ op: "clip.remove", track: "t_a", clip: "c_a" }], { label: "Away" });
    expect(open.proposals.map(({ status }) => status)).toEqual(["stale", "pending"]);
    expect(heard.filter((event) => event.is === "proposal").at(-1)).toMatchObject({ id: "r_1", proposal: { status: "stale" } });
    const { change, missed, proposal } = open.approve(bob, "r_1");
    expect([missed.map(({ op }) => op), change?.missed.length, proposal.decision?.missed]).toEqual([["note.set"], 1, 1]);
    expect(open.song.tracks["t_b"]?.strip.gainDb).toBe(-3);
  });

  it("where agents propose, what they apply waits, and people's changes are made", () => {
    const { open } = opened();
    open.setAgents(owner, "propose");
    const result = open.apply(claude, [gain("t_a", 0)], { label: "Louder", tool: "apply_ops" });
    expect(result).toMatchObject({ change: undefined, proposal: { id: "r_1", title: "Louder", tool: "apply_ops" } });
    open.apply(ann, [gain("t_b", 0)], { label: "Louder" });
    expect([open.song.tracks["t_a"]?.strip.gainDb, open.song.tracks["t_b"]?.strip.gainDb]).toEqual([-6, 0]);
    // Its person says yes through it: only the tools for that may say so.
    expect(open.approve(claude, "r_1", { asPerson: true }).change?.approvedBy).toEqual(claude.author);
  });

  it("withdraws its own only, and its agent's", () => {
    const { open } = opened();
    const propose = (): string => open.propose(claude, { title: "X", why: "", takes: [{ label: "", ops: [gain("t_a", 0)] }] }).id;
    const [one, two, three] = [propose(), propose(), propose()];
    expect(codeOf(() => open.withdraw(bob, one))).toContain("session.not_yours");
    expect([open.withdraw(claude, one), open.withdraw(ann, two), open.withdraw(owner, three)].map(({ status }) => status)).toEqual(
      Array.from({ length: 3 }, () => "withdrawn"),
    );
  });

  it("a person may take back what their own agent did, and not what another's did", () => {
    const { open } = opened();
    open.apply(claude, [gain("t_a", 0)], { label: "Louder" });
    // What the asker says of an author is not what counts.
    expect(codeOf(() => open.revert(bob, { ...claude.author, for: "bob" }))).toContain("session.not_yours");
    expect(open.revert(ann, claude.author).change).toBeDefined();
  });

  it("an owner's agent is held by locks, and takes back nobody's work but its own", () => {
    const { open } = opened();
    const theirs = agentOf("olga", "owner");
    open.apply(bob, [gain("t_b", -3)], { label: "Gain" });
    open.apply(owner, [{ op: "lock.set", path: "t_a" }], { label: "Lock" });
    for (const op of [gain("t_a", 0), { op: "lock.clear", path: "t_a" }])
      expect(codeOf(() => open.apply(theirs, [op], { label: "X" }))).toContain("locked by olga");
    expect(codeOf(() => open.revert(theirs, bob.author))).toContain("session.person_only");
    expect(codeOf(() => open.takeBack(theirs, [2]))).toContain("session.person_only");
    const { id } = open.propose(bob, { title: "X", why: "", takes: [{ label: "", ops: [gain("t_b", 0)] }] });
    expect(codeOf(() => open.withdraw(theirs, id))).toContain("session.person_only");
    open.apply(owner, [gain("t_a", -1)], { label: "In person" });
    expect(open.revert(owner, bob.author).change).toBeDefined();
  });

  it("a batch that fails takes back its own steps and none of a person's in between", () => {
    const { open } = opened();
    const before = open.song;
    open.apply(claude, [track("t_c")], { label: "One", group: "batch-1" });
    open.apply(ann, [gain("t_a", -1)], { label: "Mine" });
    open.apply(claude, [gain("t_b", -2)], { label: "Two", group: "batch-1" });
    open.takeBackGroup(claude, "batch-1");
    expect(open.song.tracks).toEqual({
      ...before.tracks,
      t_a: { ...before.tracks["t_a"], strip: { ...before.tracks["t_a"]?.strip, gainDb: -1 } },
    });
    expect(open.undo(ann).change?.label).toBe("Undo: Mine");
    expect(open.song.tracks).toEqual(before.tracks);
  });

  it("comments are said, answered and resolved, as plain text of a bounded length", () => {
    const { open, heard } = opened();
    const made = open.comment(person("rita", "reviewer"), { text: "Too\u202e loud\n here ", tick: 960, track: "t_a" });
    expect(made).toMatchObject({ id: "q_1", text: "Too loud\n here", tick: 960, track: "t_a", replies: [] });
    expect(open.reply(ann, "q_1", "Better?").replies).toHaveLength(1);
    expect(open.resolve(ann, "q_1").resolved?.by).toEqual(ann.author);
    expect(open.resolve(ann, "q_1", false).resolved).toBeUndefined();
    expect(heard.filter(({ is }) => is === "comment")).toHaveLength(4);
    expect(codeOf(() => open.comment(ann, { text: "x".repeat(2_001) }))).toContain("at most 2000");
    expect(codeOf(() => open.comment(ann, { text: " \u0007 " }))).toContain("must not be empty");
    expect(codeOf(() => open.comment(ann, { text: "x", track: "t_x" }))).toContain("missing");
    for (let at = 0; at < 49; at++) open.reply(ann, "q_1", "again");
    expect(codeOf(() => open.reply(ann, "q_1", "again"))).toContain("full");
    for (let at = 1; at < 1_000; at++) open.comment(ann, { text: "more" });
    expect(codeOf(() => open.comment(ann, { text: "more" }))).toContain("full: There are 1000 comments already");
    open.resolve(ann, "q_7");
    open.comment(ann, { text: "more" });
    expect([open.comments.length, codeOf(() => open.reply(ann, "q_7", "gone"))]).toEqual([1_000, "missing: There is no such comment"]);
  });

  it("proposals are bounded: how many wait, how many takes, how much is in one", () => {
    const { open } = opened();
    const propose = (takes = 1, ops: readonly Op[] = [gain("t_a", 0)]): string =>
      codeOf(() => open.propose(claude, { title: "X", why: "", takes: Array.from({ length: takes }, () => ({ label: "", ops })) }));
    expect([propose(0), propose(5)].map((each) => each.split(":")[0])).toEqual(["invalid_op", "invalid_op"]);
    const notes = Array.from({ length: 2_000 }, (_, at) => note(`n_${at}`, 60));
    expect(
      propose(
        4,
        Array.from({ length: 4 }, () => ({ op: "note.set", track: "t_a", clip: "c_a", notes })),
      ),
    ).toContain("at most 500000 characters");
    for (let at = 0; at < 32; at++) expect(propose()).toBe("taken");
    expect(propose()).toContain("full: 32 proposals wait already");
    for (let at = 0; at < 230; at++) {
      open.reject(ann, open.proposals.find(({ status }) => status === "pending")?.id ?? "");
      propose();
    }
    expect(open.proposals).toHaveLength(200 + 32);
  });

  it("notes so many renders, the last ones", () => {
    const { open } = opened();
    for (let at = 0; at < 505; at++) open.noteRender(ann.author, "f".repeat(64), `${at}`);
    expect([open.renders.length, open.renders[0]?.what]).toEqual([500, "5"]);
  });

  it("opened again from what was kept, it goes on where it was", () => {
    const { open } = opened();
    open.setAgents(owner, "propose");
    open.apply(claude, [gain("t_a", 0)], { label: "Louder" });
    open.comment(ann, { text: "Hm" });
    open.noteRender(ann.author, "f".repeat(64), "mix");
    const again = new OpenSong({ song: open.song, now: () => 5, changes: open.changes, review: open.review });
    expect(again.review).toEqual(open.review);
    again.apply(bob, [gain("t_a", -9)], { label: "Softer" });
    expect(again.proposals.map(({ id, status }) => [id, status])).toEqual([["r_1", "stale"]]);
    expect(again.apply(claude, [gain("t_a", 0)], { label: "Louder" }).proposal?.id).toBe("r_2");
    expect(again.comment(ann, { text: "Hm" }).id).toBe("q_2");
  });
});
