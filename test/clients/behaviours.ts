import type { Conversation } from "./driver.ts";
import { read, readText } from "./json-reader.ts";
import type { Shown, Step } from "./script.ts";
import type { WireProxy, WireRecord } from "./wire-proxy.ts";

/** What can be done to the scene while a client is connected. */
export interface Faults {
  /** Ends the client's sessions at the relay, behind its back. */
  readonly killSessions: () => Promise<void>;
  /** Ends the relay's process with SIGKILL and starts another on the same port; returns once the page's link is up again. */
  readonly restartRelay: () => Promise<void>;
  /** Reloads the page; returns once its link is up again. */
  readonly reloadTab: () => Promise<void>;
}

export interface Scene {
  readonly proxy: WireProxy;
  readonly faults: Faults;
}

/** Undefined: it did what it should. Otherwise what went wrong, in words. */
export type Seen = string | undefined;

export interface Behaviour {
  readonly name: string;
  /** Seconds it takes by itself. */
  readonly seconds: number;
  readonly run: (conversation: Conversation, scene: Scene) => Promise<Seen>;
  /** What the wire must show whether or not the client can do its part: that we answered right. */
  readonly wire: (records: readonly WireRecord[]) => Seen;
}

/** The tools that the test page offers from the start. */
export const pageTools = ["add_tool", "echo", "picture", "slow"] as const;

/** Milliseconds of the long call: past every 60 s limit that clients and proxies have. */
const longMs = 80_000;

export const behaviours: readonly Behaviour[] = [
  {
    name: "connect",
    seconds: 1,
    // Opening the conversation was the test: the wire must show why it succeeded.
    run: () => Promise.resolve(undefined),
    wire: (records) =>
      records.some((record) => opens(record) && record.status === 200) ? undefined : "no initialize or server/discover was answered 200",
  },
  {
    name: "list",
    seconds: 1,
    async run(conversation) {
      const listed = await conversation.list();
      const missing = pageTools.filter((name) => !listed.includes(name));
      return missing.length === 0 ? undefined : `the list lacks ${missing.join(", ")}: ${listed.join(", ")}`;
    },
    wire: (records) =>
      records.some((record) => asks(record, "tools/list") && pageTools.every((name) => record.answer.includes(`"${name}"`)))
        ? undefined
        : "no tools/list answer holds all tools",
  },
  {
    name: "call",
    seconds: 1,
    run: async (conversation) => wanted(await conversation.run([echo("one cord joins any two")]), ["one cord joins any two"]),
    wire: (records) =>
      records.some((record) => asks(record, "tools/call") && record.answer.includes("one cord joins any two"))
        ? undefined
        : "no tools/call answer holds the echo",
  },
  {
    name: "image",
    seconds: 1,
    async run(conversation) {
      const [shown] = await conversation.run([{ call: "picture", args: {} }]);
      return shown?.image === true ? undefined : `no image was shown: ${textOf(shown)}`;
    },
    wire: (records) =>
      records.some((record) => asks(record, "tools/call") && record.answer.includes('"image/png"'))
        ? undefined
        : "no answer holds the image",
  },
  {
    name: "80 s call",
    seconds: longMs / 1000,
    run: async (conversation) => wanted(await conversation.run([{ call: "slow", args: { ms: longMs } }]), [`slept ${longMs} ms`]),
    wire(records) {
      const call = records.find((record) => asks(record, "tools/call") && record.request.includes('"slow"'));
      if (call === undefined) return "the call never came";
      if (call.headMs > 25_000) return `the head came after ${call.headMs} ms`;
      return call.longestPause > 25_000 ? `nothing was sent for ${call.longestPause} ms` : undefined;
    },
  },
  {
    name: "killed sessions",
    seconds: 2,
    run: async (conversation, { faults }) =>
      wanted(await conversation.run([echo("before"), fault("kill sessions", faults.killSessions), echo("after")]), ["before", "after"]),
    wire: unknownSessionsAre404,
  },
  {
    name: "list changed",
    seconds: 4,
    async run(conversation) {
      const name = `extra_${Date.now().toString(36)}`;
      return wanted(
        await conversation.run([
          { call: "add_tool", args: { name } },
          { call: name, args: {} },
        ]),
        [name, `${name} ran`],
      );
    },
    wire: (records) =>
      records.some((record) => record.answer.includes("notifications/tools/list_changed"))
        ? undefined
        : "no stream carried notifications/tools/list_changed",
  },
  {
    name: "restarted relay",
    seconds: 8,
    run: async (conversation, { faults }) =>
      wanted(await conversation.run([echo("before"), fault("restart the relay", faults.restartRelay), echo("after")]), ["before", "after"]),
    wire: unknownSessionsAre404,
  },
  {
    name: "reloaded tab",
    seconds: 4,
    run: async (conversation, { faults }) =>
      wanted(await conversation.run([echo("before"), fault("reload the tab", faults.reloadTab), echo("after")]), ["before", "after"]),
    wire: (records) =>
      records.some((record) => record.status === 404 && record.headers["mcp-session-id"] !== undefined)
        ? "a reload of the page cost a session"
        : undefined,
  },
];

function echo(text: string): Step {
  return { call: "echo", args: { text } };
}

function fault(name: string, make: () => Promise<void>): Step {
  return { fault: name, make };
}

/** The texts that the results must hold, one each, none an error. */
function wanted(shown: readonly Shown[], texts: readonly string[]): Seen {
  for (const [index, text] of texts.entries()) {
    const result = shown[index];
    if (result === undefined) return `call ${index + 1} had no result`;
    if (result.isError || !result.text.includes(text)) return `call ${index + 1} was shown as ${textOf(result)}`;
  }
  return undefined;
}

function textOf(shown: Shown | undefined): string {
  return shown === undefined ? "nothing" : `${shown.isError ? "an error: " : ""}"${shown.text.slice(0, 160)}"`;
}

function asks(record: WireRecord, method: string): boolean {
  return record.method === "POST" && readText(record.request).get("method").text === method;
}

function opens(record: WireRecord): boolean {
  return asks(record, "initialize") || asks(record, "server/discover");
}

/**
 * A session that has ended gets 404 with a JSON-RPC error (which tells clients to initialize again), never 400 or 200; requests of the
 * stateless era go on as if nothing had happened.
 */
function unknownSessionsAre404(records: readonly WireRecord[]): Seen {
  const stateless = records.filter((record) => asks(record, "tools/call") && record.headers["mcp-session-id"] === undefined);
  const lost = records.filter((record) => record.status === 404 && record.headers["mcp-session-id"] !== undefined);
  const shapeless = lost.filter(
    (record) => record.method === "POST" && read(readText(record.answer).get("error").get("code").raw).is.absent,
  );
  if (shapeless.length > 0) return "a 404 came without a JSON-RPC error";
  if (lost.length === 0 && stateless.length < 2) return "no lost session was answered 404, and the calls were not stateless";
  return undefined;
}
