import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SpaceClient } from "./space-client.ts";

/** A daemon that runs. */
export interface RunningDaemon {
  readonly url: string;
  readonly token: string;
  stop(): Promise<void>;
}

/** What the daemon can do that is tried here: any app has a tool that reads and one that changes. */
export interface CoreSample {
  readonly reads: { readonly name: string; readonly arguments: object };
  /** Each time it does something else. */
  readonly changes: { readonly name: string; arguments(nth: number): object };
}

/** What every daemon of the space protocol does, whatever its app: docs/space-protocol.md, "Core". */
export function coreSuite(name: string, start: () => Promise<RunningDaemon>, sample: CoreSample): void {
  describe(`the core of the space protocol: ${name}`, () => {
    let daemon: RunningDaemon;
    beforeAll(async () => {
      daemon = await start();
    });
    afterAll(() => daemon.stop());
    let nth = 0;
    const changing = (): object => ({ name: sample.changes.name, arguments: sample.changes.arguments((nth += 1)) });
    const hello = (id: string, role: string): Promise<SpaceClient> => SpaceClient.hello(daemon.url, daemon.token, id, role);

    test("greets with the token, and closes with 4401 on whoever has none, another, or says something else first", async () => {
      await using ann = await SpaceClient.reach(daemon.url);
      const greeted = await ann.get("session.hello", { protocol: 1, token: daemon.token, as: { id: "ann", name: "Ann", role: "editor" } });
      expect(greeted).toMatchObject({ protocol: 1, you: { id: "ann", role: "editor" }, space: { title: expect.any(String) } });
      for (const token of ["", "x", `${daemon.token}x`, daemon.token.slice(1)]) {
        await using stranger = await SpaceClient.reach(daemon.url);
        expect(
          (await stranger.ask("session.hello", { protocol: 1, token, as: { id: "x", name: "X", role: "owner" } })).error,
        ).toBeDefined();
        expect(await stranger.closed).toBe(4401);
      }
      await using eager = await SpaceClient.reach(daemon.url);
      expect((await eager.ask("changes.list")).error?.code).toBe(-32_003);
      expect(await eager.closed).toBe(4401);
    });

    test("tools.list is by role, and each has what a client needs", async () => {
      const of = async (role: string): Promise<readonly { name: string }[]> => {
        await using client = await hello(`of-${role}`, role);
        return (await client.get("tools.list")).tools;
      };
      const [viewer, editor] = [await of("viewer"), await of("editor")];
      expect(viewer.map(({ name: each }) => each)).toContain(sample.reads.name);
      expect(viewer.map(({ name: each }) => each)).not.toContain(sample.changes.name);
      expect(editor.map(({ name: each }) => each)).toEqual(expect.arrayContaining([sample.reads.name, sample.changes.name]));
      for (const tool of editor)
        expect(tool).toMatchObject({ description: expect.any(String), inputSchema: { type: "object" }, annotations: expect.any(Object) });
    });

    test("what a person does is done; what their agent does waits, everyone hears of it, and a person decides", async () => {
      await using ann = await hello("ann", "editor");
      await using bob = await hello("bob", "editor");
      expect((await ann.get("tools.call", { ...sample.reads })).content[0]).toMatchObject({ type: "text", text: expect.any(String) });
      const done = await ann.get("tools.call", changing());
      expect([done.isError ?? false, done.content.length > 0]).toEqual([false, true]);
      const change = await bob.wait("the change", ({ method, params }) => method === "change.event" && params?.["change"] !== undefined);
      expect(change.params?.["change"]).toMatchObject({ status: "applied", by: { id: "ann", kind: "person" } });

      await ann.get("tools.call", { ...changing(), author: "agent", agent: { id: "claude", name: "Claude" } });
      const waits = await bob.wait(
        "the proposal",
        ({ method, params }) => method === "change.event" && params?.["proposal"]?.status === "pending",
      );
      const { id, by } = waits.params?.["proposal"] ?? {};
      expect(by).toMatchObject({ kind: "agent", name: "Claude", for: "ann" });
      expect((await bob.get("changes.get", { id })).proposal).toMatchObject({ id, takes: [{ differences: [expect.any(String)] }] });
      const before = (await bob.get("changes.list")).changes.length;
      expect((await bob.get("changes.approve", { id, note: "Yes" })).proposal).toMatchObject({
        status: "approved",
        decision: { by: { id: "bob" } },
      });
      expect((await bob.ask("changes.reject", { id })).error).toMatchObject({ code: -32_001, data: { code: "decided" } });
      const { changes } = await bob.get("changes.list");
      expect([changes.length, changes.at(-1).by.kind, changes.at(-1).approvedBy.id]).toEqual([before + 1, "agent", "bob"]);
    });

    test("each takes back their own", async () => {
      await using ann = await hello("ann", "editor");
      await using bob = await hello("bob", "editor");
      await ann.get("tools.call", changing());
      expect((await bob.get("changes.undo")).change).toBeUndefined();
      const { change } = await ann.get("changes.undo");
      expect(change).toMatchObject({ by: { id: "ann" }, is: "undo" });
      expect((await ann.get("changes.redo")).change).toMatchObject({ is: "redo" });
    });

    test("a reviewer comments and changes nothing; a viewer does neither; both hear why", async () => {
      await using rita = await hello("rita", "reviewer");
      await using vic = await hello("vic", "viewer");
      const { comment } = await rita.get("comments.create", { text: "Hm" });
      expect(comment).toMatchObject({ text: "Hm", by: { id: "rita" }, replies: [], resolved: false });
      await rita.get("comments.reply", { id: comment.id, text: "Yes" });
      expect((await vic.wait("the comment", ({ method }) => method === "comment.event")).params?.["comment"]).toMatchObject({
        id: comment.id,
      });
      expect((await vic.get("comments.list")).comments.at(-1).replies).toMatchObject([{ text: "Yes" }]);
      for (const [client, code] of [
        [rita, "session.comment_only"],
        [vic, "session.read_only"],
      ] as const)
        expect((await client.ask("changes.undo")).error).toMatchObject({ code: -32_001, data: { code } });
      expect((await vic.ask("comments.create", { text: "Hm" })).error?.data).toMatchObject({ code: "session.read_only" });
      const call = await rita.ask("tools.call", changing());
      expect(JSON.stringify(call)).toContain("session.comment_only");
    });

    test("a place is its person's, over all of their connections", async () => {
      await using ann = await hello("ann", "editor");
      await using other = await hello("ann", "editor");
      await using bob = await hello("bob", "editor");
      await ann.get("focus.set", { place: { view: "x" } });
      expect([await other.get("focus.get"), await bob.get("focus.get")]).toEqual([{ place: { view: "x" } }, { place: null }]);
    });

    test("another role ends a person's connections with 1012, leaving with 4403; only an owner says so", async () => {
      await using ann = await hello("zoe", "editor");
      await using olga = await hello("olga", "owner");
      expect((await ann.ask("people.role", { id: "zoe", role: "owner" })).error?.code).toBe(-32_001);
      await olga.get("people.role", { id: "zoe", role: "viewer" });
      expect(await ann.closed).toBe(1012);
      await using again = await hello("zoe", "viewer");
      await olga.get("people.remove", { id: "zoe" });
      expect(await again.closed).toBe(4403);
    });

    test("unknown methods and wrong params are errors and end nothing; what is no message is one error and ends the connection", async () => {
      await using ann = await hello("ann", "editor");
      for (const method of ["no.such", "constructor", "__proto__"]) expect((await ann.ask(method)).error?.code).toBe(-32_601);
      expect((await ann.ask("changes.get", { id: 5 })).error?.code).toBe(-32_602);
      expect((await ann.ask("tools.call", { name: "no_such_tool" })).error).toBeDefined();
      expect((await ann.ask("focus.get")).error).toBeUndefined();
      for (const [text, code] of [
        ["{", -32_700],
        ['{"jsonrpc":"2.0","id":1,"method":"focus.get"}{"jsonrpc":"2.0","id":2,"method":"focus.get"}', -32_700],
        ["[]", -32_600],
      ] as const) {
        await using bad = await hello("ann", "editor");
        bad.socket.send(text);
        expect((await bad.wait("the error", ({ error }) => error !== undefined)).error?.code).toBe(code);
        expect(await bad.closed).toBe(4400);
      }
      await using again = await hello("ann", "editor");
      expect((await again.ask("focus.get")).error).toBeUndefined();
    });

    test("a request may come in any pieces, and many in one; each answer has its id", async () => {
      await using ann = await hello("ann", "editor");
      const text = JSON.stringify({ jsonrpc: "2.0", id: "split", method: "focus.get" });
      for (let at = 0; at < text.length; at++) ann.socket.send(text[at] ?? "", { fin: at === text.length - 1 });
      expect((await ann.wait("the split one", ({ id }) => id === "split")).result).toBeDefined();
      for (let id = 100; id < 120; id++) ann.socket.send(JSON.stringify({ jsonrpc: "2.0", id, method: "focus.get" }));
      await ann.wait("the last", ({ id }) => id === 119);
      expect(ann.heard.filter(({ id }) => typeof id === "number" && id >= 100)).toHaveLength(20);
    });

    test("web pages of other origins and other names of this computer get nothing", async () => {
      const { port, pathname } = new URL(daemon.url);
      const asked = (headers: string): Promise<string> =>
        new Promise((resolve) => {
          let answer = "";
          const socket = connect(Number(port), "127.0.0.1", () =>
            socket.write(
              `GET ${pathname} HTTP/1.1\r\n${headers}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
            ),
          );
          socket.on("data", (data) => (answer += String(data))).once("close", () => resolve(answer));
          socket.on("error", () => undefined);
        });
      expect(await asked(`Host: localhost:${port}\r\nOrigin: https://evil.example\r\n`)).toMatch(/^HTTP\/1\.1 40[13] /);
      expect(await asked("Host: evil.example\r\n")).toMatch(/^HTTP\/1\.1 40[13] /);
    });
  });
}
