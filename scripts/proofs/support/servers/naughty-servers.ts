import { fileURLToPath } from "node:url";
import type { NaughtyKind } from "../../../../test/upstream/servers/naughty-http.ts";

/** How long a call of a hasty server may take without a sign of life, seconds: what hangs must not take minutes. The rest has the usual time. */
export const hastySeconds = 4;

/** One call, and what the client must have got of it. */
export interface NaughtyCall {
  readonly tool: "act" | "echo";
  readonly args: Readonly<Record<string, unknown>>;
  /** The whole text of a result that is no error; or what an error says. */
  readonly gives: string | RegExp;
  /** The same behind `serve`, where no relay has a cap of its own. */
  readonly servedGives?: string | RegExp;
  /** The whole answer is on the wire within so many milliseconds of the call. */
  readonly withinMs: number;
  /** Bytes that our process in front of the server may grow by meanwhile. */
  readonly growsAtMost?: number;
}

/** A server that misbehaves in one way, and what is asked of it: its "act" misbehaves, its "echo" does not. */
export interface NaughtyServer {
  /** Stands before its tools' names. */
  readonly name: string;
  readonly about: string;
  /** The arguments of test/upstream/servers/naughty.mjs, or the kind of the one behind an address. */
  readonly start: readonly string[] | { readonly http: NaughtyKind };
  readonly calls: readonly NaughtyCall[];
  /** Its call has to run out of time, or would if it gave no sign of life. */
  readonly hasty?: true;
}

/** A call that has nothing to wait for may take this long on a busy machine. */
const soonMs = 5_000;
/** Hundreds of megabytes may take this long there. */
const heavyMs = 30_000;
/** A death, which comes at once, is an answer within this. */
const deathMs = 1_000;
/** What is slow takes longer than that time, in whole seconds: it gives a sign of life at each. */
const slowMs = (hastySeconds + 2) * 1_000;
/** A call that hangs is over by now. */
const lateMs = hastySeconds * 1_000 + 1_500;
const timedOut = new RegExp(`took too long[^]*"limit":${hastySeconds * 1_000}\\b|Nothing came back for ${hastySeconds} s`);
const large = /larger than clients take[^]*"limit":16777216\b/;

export const naughtyServers: readonly NaughtyServer[] = [
  {
    name: "slow",
    about: "slow, past the time of a call, with signs of life",
    start: ["slow", String(slowMs)],
    hasty: true,
    calls: [act(`worked for ${slowMs} ms`, { withinMs: slowMs + soonMs }), next()],
  },
  {
    name: "dies",
    about: "dies in the middle of an answer",
    start: ["dies-mid-call"],
    calls: [act(/The server ended with code 7: last words/, { withinMs: deathMs }), next()],
  },
  { name: "hangs", about: "hangs", start: ["hangs"], hasty: true, calls: [act(timedOut, { withinMs: lateMs }), next()] },
  {
    name: "floods",
    about: "floods stderr with 512 MB",
    start: ["floods-stderr", "512"],
    calls: [act("512 MB", { withinMs: heavyMs, growsAtMost: 128 * 1_048_576 }), next()],
  },
  {
    name: "deaf",
    about: "never reads again",
    start: ["never-reads"],
    hasty: true,
    calls: [act("deaf from now on"), next({ gives: timedOut, withinMs: lateMs })],
  },
  { name: "garbage", about: "writes garbage", start: ["garbage"], calls: [act("between garbage"), next()] },
  { name: "errs", about: "answers with an error", start: ["odd-errors"], calls: [errs(-32603, "Out of tune"), next()] },
  { name: "denies", about: "says that it has no such tool", start: ["odd-errors"], calls: [errs(-32601, "Unknown tool: act"), next()] },
  {
    name: "large",
    about: "answers with 50 MB",
    start: ["big-result", "50000000"],
    calls: [act(large, { withinMs: heavyMs }), next()],
  },
  {
    name: "over",
    about: "answers with 2 MB, past the relay's 1 MB",
    start: ["big-result", "2000000"],
    calls: [
      act(/larger than the relay takes: 2\d{6} bytes, at most 1048576/, { servedGives: "y".repeat(2_000_000), withinMs: heavyMs }),
      next(),
    ],
  },
  {
    name: "split",
    about: "splits UTF-8 between any two bytes",
    start: ["byte-by-byte"],
    calls: [says('ä é 日本 😀 👩‍🚀 ﬁ\t"\\ ☃'), next()],
  },
  { name: "crlf", about: "ends lines with CRLF", start: ["crlf"], calls: [says("one\r\ntwo\rthree\nfour"), next()] },
  {
    name: "lines",
    about: "writes U+2028 and U+2029",
    start: ["separators"],
    calls: [says("a\u2028b\u2029c\u0085d\u000be"), next()],
  },
  {
    name: "web_dies",
    about: "behind an address: breaks its stream",
    start: { http: "breaks stream" },
    calls: [act(/The server's answer broke off/, { withinMs: deathMs }), next()],
  },
  {
    name: "web_hangs",
    about: "behind an address: hangs",
    start: { http: "hangs" },
    hasty: true,
    calls: [act(timedOut, { withinMs: lateMs }), next()],
  },
  {
    name: "web_garbage",
    about: "behind an address: answers with a page",
    start: { http: "200 HTML" },
    calls: [act(/The server answered 200 and nothing that is MCP/), next()],
  },
  {
    name: "web_large",
    about: "behind an address: answers with 80 MB",
    start: { http: "80 MB event" },
    calls: [act(/more than 67108864 bytes/, { withinMs: heavyMs }), next()],
  },
  {
    name: "web_split",
    about: "behind an address: splits UTF-8 between any two bytes",
    start: { http: "byte by byte" },
    calls: [act("ä😀\u2028"), next()],
  },
];

/** Servers as a file that --config reads. `addresses`: where those behind one listen, by name. */
export function naughtyConfig(servers: readonly NaughtyServer[], addresses: ReadonlyMap<string, string>): string {
  const entries = servers.map(({ name, start }) => [
    name,
    "http" in start ? { url: addresses.get(name) } : { command: process.execPath, args: [naughtyProgram, ...start] },
  ]);
  return JSON.stringify({ mcpServers: Object.fromEntries(entries) as object });
}

const naughtyProgram = fileURLToPath(new URL("../../../../test/upstream/servers/naughty.mjs", import.meta.url));

function act(gives: string | RegExp, more: Partial<NaughtyCall> = {}): NaughtyCall {
  return { tool: "act", args: {}, gives, withinMs: soonMs, ...more };
}

/** It answers with this text, whole and unchanged. */
function says(text: string): NaughtyCall {
  return act(text, { args: { text } });
}

/** It answers with an error, of which the client shows the words, and no broken connection. */
function errs(code: number, message: string): NaughtyCall {
  const error = JSON.stringify({ code, message });
  return act(new RegExp(`^(?![^]*POSTing)[^]*${message}`), { args: { error } });
}

/** The next call, which it serves as ever. */
function next(more: Partial<NaughtyCall> = {}): NaughtyCall {
  const args = { after: "that" };
  return { tool: "echo", args, gives: JSON.stringify(args), withinMs: soonMs, ...more };
}
