/** What the relay counts, and what each count means. Nothing here can identify a link. */
export const tallied = {
  requests: "HTTP requests",
  calls: "Requests handed on to a holder",
  answered: "Calls that a holder answered",
  failed: "Calls that ended with an error of the holder",
  timeouts: "Calls that ended because nothing came for too long",
  cancelled: "Calls the client left or cancelled",
  gone: "Calls that failed because their holder left",
  stuck: "Peers cut off because they stopped reading",
  bad_results: "Results that were refused by their bytes",
  late_results: "Results for calls that were not open",
  busy: "Calls refused by the caps on calls in flight",
  busy_asks: "Questions refused because too many calls wait for an answer",
  nobody_home: "Calls with no holder there",
  rate_address: "Requests refused by the rate of their address",
  rate_new_links: "New links refused by the rate of their address",
  rate_mcp: "MCP requests refused by the rate of their link",
  rate_holder: "Holder requests refused by the rate of their link",
  rate_reconnects: "Streams refused by the rate of their link",
  full_links: "Requests refused because there is no room for a link",
  full_sessions: "Sessions refused because there is no room",
  full_streams: "Streams refused because there is no room",
  full_ups: "Up streams refused because there is no room",
  full_sockets: "WebSockets refused because there is no room",
  full_held: "Requests refused because too many bytes are held",
  full_catalogs: "Declarations refused because there is no room",
  too_large: "Bodies larger than the limit",
  too_slow: "Bodies that did not come in time",
  bad_secret: "Holder requests without the link's secret",
  bad_origin: "Requests from a page that is not allowed",
  bad_front: "Requests without the origin secret, or for another host",
  evicted_links: "Links dropped to make room",
  evicted_sessions: "Sessions ended to make room",
  evicted_holders: "Holders let go because a link has too many",
  slowed_refusals: "Refusals that waited in line, because there are many",
  cut_refusals: "Connections cut because too many refusals wait in line",
  pipelined: "Connections cut because too many of their requests were unanswered",
  dropped_sockets: "Connections closed because there are too many",
  bus_carried: "Requests carried to another process",
  bus_lost: "Requests whose process was lost before it answered",
  bus_late: "Carried requests refused because they came too late to begin",
  bus_forged: "Messages that no process of this relay sealed, or that came twice",
  bus_yielded: "Links left to another process that has the later hello",
  errors: "Errors of the relay itself",
} as const;

export type Tallied = keyof typeof tallied;

/** Counters since the start. */
export class Tally {
  readonly #counts: Record<Tallied, number>;

  constructor() {
    this.#counts = Object.fromEntries(Object.keys(tallied).map((name) => [name, 0])) as Record<Tallied, number>;
  }

  add(name: Tallied): void {
    this.#counts[name]++;
  }

  read(): Readonly<Record<Tallied, number>> {
    return { ...this.#counts };
  }
}
