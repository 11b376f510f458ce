import type { Ceiling } from "@jackfield/contract";

/** The limits of the commands themselves; a relay and a page server have their own. */
export const cliCeilings = {
  pageBytes: {
    value: 8 * 1024 * 1024,
    most: 8 * 1024 * 1024,
    unit: "bytes",
    why: "the demo's bundles are held in memory; a page that outgrows this has bundled something by mistake",
    whenHit: "the demo does not start, and says what they weigh",
  },
  secretBytes: {
    value: 4096,
    most: 4096,
    unit: "bytes",
    why: "a key is a line; anything larger is the wrong file",
    whenHit: "the relay does not start, and names the file",
  },
  headerBytes: {
    value: 16 * 1024,
    most: 16 * 1024,
    unit: "bytes",
    why: "as much as servers take of all headers",
    whenHit: "the doctor does not start, and names the file",
  },
  configBytes: {
    value: 1024 * 1024,
    most: 1024 * 1024,
    unit: "bytes",
    why: "a list of servers; anything larger is the wrong file",
    whenHit: "nothing is started, and the file is named",
  },
  servers: {
    value: 16,
    most: 16,
    unit: "count",
    why: "each is a process or a connection; clients take few hundred tools",
    whenHit: "nothing is started, and the file is named",
  },
  portTries: {
    value: 40,
    most: 40,
    unit: "count",
    why: "enough for the checkouts and tests of one computer",
    whenHit: "the command ends, and says from which port on none is free",
  },
  healthMs: {
    value: 1_500,
    most: 1_500,
    unit: "ms",
    why: "a relay answers /health in milliseconds, across an ocean in half a second",
    whenHit: "whoever is there counts as no relay",
  },
  healthBytes: {
    value: 1_024,
    most: 1_024,
    unit: "bytes",
    why: "a relay's /health is a line; anything larger is another program",
    whenHit: "whoever is there counts as no relay",
  },
  brokenRules: {
    value: 20,
    most: 20,
    unit: "count",
    why: "what a person corrects in one go; a screen holds them",
    whenHit: "the first of them are named",
  },
  graceMs: {
    value: 150_000,
    most: 150_000,
    unit: "ms",
    why: "longer than the longest drain a relay can be given, 120 s",
    whenHit: "the process ends as it stands, with 130",
  },
  samePressMs: {
    value: 300,
    most: 300,
    unit: "ms",
    why: "npm passes on the Ctrl-C that the terminal already sent; people press no faster",
    whenHit: "a later SIGINT is a second Ctrl-C, and ends the process at once",
  },
} as const satisfies Record<string, Ceiling>;
