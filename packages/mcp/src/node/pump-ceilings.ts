import type { Ceilings } from "@jackfield/contract";

/** Limits of the HTTP binding. */
export const pumpCeilings = {
  messageBytes: {
    value: 1_000_000,
    most: 16_777_216,
    unit: "bytes",
    why: "a spectrogram or a song fits; 48 of them fit in a 320 MB process",
    whenHit: "413",
  },
  unreadBytes: {
    value: 2_097_152,
    most: 33_554_432,
    unit: "bytes",
    why: "two full-size messages: past that the peer has stopped reading",
    whenHit: "the connection is cut",
  },
  sliceBytes: {
    value: 262_144,
    most: 1_048_576,
    unit: "bytes",
    why: "what is handed to a socket at once of an answer that is larger",
    whenHit: "the rest waits for the socket to drain",
  },
  pipelined: {
    value: 8,
    most: 64,
    unit: "count",
    why: "no MCP client pipelines; each unanswered request of one connection may hold an answer",
    whenHit: "the connection is cut",
  },
  lingerMs: {
    value: 2_000,
    most: 30_000,
    unit: "ms",
    why: "a peer that sends more than is taken sees the answer and not a reset; what it still sends is read and dropped",
    whenHit: "the connection is closed",
  },
  takeMs: {
    value: 120_000,
    most: 600_000,
    unit: "ms",
    why: "a 1 MB answer over 70 kbit/s; slower readers hold memory others need",
    whenHit: "the connection is cut",
  },
} as const satisfies Ceilings;
