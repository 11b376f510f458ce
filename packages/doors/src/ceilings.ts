import type { Ceiling, Limits } from "@jackfield/contract";

/** The limits of every loopback listener: they apply before anyone has shown a key. */
export const loopbackCeilings = {
  headerBytes: {
    value: 16_384,
    most: 65_536,
    unit: "bytes",
    beforeKey: true,
    why: "no MCP client sends more than 3 KiB of headers; 2026-07-28 repeats arguments in them",
    whenHit: "431 and the connection is closed",
  },
  bodyBytes: {
    value: 8_388_608,
    most: 67_108_864,
    unit: "bytes",
    beforeKey: true,
    why: "a file written through a tool fits; a whole disk image does not",
    whenHit: "413, and the rest is not read",
  },
  headMs: {
    value: 10_000,
    most: 60_000,
    unit: "ms",
    beforeKey: true,
    why: "a local peer sends its headers at once; slower is an attack or a bug",
    whenHit: "408 and the connection is closed",
  },
  requestMs: {
    value: 30_000,
    most: 300_000,
    unit: "ms",
    beforeKey: true,
    why: "a whole body on loopback takes milliseconds",
    whenHit: "408 and the connection is closed",
  },
  idleSocketMs: {
    value: 65_000,
    most: 300_000,
    unit: "ms",
    why: "longer than clients keep pooled connections, so that they close first",
    whenHit: "the idle connection is closed",
  },
  sockets: {
    value: 512,
    most: 8_192,
    unit: "count",
    beforeKey: true,
    why: "one person's clients; each stream holds one",
    whenHit: "the newest connection is closed",
  },
  portTries: {
    value: 20,
    most: 100,
    unit: "count",
    why: "enough for parallel checkouts of one project",
    whenHit: "opening fails and says which ports were tried",
  },
  closeMs: { value: 1_000, most: 30_000, unit: "ms", why: "long enough for last answers to leave", whenHit: "open connections are cut" },
} as const satisfies Record<string, Ceiling>;

/** The limits of a door of WebSockets, beside those of its listener. */
export const socketCeilings = {
  socketMessageBytes: {
    value: 16_777_216,
    most: 67_108_864,
    unit: "bytes",
    why: "more than any protocol behind it reads of one message: what it refuses in words comes through",
    whenHit: "the connection is closed with 1009",
  },
  socketPingMs: {
    value: 25_000,
    most: 120_000,
    unit: "ms",
    why: "a peer that is gone without a word is found within two of them; proxies cut what is silent for a minute",
    whenHit: "a connection that has not answered the ping before is cut",
  },
  socketHandshakeMs: {
    value: 2_000,
    most: 30_000,
    unit: "ms",
    why: "a peer that is told of the end answers at once",
    whenHit: "the connection is cut",
  },
} as const satisfies Record<string, Ceiling>;

/** The limits of what stands behind a door, whatever the transport. */
export const doorCeilings = {
  sessions: {
    value: 1_000,
    most: 10_000,
    unit: "count",
    why: "about 1 KiB each; Claude Code leaves one behind at every start",
    whenHit: "the longest idle one goes if it was idle for sessionSpareMs, else 503 with Retry-After",
  },
  sessionIdleMs: {
    value: 86_400_000,
    most: 604_800_000,
    unit: "ms",
    why: "a chat left open overnight goes on in the morning",
    whenHit: "the session ends; the client gets 404 and initializes again",
  },
  sessionSpareMs: {
    value: 600_000,
    most: 86_400_000,
    unit: "ms",
    why: "a session that was used in the last ten minutes is somebody's",
    whenHit: "a full map refuses new sessions instead of ending this one",
  },
  callsPerClient: {
    value: 16,
    most: 256,
    unit: "count",
    why: "agents run a handful of tools side by side",
    whenHit: "a tool error that says to wait",
  },
  calls: {
    value: 256,
    most: 4_096,
    unit: "count",
    why: "each holds its arguments and its tool's state",
    whenHit: "a tool error that says to wait",
  },
  pageItems: {
    value: 1_000,
    most: 10_000,
    unit: "count",
    why: "several clients read the first page only, so pages are for lists nobody reads whole",
    whenHit: "the list comes in pages",
  },
  logBytes: {
    value: 65_536,
    most: 1_048_576,
    unit: "bytes",
    why: "a log line is not a result",
    whenHit: "the line is replaced by one that says so",
  },
  progressCharacters: {
    value: 500,
    most: 4_096,
    unit: "characters",
    why: "it is one line on the client's screen",
    whenHit: "the text is cut",
  },
  completions: {
    value: 100,
    most: 100,
    unit: "count",
    why: "MCP completion: at most 100 values",
    whenHit: "the rest is left out and hasMore says so",
  },
} as const satisfies Record<string, Ceiling>;

/** The limits of the stdio door. */
export const stdioCeilings = {
  lineBytes: {
    value: 16_777_216,
    most: 67_108_864,
    unit: "bytes",
    beforeKey: true,
    why: "one message is held whole before it is read",
    whenHit: "-32600 without an id, and the rest of the line is skipped",
  },
  unreadBytes: {
    value: 67_108_864,
    most: 268_435_456,
    unit: "bytes",
    why: "a client that stops reading must not fill our memory",
    whenHit: "the door ends",
  },
  endMs: {
    value: 2_000,
    most: 60_000,
    unit: "ms",
    why: "piped input ends before its answers are made",
    whenHit: "calls still running are cancelled",
  },
} as const satisfies Record<string, Ceiling>;

/** The limits of a Node link holder. */
export const linkCeilings = {
  silenceMs: {
    value: 45_000,
    most: 120_000,
    unit: "ms",
    why: "three missed pings of 15 s (docs/protocol.md §3)",
    whenHit: "the stream is dead and is opened again",
  },
  backoffMs: {
    value: 1_000,
    most: 60_000,
    unit: "ms",
    why: "the first wait after a drop; doubles each time",
    whenHit: "the holder waits longer",
  },
  backoffMostMs: {
    value: 30_000,
    most: 300_000,
    unit: "ms",
    why: "a person who opens the laptop waits half a minute at most",
    whenHit: "the wait grows no further",
  },
  steadyMs: {
    value: 10_000,
    most: 300_000,
    unit: "ms",
    why: "a stream that lasted this long was no accident",
    whenHit: "the backoff starts from its first wait again",
  },
  postMs: { value: 30_000, most: 300_000, unit: "ms", why: "16 MB over a slow uplink", whenHit: "the POST fails and is tried again" },
  postTries: {
    value: 3,
    most: 10,
    unit: "count",
    why: "a blip must not lose a result; a dead relay must not hold it",
    whenHit: "the result is given up and said so as an event",
  },
  posts: {
    value: 6,
    most: 32,
    unit: "count",
    why: "results go up side by side without a connection for each",
    whenHit: "the next result waits its turn",
  },
  upParcels: {
    value: 256,
    most: 4_096,
    unit: "count",
    why: "the relay says what it took after 32 of them, or a fifth of a second",
    whenHit: "the next result is POSTed",
  },
  upBytes: {
    value: 4_194_304,
    most: 67_108_864,
    unit: "bytes",
    why: "what is on its way is kept until the relay has it",
    whenHit: "the next result is POSTed",
  },
  upOpenMs: {
    value: 5_000,
    most: 60_000,
    unit: "ms",
    why: "a proxy that holds requests back until they end never answers this one",
    whenHit: "everything is POSTed, until the link is opened anew",
  },
  upReceiptMs: {
    value: 5_000,
    most: 60_000,
    unit: "ms",
    why: "the relay answers within a fifth of a second; a proxy with a limit on bodies stops passing them on without a word",
    whenHit: "what is on its way is POSTed, and so is everything else until the link is opened anew",
  },
  upPingMs: {
    value: 15_000,
    most: 60_000,
    unit: "ms",
    why: "proxies give up a request whose body says nothing for 60 s",
    whenHit: "four bytes are sent",
  },
  frames: {
    value: 256,
    most: 4_096,
    unit: "count",
    why: "progress and logs wait here while the relay is slow",
    whenHit: "progress and logs are dropped, oldest first",
  },
  calls: { value: 32, most: 256, unit: "count", why: "more than the relay lets through to one link", whenHit: "the call is answered busy" },
  eventBytes: {
    value: 16_842_752,
    most: 67_174_400,
    unit: "bytes",
    why: "the relay's largest message and its frame",
    whenHit: "the stream is dropped and opened again",
  },
  waitMs: {
    value: 90_000,
    most: 90_000,
    unit: "ms",
    why: "hosted clients end a call at 240 s (docs/protocol.md §3)",
    whenHit: "wait_seconds is lowered",
  },
  redeclareMs: { value: 50, most: 5_000, unit: "ms", why: "lists change in bursts", whenHit: "several changes are told as one" },
} as const satisfies Record<string, Ceiling>;

export type SocketLimits = Limits<typeof socketCeilings>;
export type LoopbackLimits = Limits<typeof loopbackCeilings>;
export type DoorLimits = Limits<typeof doorCeilings>;
export type StdioLimits = Limits<typeof stdioCeilings>;
export type LinkLimits = Limits<typeof linkCeilings>;
