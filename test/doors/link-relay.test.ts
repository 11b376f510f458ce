import { randomBytes } from "node:crypto";
import { type LinkEvent, type LinkHolder, linkHolder } from "@jackfield/doors";
import { type Relay, startRelay } from "@jackfield/relay";
import { newSecret } from "@jackfield/wire";
import { afterEach, describe, expect, test } from "vitest";
import { type PeerSession, messageOf, openSession, stateless, textOf } from "../cases-a/mcp-peer.ts";
import { openHost } from "../fixtures/open-host.ts";
import { namedTransport } from "../relay/parcel-lane.ts";
import { closeAll, keep, until } from "./link-setting.ts";
import { type LinkToolset, linkToolset } from "./link-toolset.ts";

afterEach(closeAll);

interface End {
  readonly holder: LinkHolder;
  readonly tools: LinkToolset;
  readonly events: LinkEvent[];
}

async function holder(relay: Relay, secret: string): Promise<End> {
  const tools = linkToolset();
  const host = keep(await openHost(tools.toolset));
  const events: LinkEvent[] = [];
  const made = keep(
    linkHolder(host, {
      relay: relay.url,
      secret,
      transport: namedTransport() === "post" ? "post" : "auto",
      limits: { backoffMs: 20, backoffMostMs: 100 },
    }),
  );
  made.on((event) => events.push(event));
  await until(() => made.state === "open");
  return { holder: made, tools, events };
}

const textFrom = async (session: PeerSession, tool: string, args: object = {}): Promise<string> =>
  textOf(messageOf(await session.call(tool, args)));

describe("linkHolder and a real relay", () => {
  test("the newest holder gets the calls, the older one is told and can take them back", async () => {
    const relay = keep(await startRelay({ port: 0 }));
    const secret = newSecret(randomBytes);
    const first = await holder(relay, secret);
    const session = await openSession(new URL(first.holder.url));
    expect(await textFrom(session, "take", { n: 1 })).toBe('{"n":1}');
    const second = await holder(relay, secret);
    await until(() => first.holder.state === "displaced");
    expect(await textFrom(session, "take", { n: 2 })).toMatch(/^Another page answers.*\{"n":2\}$/s);
    first.holder.take();
    await until(() => first.holder.state === "open" && second.holder.state === "displaced");
    expect(await textFrom(session, "take", { n: 3 })).toMatch(/\{"n":3\}$/);
    expect([first.tools.taken, second.tools.taken]).toEqual([[{ n: 1 }, { n: 3 }], [{ n: 2 }]]);
  });

  test("a relay that restarts is greeted anew, and a new session finds the tools", async () => {
    const old = await startRelay({ port: 0, limits: { drainMs: 100 } });
    const { holder: made, events } = await holder(old, newSecret(randomBytes));
    const port = Number(new URL(old.url).port);
    await old.close();
    await until(() => made.state === "waiting");
    keep(await startRelay({ port }));
    await until(() => made.state === "open");
    const session = await openSession(new URL(made.url));
    const list = messageOf(await session.post('{"jsonrpc":"2.0","id":1,"method":"tools/list"}'));
    expect(JSON.stringify(list.result)).toContain('"take"');
    expect(await textFrom(session, "take", { back: true })).toBe('{"back":true}');
    expect(events.some((event) => event.is === "notice" && event.code === "closing")).toBe(true);
  });

  test("a client that leaves, and a call that takes too long, stop the work at the holder", async () => {
    const relay = keep(await startRelay({ port: 0, limits: { callMs: 300, waitMs: 300, maxCallMs: 300 } }));
    const { holder: made, tools } = await holder(relay, newSecret(randomBytes));
    const session = await openSession(new URL(made.url));
    const call = session.begin("hold", {}).on("error", () => undefined);
    await until(() => made.calls === 1);
    call.destroy();
    await until(() => tools.held.length === 1);
    const late = messageOf(await session.call("hold", {}));
    expect([late.result?.isError, textOf(late).length > 10]).toEqual([true, true]);
    await until(() => tools.held.length === 2 && made.calls === 0);
    expect(relay.counts().now.calls).toBe(0);
  });

  test("a changed list reaches clients, and is announced once", async () => {
    const relay = keep(await startRelay({ port: 0 }));
    const { holder: made, tools } = await holder(relay, newSecret(randomBytes));
    const session = await openSession(new URL(made.url));
    const stream = await fetch(made.url, { headers: { ...session.headers, accept: "text/event-stream" } });
    let heard = "";
    const reading = (async () => {
      for await (const chunk of stream.body ?? []) heard += Buffer.from(chunk).toString();
    })().catch(() => undefined);
    tools.toggle();
    await until(() => heard.includes("list_changed"));
    expect(await textFrom(session, "extra")).toBe("here");
    tools.changed({ kind: "updated", uri: "a://b" });
    await session.post('{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"a://b"}}');
    tools.changed({ kind: "updated", uri: "a://b" });
    await until(() => heard.includes("resources/updated"));
    expect([heard.split("tools/list_changed").length - 1, heard.split("resources/updated").length - 1]).toEqual([1, 1]);
    await session.end();
    await reading;
  });

  test("answers that a stateless client sends ahead are used, and only by the question they belong to", async () => {
    const relay = keep(await startRelay({ port: 0, limits: { drainMs: 100 } }));
    const { holder: made } = await holder(relay, newSecret(randomBytes));
    const ask = (inputResponses: object) =>
      stateless(new URL(made.url), "tools/call", { name: "ask", arguments: {}, inputResponses }, 1, { elicitation: {} });
    const ahead = messageOf(await ask({ name: { action: "accept", content: { name: "Ada" } }, other: { action: "accept" } }));
    expect([ahead.result?.["resultType"], textOf(ahead)]).toEqual(["complete", expect.stringContaining("Ada")]);
    const wrong = messageOf(await ask({ other: { action: "accept" } }));
    expect(wrong.result?.["resultType"]).toBe("input_required");
  });

  test("a wrong secret is refused, and nothing is made of it", async () => {
    const relay = keep(await startRelay({ port: 0 }));
    const { holder: made } = await holder(relay, newSecret(randomBytes));
    const [, , token] = new URL(made.url).pathname.split("/");
    const answer = await fetch(new URL(`/s/${token}/hello`, relay.url), {
      method: "POST",
      headers: { "content-type": "application/json", "x-jackfield-link-secret": newSecret(randomBytes) },
      body: JSON.stringify({ protocol: 1, holder: "A".repeat(22) }),
    });
    expect([answer.status, relay.counts().now.holders, made.state]).toEqual([403, 1, "open"]);
  });
});
