import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { SongFollower, emptySong, readLog } from "@jackfield/studio";
import { expect, test } from "vitest";
import { type RunningDaemon, coreSuite } from "./core-suite.ts";
import { SpaceClient } from "./space-client.ts";
import { studioDaemon } from "./studio-daemon.ts";

async function daemonOfOneSuite(): Promise<RunningDaemon> {
  const daemon = await studioDaemon();
  const { url, token, space } = daemon;
  return { url, token, stop: () => daemon.stop().then(() => rm(space, { recursive: true, force: true })) };
}

coreSuite("jackfield studio serve", daemonOfOneSuite, {
  reads: { name: "get_project", arguments: {} },
  changes: {
    name: "apply_ops",
    arguments: (nth) => ({ ops: [{ op: "marker.set", id: `k_${nth}`, name: "Here", tick: 960 }], label: "Marker" }),
  },
});

/** A follower of the whole song over a connection. */
async function follow(client: SpaceClient): Promise<SongFollower> {
  const follower = new SongFollower({ name: "tab", song: emptySong("s_0") });
  client.socket.on("message", (data: Buffer) => {
    const { method, params } = JSON.parse(String(data)) as { method?: string; params?: unknown };
    if (method === "song.heard") follower.receive(params);
  });
  follower.connect({
    send(message) {
      if (message.is === "hello") void client.get("song.follow", { follower: message.follower });
      else client.socket.send(JSON.stringify({ jsonrpc: "2.0", method: "song.say", params: message }));
    },
    waiting: 0,
    close: () => undefined,
  });
  await expect.poll(() => follower.isConnected).toBe(true);
  return follower;
}

test("two people work on one song live, a third reviews, and it is all there when the daemon starts again", async () => {
  const daemon = await studioDaemon();
  const { url, token, space } = daemon;
  {
    await using ann = await SpaceClient.hello(url, token, "ann", "editor");
    await using bob = await SpaceClient.hello(url, token, "bob", "owner");
    await using rita = await SpaceClient.hello(url, token, "rita", "reviewer");
    const [annSong, bobSong, ritaSong] = [await follow(ann), await follow(bob), await follow(rita)];
    await annSong.apply([{ op: "track.add", id: "t_a", name: "Bass", kind: "notes", device: "sub", hue: 20, order: "a" }], {
      label: "Bass",
    });
    await Promise.all([
      annSong.apply([{ op: "clip.add", track: "t_a", id: "c_a", name: "Riff", tick: 0, ticks: 1_920 }], { label: "Riff" }),
      bobSong.apply([{ op: "strip.set", track: "t_a", gainDb: -9 }], { label: "Softer" }),
    ]);
    await expect(ritaSong.apply([{ op: "strip.set", track: "t_a", gainDb: 0 }], { label: "Louder" })).rejects.toMatchObject({
      code: "session.comment_only",
    });
    await ritaSong.ask("comment", { text: "Too soft?", track: "t_a" });
    await expect
      .poll(() => [annSong, bobSong, ritaSong].map(({ song, comments }) => [song.rev, song.tracks["t_a"]?.strip.gainDb, comments.length]))
      .toEqual(Array.from({ length: 3 }, () => [3, -9, 1]));
    expect([annSong.song, ritaSong.song]).toEqual([bobSong.song, bobSong.song]);
    // An agent of Ann's works meanwhile: through tools, and it waits.
    const ops = [{ op: "strip.set", track: "t_a", gainDb: -3 }];
    await ann.get("tools.call", { name: "apply_ops", arguments: { ops, label: "Louder" }, author: "agent", agent: { id: "claude" } });
    await expect.poll(() => bobSong.proposals.map(({ id, status }) => [id, status])).toEqual([["r_1", "pending"]]);
    expect(bobSong.differences("r_1").map(({ text }) => text)).toEqual(["Bass: +6 dB (-9 → -3)"]);
    await bobSong.ask("approve", { id: "r_1" });
    await expect.poll(() => annSong.song.tracks["t_a"]?.strip.gainDb).toBe(-3);
    expect((await stat(daemon.tokenFile)).mode & 0o777).toBe(0o600);
  }
  await daemon.stop();
  await expect(stat(daemon.tokenFile)).rejects.toThrow();
  const log = readLog((await readFile(join(space, "song.studio", "log.jsonl"), "utf8")).split("\n"));
  expect([log.problem, log.changes.map(({ label }) => label).toSorted()]).toEqual([undefined, ["Bass", "Louder", "Riff", "Softer"]]);

  const again = await studioDaemon(space);
  await using bob = await SpaceClient.hello(again.url, again.token, "bob", "owner");
  expect(again.token).not.toBe(token);
  const { changes, proposals } = await bob.get("changes.list");
  expect([
    changes.length,
    proposals.map(({ status }: { status: string }) => status),
    (await bob.get("comments.list")).comments.length,
  ]).toEqual([4, ["approved"], 1]);
  const song = await follow(bob);
  expect(song.song.tracks["t_a"]?.clips["c_a"]?.name).toBe("Riff");
  // What was done before is still its author's to take back.
  expect((await bob.get("changes.revert", { of: "ann/claude" })).change).toMatchObject({ is: "revert" });
  await expect.poll(() => song.song.tracks["t_a"]?.strip.gainDb).toBe(-9);
  await again.stop();
  await rm(space, { recursive: true, force: true });
});

test("a change that was answered is on the disk, also where the daemon is killed right after", async () => {
  const daemon = await studioDaemon();
  const { url, token, space } = daemon;
  await using ann = await SpaceClient.hello(url, token, "ann", "editor");
  for (let at = 0; at < 20; at++)
    await ann.get("tools.call", {
      name: "apply_ops",
      arguments: { ops: [{ op: "marker.set", id: `k_${at}`, name: `M${at}`, tick: at }], label: "Marker" },
    });
  daemon.process.child.kill("SIGKILL");
  await daemon.process.end();
  const again = await studioDaemon(space);
  await using bob = await SpaceClient.hello(again.url, again.token, "bob", "owner");
  expect((await bob.get("changes.list")).changes).toHaveLength(20);
  await again.stop();
  await rm(space, { recursive: true, force: true });
});

test("hostile peers harm themselves alone: floods, sizes, depths, silence", async () => {
  const daemon = await studioDaemon();
  const { url, token } = daemon;
  await using ann = await SpaceClient.hello(url, token, "ann", "editor");
  const hostile = async (what: (client: SpaceClient) => void): Promise<number> => {
    await using mal = await SpaceClient.hello(url, token, "mal", "viewer");
    what(mal);
    return await mal.closed;
  };
  const message = (params: string): string => `{"jsonrpc":"2.0","id":1,"method":"focus.set","params":${params}}`;
  const ends = [
    await hostile((mal) => mal.socket.send(message(`{"place":{"x":"${"y".repeat(5_000_000)}"}}`))),
    await hostile((mal) => mal.socket.send("x".repeat(20_000_000))),
    await hostile((mal) => mal.socket.send(message(`{"place":${'{"x":'.repeat(100)}1${"}".repeat(100)}}`))),
    await hostile((mal) => mal.socket.send(Buffer.from("{}"), { binary: true })),
    await hostile((mal) => {
      for (let at = 0; at < 6_000; at++) mal.socket.send(message("{}"));
    }),
  ];
  expect(ends).toEqual([4413, 1009, 4400, 1003, 4429]);
  await using silent = await SpaceClient.reach(url);
  expect(await silent.closed).toBe(4401);
  expect(await ann.get("focus.get")).toEqual({ place: null });
  await daemon.stop();
  expect(await ann.closed).toBe(1012);
  await rm(daemon.space, { recursive: true, force: true });
});
