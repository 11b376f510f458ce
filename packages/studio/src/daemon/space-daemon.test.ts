import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OpenSong } from "../open-song/open-song.ts";
import { emptySong } from "../song/empty-song.ts";
import type { Op, Role } from "../song/op-row.ts";
import { SongFollower } from "../sync/song-follower.ts";
import { studioTools } from "../tools/studio-tools.ts";
import { type StudioTool, studioTool } from "../tools/studio-tool.ts";
import { testStudio } from "../tools/test-studio.ts";
import { rpcCodes } from "./rpc.ts";
import type { SpaceConnection } from "./space-connection.ts";
import { SpaceDaemon, type SpaceLimits } from "./space-daemon.ts";
import { spaceMethodNames } from "./space-methods.ts";
import { spaceEnds } from "./space-port.ts";

const token = "right";
const track = (id: string): Op => ({ op: "track.add", id, name: id, kind: "notes", device: "sub", hue: 0, order: id });

/** Waits for its signal, telling how far it is. */
const slow: StudioTool = studioTool<{ ms: number }>({
  name: "slow",
  title: "Slow",
  description: "Waits.",
  effect: "read",
  places: ["review"],
  fields: { ms: { type: "integer", minimum: 0, maximum: 60_000 } },
  required: ["ms"],
  run: (_, { ms }, call) => {
    const { signal } = call;
    call.progress({ progress: 1, total: 2 });
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve("done"), ms);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      });
    });
  },
});

function opened(
  limits: Partial<SpaceLimits> = {},
  kept?: () => Promise<void>,
): {
  readonly daemon: SpaceDaemon;
  readonly open: OpenSong;
  readonly failures: unknown[];
} {
  const studio = testStudio({ song: emptySong("s_1", "Rain"), agents: "propose" });
  const failures: unknown[] = [];
  const daemon = new SpaceDaemon({
    studio,
    tools: [...studioTools.filter(({ places }) => places.includes("review")), slow],
    isToken: (text) => text === token,
    version: "1",
    run: "run-1",
    failed: (error) => failures.push(error),
    limits,
    ...(kept === undefined ? {} : { kept }),
  });
  return { daemon, open: studio.open, failures };
}

interface Reply {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Record<string, unknown> };
}

/** Somebody who speaks the protocol by hand. */
class Peer {
  readonly heard: Reply[] = [];
  readonly connection: SpaceConnection;
  ended: number | undefined;
  waiting = 0;
  #id = 0;

  constructor(daemon: SpaceDaemon) {
    const waiting = (): number => this.waiting;
    this.connection = daemon.attach({
      send: (text) => void this.heard.push(JSON.parse(text) as Reply),
      get waiting() {
        return waiting();
      },
      close: (code) => {
        this.ended ??= code;
      },
    });
  }

  say(message: unknown): void {
    this.connection.receive(typeof message === "string" ? message : JSON.stringify(message));
  }

  async ask(method: string, params: object = {}): Promise<Reply> {
    const id = (this.#id += 1);
    this.say({ jsonrpc: "2.0", id, method, params });
    for (let turn = 0; turn < 200; turn++) {
      const answer = this.heard.find((each) => each.id === id);
      if (answer !== undefined) return answer;
      await new Promise((resolve) => setTimeout(resolve, turn < 20 ? 0 : 5));
    }
    throw new Error(`${method} got no answer`);
  }

  async hello(id: string, role: Role): Promise<this> {
    const { error } = await this.ask("session.hello", { protocol: 1, token, as: { id, name: id, role } });
    if (error !== undefined) throw new Error(error.message);
    return this;
  }

  events(method: string): readonly Reply[] {
    return this.heard.filter((each) => each.method === method);
  }
}

describe("SpaceDaemon", () => {
  it("greets who has the token, and says what there is", async () => {
    const { daemon } = opened();
    const ann = new Peer(daemon);
    const { result } = await ann.ask("session.hello", {
      protocol: 1,
      token,
      as: { id: "ann", name: "Ann\u202e", role: "editor" },
      client: {},
    });
    expect(result).toMatchObject({
      protocol: 1,
      space: { id: "s_1", title: "Rain" },
      you: { id: "ann", name: "Ann", role: "editor" },
      agents: "propose",
      rev: 0,
    });
    expect(daemon.people).toEqual([{ id: "ann", name: "Ann", role: "editor" }]);
    ann.connection.closed();
    ann.connection.closed();
    expect([daemon.connections, daemon.people]).toEqual([0, []]);
  });

  it("tells nobody of what is not kept, neither who asked nor the others; what fails to be kept is tried again", async () => {
    let tries = 0;
    let keep = (): void => undefined;
    const written = new Promise<void>((resolve) => (keep = resolve));
    const { daemon } = opened({}, () => ((tries += 1) === 1 ? Promise.reject(new Error("full")) : written));
    const [ann, bob] = [await new Peer(daemon).hello("ann", "editor"), await new Peer(daemon).hello("bob", "viewer")];
    const call = ann.ask("tools.call", { name: "apply_ops", arguments: { ops: [track("t_a")], label: "A" } });
    const look = bob.ask("changes.list");
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(tries).toBe(2);
    expect([ann, bob].map((peer) => [peer.heard.length, peer.events("change.event").length])).toEqual([
      [1, 0],
      [1, 0],
    ]);
    keep();
    expect((await call).error).toBeUndefined();
    expect((await look).result).toMatchObject({ rev: 1 });
    expect([ann, bob].map((peer) => peer.heard.map(({ method }) => method))).toEqual([
      [undefined, "change.event", undefined],
      [undefined, "change.event", undefined],
    ]);
    daemon.close();
    daemon.close();
  });

  it("ends whoever does not greet, or wrongly: with one code for all of it", async () => {
    const { daemon } = opened({ helloMs: 20 });
    const as = { id: "ann", name: "Ann", role: "editor" };
    const greetings: readonly (readonly [object, number])[] = [
      [{ protocol: 1, token: "wrong", as }, rpcCodes.stranger],
      [{ protocol: 1, as }, rpcCodes.params],
      [{ protocol: 2, token, as }, rpcCodes.params],
      [{ protocol: 1, token, as: { ...as, role: "god" } }, rpcCodes.params],
      [{ protocol: 1, token, as: { ...as, id: "a/b" } }, rpcCodes.params],
      [{ protocol: 1, token, as, more: 1 }, rpcCodes.params],
    ];
    for (const [greeting, code] of greetings) {
      const peer = new Peer(daemon);
      expect([(await peer.ask("session.hello", greeting)).error?.code, peer.ended]).toEqual([code, spaceEnds.stranger]);
    }
    const eager = new Peer(daemon);
    expect([(await eager.ask("changes.list")).error?.code, eager.ended]).toEqual([rpcCodes.stranger, spaceEnds.stranger]);
    const silent = new Peer(daemon);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect([silent.ended, daemon.connections]).toEqual([spaceEnds.stranger, 0]);
  });

  it("offers tools by role, and refuses in words what a role may not", async () => {
    const { daemon } = opened();
    const of = async (role: Role): Promise<readonly string[]> => {
      const peer = await new Peer(daemon).hello(role, role);
      const { result = {} } = await peer.ask("tools.list");
      return (result["tools"] as { name: string }[]).map(({ name }) => name);
    };
    const [viewer, reviewer, editor] = [await of("viewer"), await of("reviewer"), await of("editor")];
    expect(viewer).toContain("get_project");
    expect(viewer).not.toContain("add_comment");
    expect(reviewer.filter((name) => !viewer.includes(name))).toEqual(["add_comment", "reply_comment"]);
    expect(editor).toEqual(expect.arrayContaining(["apply_ops", "undo"]));
    const rita = await new Peer(daemon).hello("rita", "reviewer");
    expect((await rita.ask("changes.undo")).error).toEqual({
      code: rpcCodes.refused,
      message: "You may look at this song and comment on it, not change it",
      data: { code: "session.comment_only" },
    });
    const { result } = await rita.ask("tools.call", { name: "apply_ops", arguments: { ops: [track("t_a")], label: "Track" } });
    expect([result?.["isError"], JSON.stringify(result)]).toEqual([true, expect.stringContaining("session.comment_only")]);
  });

  it("a role's refusal comes before what is asked about: it tells nothing of what is there", async () => {
    const { daemon } = opened();
    for (const [role, code, most] of [
      ["viewer", "session.read_only", "read"],
      ["reviewer", "session.comment_only", "comment"],
    ] as const) {
      const peer = await new Peer(daemon).hello(role, role);
      const { result: listed = {} } = await peer.ask("tools.list");
      const offered = (listed["tools"] as { name: string }[]).map(({ name }) => name);
      const others = daemon.tools.map(({ name }) => name).filter((name) => !offered.includes(name));
      expect([most, others.length > 10]).toEqual([most, true]);
      for (const name of others)
        for (const args of [{}, { nonsense: 1 }, { id: "r_99" }]) {
          const { result } = await peer.ask("tools.call", { name, arguments: args });
          expect([name, result?.["isError"], JSON.stringify(result)]).toEqual([name, true, expect.stringContaining(code)]);
        }
      for (const [method, params] of [
        ["changes.approve", { id: "r_99" }],
        ["changes.reject", { id: "r_99" }],
        ["changes.withdraw", { id: "r_99" }],
        ["changes.revert", { of: "nobody" }],
        ["changes.revert", { changes: [99] }],
        ["people.remove", { id: "nobody" }],
      ] as const)
        expect([method, (await peer.ask(method, params)).error?.data]).toEqual([method, { code }]);
    }
  });

  it("an agent's changes wait, everybody hears of them, and a person decides", async () => {
    const { daemon, open } = opened();
    const [ann, bob] = [await new Peer(daemon).hello("ann", "editor"), await new Peer(daemon).hello("bob", "editor")];
    const call = {
      name: "apply_ops",
      arguments: { ops: [track("t_a")], label: "Track" },
      author: "agent",
      agent: { id: "claude", name: "Claude" },
    };
    expect(JSON.stringify(await ann.ask("tools.call", call))).toContain("r_1");
    expect(Object.keys(open.song.tracks)).toEqual([]);
    const proposal = { id: "r_1", status: "pending", by: { id: "ann/claude", name: "Claude", kind: "agent", for: "ann" } };
    expect(bob.events("change.event")[0]?.params).toMatchObject({ proposal });
    expect((await bob.ask("changes.get", { id: "r_1" })).result?.["proposal"]).toMatchObject({
      takes: [{ id: "a", differences: ["t_a: new track, sub, 0 clips, 0 notes"] }],
    });
    const approve = { name: "approve_change", arguments: { change: "r_1" }, author: "agent", agent: { id: "claude" } };
    expect((await ann.ask("tools.call", approve)).error?.data).toEqual({
      code: "session.person_only",
      hint: "Ask the person, then call with confirmed",
    });
    expect((await bob.ask("changes.approve", { id: "r_1", note: "Yes" })).result).toMatchObject({
      change: { id: 1, by: { id: "ann/claude" }, approvedBy: { id: "bob" } },
      missed: [],
    });
    expect(ann.events("change.event").map(({ params }) => Object.keys(params ?? {})[0])).toEqual(["proposal", "change", "proposal"]);
    expect((await ann.ask("changes.revert", { of: "ann/claude" })).result).toMatchObject({
      change: { title: "Revert 1 of Claude" },
      kept: [],
    });
    expect((await ann.ask("changes.undo")).result).toMatchObject({ change: { title: "Undo: Revert 1 of Claude" } });
    expect((await bob.ask("changes.revert", { of: "ann/claude" })).error?.data).toEqual({ code: "session.not_yours" });
    expect((await bob.ask("changes.list", { limit: 1 })).result).toMatchObject({ more: true, changes: [{ id: 3 }] });
  });

  it("comments, places and people", async () => {
    const { daemon } = opened();
    const [ann, olga] = [await new Peer(daemon).hello("ann", "editor"), await new Peer(daemon).hello("olga", "owner")];
    await ann.ask("comments.create", { text: "Hm", tick: 5 });
    await olga.ask("comments.reply", { id: "q_1", text: "Yes" });
    await olga.ask("comments.resolve", { id: "q_1" });
    expect(ann.events("comment.event")).toHaveLength(3);
    expect((await ann.ask("comments.list")).result?.["comments"]).toMatchObject([
      { id: "q_1", text: "Hm", resolved: true, replies: [{ text: "Yes" }] },
    ]);
    await ann.ask("focus.set", { place: { view: "mixer", track: "t_a" } });
    expect([(await ann.ask("focus.get")).result, (await olga.ask("focus.get")).result]).toEqual([
      { place: { view: "mixer", track: "t_a" } },
      { place: null },
    ]);
    expect((await ann.ask("focus.set", { place: { x: "y".repeat(4_000) } })).error?.code).toBe(rpcCodes.params);
    for (let at = 0; at < 256; at++) daemon.setPlace(`p${at}`, {});
    expect([daemon.placeOf("ann"), daemon.placeOf("p0")]).toEqual([null, {}]);
    expect((await ann.ask("people.role", { id: "ann", role: "owner" })).error?.data).toEqual({ code: "session.not_yours" });
    const again = await new Peer(daemon).hello("ann", "editor");
    expect((await olga.ask("people.role", { id: "ann", role: "viewer" })).result).toEqual({ ended: 2 });
    expect([ann.ended, again.ended, olga.ended]).toEqual([spaceEnds.again, spaceEnds.again, undefined]);
    const back = await new Peer(daemon).hello("ann", "viewer");
    expect((await olga.ask("people.remove", { id: "ann" })).result).toEqual({ ended: 1 });
    expect([back.ended, spaceEnds.again, spaceEnds.removed]).toEqual([4403, 1012, 4403]);
  });

  it("long calls tell how far they are, end when they are cancelled, and with their connection", async () => {
    const { daemon } = opened({ runningCalls: 2 });
    const ann = await new Peer(daemon).hello("ann", "editor");
    const first = ann.ask("tools.call", { name: "slow", arguments: { ms: 50_000 }, progressToken: "p" });
    const second = ann.ask("tools.call", { name: "slow", arguments: { ms: 0 } });
    expect((await ann.ask("tools.call", { name: "slow", arguments: { ms: 0 } })).error).toMatchObject({
      code: rpcCodes.busy,
      data: { retryAfter: 1 },
    });
    expect((await second).result).toMatchObject({ content: [{ type: "text" }] });
    expect(ann.events("call.progress")[0]?.params).toEqual({ token: "p", progress: 1, total: 2 });
    ann.say({ jsonrpc: "2.0", method: "call.cancel", params: { id: 2 } });
    expect((await first).error?.code).toBe(rpcCodes.cancelled);
    void ann.ask("tools.call", { name: "slow", arguments: { ms: 50_000 } }).catch(() => undefined);
    daemon.close();
    daemon.close();
    expect([ann.ended, daemon.connections, new Peer(daemon).ended]).toEqual([spaceEnds.again, 0, spaceEnds.again]);
  });

  it("the whole song can be followed over it", async () => {
    const { daemon, open } = opened();
    const ann = await new Peer(daemon).hello("ann", "editor");
    const follower = new SongFollower({ name: "tab", song: emptySong("s_0") });
    let followed: Promise<Reply> | undefined;
    follower.connect({
      send: (message) => {
        const { is, ...rest } = message;
        if (is === "hello") followed = ann.ask("song.follow", rest);
        else ann.say({ jsonrpc: "2.0", method: "song.say", params: message });
      },
      waiting: 0,
      close: () => undefined,
    });
    let told = 0;
    const hear = (): void => {
      const heard = ann.events("song.heard");
      for (const { params } of heard.slice(told)) follower.receive(params);
      told = heard.length;
    };
    hear();
    const done = follower.apply([track("t_a")], { label: "Track" });
    hear();
    expect([(await done).change, follower.song]).toEqual([1, JSON.parse(JSON.stringify(open.song))]);
    expect((await followed)?.result).toEqual({});
    ann.connection.closed();
    expect(daemon.host.followers).toBe(0);
  });

  it("what is no message ends the connection with one clear error; a request that is wrong ends nothing", async () => {
    const { daemon, failures } = opened();
    const bad: readonly (readonly [string, number])[] = [
      ["{", rpcCodes.parse],
      ["", rpcCodes.parse],
      ['{"jsonrpc":"2.0","id":1,"method":"x"}{"jsonrpc":"2.0"}', rpcCodes.parse],
      ["[]", rpcCodes.request],
      ["5", rpcCodes.request],
      ['{"id":1,"method":"x"}', rpcCodes.request],
      ['{"jsonrpc":"2.0","id":{},"method":"x"}', rpcCodes.request],
      [`{"jsonrpc":"2.0","id":1,"method":"x","params":${"[".repeat(40)}${"]".repeat(40)}}`, rpcCodes.request],
    ];
    for (const [text, code] of bad) {
      const peer = await new Peer(daemon).hello("ann", "editor");
      peer.say(text);
      expect([peer.heard.at(-1)?.error?.code, peer.ended], text.slice(0, 60)).toEqual([code, spaceEnds.unclear]);
    }
    const ann = await new Peer(daemon).hello("ann", "owner");
    for (const method of ["nothing", "constructor", "__proto__", "session.hello"])
      expect((await ann.ask(method)).error?.code).toBe(rpcCodes.method);
    for (const method of spaceMethodNames.slice(1))
      expect((await ann.ask(method, { nothing: 1 })).error?.code, method).toBe(rpcCodes.params);
    ann.say({ jsonrpc: "2.0", id: 99, method: "changes.list", params: [] });
    expect(ann.heard.at(-1)?.error?.code).toBe(rpcCodes.params);
    ann.say({ jsonrpc: "2.0", method: "unknown.notification" });
    ann.say({ jsonrpc: "2.0", id: 5, result: {} });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...spaceMethodNames.slice(1)),
        fc.dictionary(fc.constantFrom("id", "text", "of", "place", "rule", "changes", "limit", "name"), fc.anything()),
        async (method, params) => {
          const text = JSON.stringify(params) ?? "{}";
          await ann.ask(method, JSON.parse(text) as object);
        },
      ),
      { numRuns: 60 },
    );
    expect([ann.ended, failures]).toEqual([undefined, []]);
  });

  it("is bounded: connections, what a message is, how fast it asks, what it has not read", async () => {
    const { daemon, open } = opened({ connections: 2, messageCharacters: 500, requestsPerMinute: 60, waitingBytes: 100 });
    const ann = await new Peer(daemon).hello("ann", "editor");
    const second = new Peer(daemon);
    expect([new Peer(daemon).ended, daemon.connections]).toEqual([spaceEnds.many, 2]);
    second.say("x".repeat(501));
    expect(second.ended).toBe(spaceEnds.large);
    const answers = [];
    for (let at = 0; at < 12; at++) answers.push(await ann.ask("focus.get"));
    expect(answers.filter(({ error }) => error?.code === rpcCodes.busy)).toHaveLength(2);
    expect(answers.at(-1)?.error?.data).toEqual({ retryAfter: 1 });
    for (let at = 0; at < 120; at++) ann.say({ jsonrpc: "2.0", id: 1_000 + at, method: "focus.get" });
    expect(ann.ended).toBe(spaceEnds.many);
    const bob = await new Peer(daemon).hello("bob", "viewer");
    bob.waiting = 101;
    open.apply({ author: { id: "olga", name: "Olga", kind: "person" }, role: "owner" }, [track("t_a")], { label: "Track" });
    expect([bob.ended, daemon.connections]).toEqual([spaceEnds.slow, 0]);
  });
});
