import type { Ceiling } from "@jackfield/contract";

const kib = 1024;

/** The limits of what goes between the processes of one relay (docs/bus.md). The command line sets none: they fit each other, and NATS's own. */
export const busCeilings = {
  busPieceBytes: {
    value: 128 * kib,
    most: 128 * kib,
    unit: "bytes",
    why: "NATS takes messages of 1 MiB; smaller ones let others' pass between",
    whenHit: "the body or answer travels in several pieces",
  },
  busWindow: {
    value: 4,
    most: 4,
    unit: "count",
    why: "pieces under way that the other side has not taken: half a megabyte keeps a local network busy",
    whenHit: "the sender waits",
  },
  busExchanges: {
    value: 4096,
    most: 65_536,
    unit: "count",
    why: "requests and streams carried in from other processes at one time, as many as this one may have sockets",
    whenHit: "503 with Retry-After",
  },
  busPeers: {
    value: 1024,
    most: 1024,
    unit: "count",
    why: "processes that were heard of, about 200 bytes each; each start is another",
    whenHit: "the one heard longest ago is forgotten",
  },
  busLinks: {
    value: 100_000,
    most: 1_000_000,
    unit: "count",
    why: "links that this process is the home of: a subscription each",
    whenHit: "503 with Retry-After",
  },
  busProbeMs: {
    value: 2_000,
    most: 2_000,
    unit: "ms",
    why: "who waits for another process asks so often whether it is there",
    whenHit: "after two without an answer what waits fails with bus_lost",
  },
  busLateMs: {
    value: 2_000,
    most: 2_000,
    unit: "ms",
    why: "less than the sender waits before it gives a process up: what it has told its client to have failed must not begin",
    whenHit: "the request is refused, and nothing is run",
  },
  busWhoMs: {
    value: 1_000,
    most: 1_000,
    unit: "ms",
    why: "a process that is there says within a few ms which links are its own",
    whenHit: "bus_down; a holder's hello makes this process the link's home",
  },
  busNoticeMs: {
    value: 3_000,
    most: 3_000,
    unit: "ms",
    why: "a process that ends carries what still comes in for so long: a balancer that looks every second has seen it by then",
    whenHit: "it ends, once its calls have or drainMs has passed",
  },
  busConnectMs: {
    value: 5_000,
    most: 5_000,
    unit: "ms",
    why: "a NATS server answers at once",
    whenHit: "the relay does not start",
  },
} as const satisfies Record<string, Ceiling>;

export type BusLimits = { readonly [Name in keyof typeof busCeilings]: number };
