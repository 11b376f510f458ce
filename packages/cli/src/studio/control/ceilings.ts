import type { Ceiling } from "@jackfield/contract";

/** Limits of the window that `--window` opens, and of what goes into it. */
export const windowCeilings = {
  browserMessageBytes: {
    value: 64 * 1024 * 1024,
    most: 64 * 1024 * 1024,
    unit: "bytes",
    why: "a screenshot of a large screen in base64, many times over",
    whenHit: "the window is closed: what comes after cannot be told apart any more",
  },
  browserCalls: {
    value: 64,
    most: 64,
    unit: "count",
    why: "tools call one after the other; a drag has a handful in the air",
    whenHit: "the call is refused",
  },
  browserAnswerMs: {
    value: 15_000,
    most: 15_000,
    unit: "ms",
    why: "a window answers in milliseconds; one that draws a large song on a busy machine, in seconds",
    whenHit: "the call ends as timeout",
  },
  browserStartMs: {
    value: 30_000,
    most: 30_000,
    unit: "ms",
    why: "a cold start on a busy machine takes some ten seconds",
    whenHit: "the window is given up, and the command says so",
  },
} as const satisfies Record<string, Ceiling>;
