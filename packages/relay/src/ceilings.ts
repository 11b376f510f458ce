import { type Ceiling, applyCeilings } from "@jackfield/contract";

const kib = 1024;
const mib = 1024 * kib;
const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/**
 * The relay's limits. The defaults keep the worst case near 200 MB on a machine of 512 MB, of which Node takes about 60: a flood gets 429
 * or 503, and everyone else is served on.
 */
export const relayCeilings = {
  // --- before anyone has shown a key ---
  sockets: {
    value: 4096,
    most: 65_536,
    unit: "count",
    beforeKey: true,
    why: "each costs about 10 KiB; the file descriptors of a small machine",
    whenHit: "the connection is closed",
  },
  socketsPerAddress: {
    value: 1024,
    most: 65_536,
    unit: "count",
    beforeKey: true,
    why: "one address must not take all sockets; a large office shares one",
    whenHit: "the connection is closed",
  },
  headerBytes: {
    value: 16 * kib,
    most: 64 * kib,
    unit: "bytes",
    beforeKey: true,
    why: "8 link secrets are 360 bytes; the rest is the browser's",
    whenHit: "431",
  },
  headersMs: {
    value: 15 * seconds,
    most: 60 * seconds,
    unit: "ms",
    beforeKey: true,
    why: "a head is one packet; slower is a slow-loris",
    whenHit: "408, and the connection is closed",
  },
  bodyMs: {
    value: 30 * seconds,
    most: 300 * seconds,
    unit: "ms",
    beforeKey: true,
    why: "1 MiB in 30 s is 280 kbit/s",
    whenHit: "408, and the connection is closed",
  },
  idleSocketMs: {
    value: 65 * seconds,
    most: 300 * seconds,
    unit: "ms",
    beforeKey: true,
    why: "longer than the 60 s of CDNs, so that the far side closes first",
    whenHit: "the connection is closed",
  },
  pipelined: {
    value: 8,
    most: 64,
    unit: "count",
    beforeKey: true,
    why: "no MCP client pipelines; each unanswered request of one connection may hold an answer",
    whenHit: "the connection is cut",
  },
  requestsPerMinute: {
    value: 600,
    most: 100_000_000,
    unit: "per minute",
    beforeKey: true,
    why: "ten a second from one IPv4 address or IPv6 /64, every route",
    whenHit: "429 with Retry-After",
  },
  newLinksPerMinute: {
    value: 30,
    most: 1_000_000,
    unit: "per minute",
    beforeKey: true,
    why: "a person makes a handful of links a day",
    whenHit: "429 with Retry-After",
  },
  refusalsPerMinute: {
    value: 60_000,
    most: 100_000_000,
    unit: "per minute",
    beforeKey: true,
    why: "a thousand a second, all peers together, take a tenth of one core: a flood must not have more of it",
    whenHit: "the refusal waits in line",
  },
  refusalsWaiting: {
    value: 4096,
    most: 65_536,
    unit: "count",
    beforeKey: true,
    why: "four seconds of them; each keeps its socket, of which there are no more",
    whenHit: "the connection is cut",
  },
  addresses: {
    value: 20_000,
    most: 1_000_000,
    unit: "count",
    beforeKey: true,
    why: "about 300 bytes each",
    whenHit: "the address known longest is forgotten",
  },
  addressIdleMs: {
    value: 5 * minutes,
    most: 1 * hours,
    unit: "ms",
    beforeKey: true,
    why: "a bucket is full again long before",
    whenHit: "the address is forgotten",
  },
  jsonDepth: {
    value: 64,
    most: 64,
    unit: "levels",
    beforeKey: true,
    why: "deeper JSON is no tool call, and costs stack",
    whenHit: "400 and -32600; a result fails its own call",
  },
  batchMessages: {
    value: 16,
    most: 64,
    unit: "count",
    beforeKey: true,
    why: "one POST must not start hundreds of calls",
    whenHit: "400 and -32600",
  },
  // --- bytes ---
  messageBytes: {
    value: 1 * mib,
    most: 16 * mib,
    unit: "bytes",
    why: "what hosted clients take is far below it",
    whenHit: "413; a result fails its own call",
  },
  streamedBytes: {
    value: 1.25 * mib,
    most: 16 * mib,
    unit: "bytes",
    why: "larger results are passed on as they arrive, so that a slow reader holds up its own far end and not the relay; a message of 1 MiB in its envelope is not one",
    whenHit: "the result is streamed",
  },
  heldBytes: {
    value: 48 * mib,
    most: 2048 * mib,
    unit: "bytes",
    why: "bodies and answers of all peers at one time",
    whenHit: "503 with Retry-After",
  },
  unreadBytes: {
    value: 2 * mib,
    most: 64 * mib,
    unit: "bytes",
    why: "two full-size messages: past it the peer has stopped reading. Unless set, never less than two messages",
    whenHit: "the stream is cut, and its calls fail at once",
  },
  unreadBytesAll: {
    value: 32 * mib,
    most: 2048 * mib,
    unit: "bytes",
    why: "all answers together. Unless set, never less than one",
    whenHit: "the stream with the most unread is cut",
  },
  stuckMs: {
    value: 60 * seconds,
    most: 300 * seconds,
    unit: "ms",
    why: "an MCP caller that takes no byte of its answer for so long is gone",
    whenHit: "the connection is cut",
  },
  declarationBytes: {
    value: 512 * kib,
    most: 512 * kib,
    unit: "bytes",
    why: "256 tools of 2 KiB; the link protocol has no more",
    whenHit: "400",
  },
  catalogBytes: {
    value: 32 * mib,
    most: 1024 * mib,
    unit: "bytes",
    why: "all declarations, each held once",
    whenHit: "503 with Retry-After",
  },
  // --- rates per link ---
  mcpPerMinute: {
    value: 120,
    most: 100_000_000,
    unit: "per minute",
    why: "an agent makes a call every few seconds",
    whenHit: "429 with Retry-After",
  },
  mcpBurst: {
    value: 30,
    most: 1_000_000,
    unit: "count",
    why: "a client lists and calls at once when it starts",
    whenHit: "429 with Retry-After",
  },
  holderPerMinute: {
    value: 600,
    most: 100_000_000,
    unit: "per minute",
    why: "a result and some progress for every call",
    whenHit: "429 with Retry-After",
  },
  reconnectsPerMinute: {
    value: 30,
    most: 1_000_000,
    unit: "per minute",
    why: "a well-behaved holder backs off from 1 s",
    whenHit: "429 with Retry-After",
  },
  // --- calls ---
  callsPerSession: {
    value: 6,
    most: 100_000,
    unit: "count",
    why: "what an agent runs side by side",
    whenHit: "a result with isError that says when to retry",
  },
  callsPerLink: {
    value: 8,
    most: 100_000,
    unit: "count",
    why: "one page does the work of all its agents",
    whenHit: "a result with isError that says when to retry",
  },
  calls: {
    value: 256,
    most: 100_000,
    unit: "count",
    why: "each may hold two messages",
    whenHit: "a result with isError that says when to retry",
  },
  parkedPerLink: {
    value: 16,
    most: 4096,
    unit: "count",
    why: "calls that wait for an answer do not count as running; clients leave questions behind",
    whenHit: "the next question is answered to the holder as busy",
  },
  parked: {
    value: 256,
    most: 4096,
    unit: "count",
    why: "the same, all links together: each is kept for up to ten minutes. Their requests count as held bytes",
    whenHit: "the next question is answered to the holder as busy",
  },
  callMs: {
    value: 30 * seconds,
    most: 30 * minutes,
    unit: "ms",
    why: "time without progress of a tool that names no other",
    whenHit: "a result with isError; the holder is told to stop",
  },
  waitMs: {
    value: 120 * seconds,
    most: 30 * minutes,
    unit: "ms",
    why: "tools that wait for a person; they answer within 90 s, inside the 240 s of hosted clients",
    whenHit: "a result with isError; the holder is told to stop",
  },
  maxCallMs: {
    value: 30 * minutes,
    most: 24 * hours,
    unit: "ms",
    why: "progress must not keep a call for ever",
    whenHit: "a result with isError; the holder is told to stop",
  },
  askMs: {
    value: 10 * minutes,
    most: 60 * minutes,
    unit: "ms",
    why: "a person may be away from the desk, not for the day",
    whenHit: "the question ends with ask_expired",
  },
  streamAfterMs: {
    value: 20 * seconds,
    most: 50 * seconds,
    unit: "ms",
    why: "CDNs wait at most 60 s between bytes",
    whenHit: "the answer becomes a stream",
  },
  keepAliveMs: {
    value: 15 * seconds,
    most: 25 * seconds,
    unit: "ms",
    why: "three into 45 s, after which a stream counts as dead",
    whenHit: "a comment is written",
  },
  // --- links, sessions, holders ---
  links: {
    value: 2000,
    most: 1_000_000,
    unit: "count",
    why: "about 10 KiB each with its stream",
    whenHit: "the longest idle link with nobody and nothing in flight is dropped, else 503 with Retry-After",
  },
  linkIdleMs: {
    value: 30 * minutes,
    most: 24 * hours,
    unit: "ms",
    why: "no holder and no request: nobody is coming back soon",
    whenHit: "the link is forgotten",
  },
  sessionsPerLink: {
    value: 32,
    most: 10_000,
    unit: "count",
    why: "a person has few clients, but clients forget to say goodbye",
    whenHit: "the session idle longest ends",
  },
  sessions: {
    value: 4000,
    most: 1_000_000,
    unit: "count",
    why: "at most 1 KiB each",
    whenHit: "a session idle 10 minutes makes room, else 503 with Retry-After",
  },
  sessionIdleMs: {
    value: 24 * hours,
    most: 30 * 24 * hours,
    unit: "ms",
    why: "a chat is taken up again the next day",
    whenHit: "404: the client initializes again",
  },
  sessionRoomMs: {
    value: 10 * minutes,
    most: 24 * hours,
    unit: "ms",
    why: "idle so long, a session may make room for another",
    whenHit: "404: the client initializes again",
  },
  endedSessions: {
    value: 16_384,
    most: 1_000_000,
    unit: "count",
    why: "about 100 bytes each, for a day",
    whenHit: "the one ended longest ago is forgotten",
  },
  holdersPerLink: {
    value: 4,
    most: 64,
    unit: "count",
    why: "a person's open tabs of one app",
    whenHit: "the holder that said hello longest ago is let go",
  },
  streams: { value: 1000, most: 1_000_000, unit: "count", why: "about 10 KiB each", whenHit: "503 with Retry-After" },
  upStreams: {
    value: 1000,
    most: 1_000_000,
    unit: "count",
    why: "as many as streams; about 10 KiB each",
    whenHit: "503: the holder POSTs",
  },
  webSockets: {
    value: 500,
    most: 100_000,
    unit: "count",
    beforeKey: true,
    why: "about 12 KiB each, and up to 64 KiB of a parcel that is coming in: 32 MiB",
    whenHit: "503: the holder listens on an event stream and POSTs",
  },
  linksPerStream: { value: 8, most: 8, unit: "count", why: "one link for each AI client of a page", whenHit: "403" },
  watchesPerLink: {
    value: 256,
    most: 10_000,
    unit: "count",
    why: "repeated to each holder that takes over",
    whenHit: "the resource is not watched",
  },
  graceMs: {
    value: 10 * seconds,
    most: 120 * seconds,
    unit: "ms",
    why: "a network blip is over by then",
    whenHit: "the holder's calls fail",
  },
  presenceMs: {
    value: 10 * minutes,
    most: 24 * hours,
    unit: "ms",
    why: "an agent between two thoughts is still there",
    whenHit: "the agent leaves",
  },
  drainMs: {
    value: 10 * seconds,
    most: 120 * seconds,
    unit: "ms",
    why: "most calls end within it",
    whenHit: "what still runs ends with closing",
  },
} as const satisfies Record<string, Ceiling>;

export type RelayLimits = { readonly [Name in keyof typeof relayCeilings]: number };

/**
 * The numbers after options. Some depend on others: whoever raises a message raises with it what holds two of them. `clamped` names options
 * that were above their maximum.
 */
export function relayLimits(options: Partial<RelayLimits>): { readonly limits: RelayLimits; readonly clamped: readonly string[] } {
  const { limits, clamped } = applyCeilings(relayCeilings, options);
  const unreadBytes = Math.max(limits.unreadBytes, options.unreadBytes === undefined ? 2 * limits.messageBytes : 0);
  return {
    limits: {
      ...limits,
      unreadBytes,
      unreadBytesAll: Math.max(limits.unreadBytesAll, options.unreadBytesAll === undefined ? unreadBytes : 0),
      heldBytes: Math.max(limits.heldBytes, options.heldBytes === undefined ? 3 * limits.messageBytes : 0),
    },
    clamped,
  };
}
