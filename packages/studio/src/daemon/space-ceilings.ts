import type { Ceilings } from "@jackfield/contract";

/** The limits of a space's daemon, whatever it speaks over. docs/space-protocol.md names them. */
export const spaceCeilings = {
  connections: {
    value: 64,
    most: 1_024,
    unit: "count",
    beforeKey: true,
    why: "the people of one space, each with a few tabs and agents; each holds some kilobytes",
    whenHit: "the next one is closed with 4429",
  },
  helloMs: {
    value: 5_000,
    most: 60_000,
    unit: "ms",
    beforeKey: true,
    why: "a program greets at once",
    whenHit: "the connection is closed with 4401",
  },
  messageCharacters: {
    value: 4_000_000,
    most: 32_000_000,
    unit: "characters",
    beforeKey: true,
    why: "a change of some thousand notes; a tool's longest arguments are shorter",
    whenHit: "the connection is closed with 4413",
  },
  messageLevels: {
    value: 32,
    most: 64,
    unit: "levels",
    beforeKey: true,
    why: "a device inside of an op inside of a call has ten",
    whenHit: "the connection is closed with 4400",
  },
  runningCalls: {
    value: 16,
    most: 128,
    unit: "count",
    why: "of one connection; agents run a handful of tools side by side",
    whenHit: "the call is refused as busy",
  },
  requestsPerMinute: {
    value: 1_200,
    most: 60_000,
    unit: "per minute",
    why: "twenty a second, as much as a hand on a fader makes",
    whenHit: "requests are refused as busy with a wait; whoever goes on at ten times that is closed with 4429",
  },
  waitingBytes: {
    value: 8_000_000,
    most: 64_000_000,
    unit: "bytes",
    why: "what a peer has not read: events come whether it reads or not",
    whenHit: "the connection is closed with 4408",
  },
  focusCharacters: {
    value: 4_000,
    most: 64_000,
    unit: "characters",
    why: "a place is a few names and numbers",
    whenHit: "it is refused",
  },
  places: {
    value: 256,
    most: 4_096,
    unit: "count",
    why: "where people are, one for each of them",
    whenHit: "the one set longest ago is forgotten",
  },
  listed: {
    value: 200,
    most: 2_000,
    unit: "count",
    why: "changes in one answer; older ones are asked for with `before`",
    whenHit: "the answer has the last ones, and says that there are more",
  },
} as const satisfies Ceilings;
