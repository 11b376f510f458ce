/** The tests that show one case of part D. */
export interface CaseTests {
  readonly id: string;
  readonly what: string;
  /** File, and what the full name of each of its tests begins with: all of them must be there, and pass. */
  readonly tests: Readonly<Record<string, readonly string[]>>;
}

const files = "packages/files/src";
const session = "packages/studio/src/node/session/session-store.test.ts";
const confined = "packages/studio/src/node/confined-commands.test.ts";
const wav = "packages/studio/src/audio-files/read-wav.test.ts";
const batch = "packages/studio/src/tools/session/batch.test.ts";
const pipe = "packages/cli/src/studio/control/browser-pipe.test.ts";

export const caseTests: readonly CaseTests[] = [
  {
    id: "D01",
    what: "a sibling folder that shares a text prefix",
    tests: {
      [`${files}/open-roots.test.ts`]: [
        'D01: a sibling that shares the root\'s beginning root given with "" after it',
        'D01: a sibling that shares the root\'s beginning root given with "/" after it',
        "D01: a sibling that shares the root's beginning the root / has everything in it",
      ],
      [confined]: [
        "every command that takes a path is held to the roots, alone and in a batch",
        "every command that takes a path so is every tool",
        "every command that takes a path says with one root alone",
      ],
    },
  },
  {
    id: "D02",
    what: "a link inside the root points outside",
    tests: {
      [`${files}/links.test.ts`]: [
        "D02: links inside the root each shape",
        "D02: links inside the root 41 links",
        "D02: links inside the root a magic link",
      ],
      [session]: [
        "recordings that cannot be had are listed, each with the reason it is a link that leads outside",
        "recordings that cannot be had are listed, each with the reason its folder is a link that leads outside",
      ],
    },
  },
  {
    id: "D03",
    what: "writing through a link, also to what does not exist yet",
    tests: {
      [`${files}/links.test.ts`]: [
        "D03: writing through links each is refused",
        "D03: writing through links `..` below",
        "D03: writing through links hard links",
      ],
      [session]: ["roots D03: a link planted at any of a session's places"],
    },
  },
  {
    id: "D04",
    what: "a root that is itself reached through a link",
    tests: { [`${files}/open-roots.test.ts`]: ["D04: a root that is reached through a link each spelling"] },
  },
  {
    id: "D06",
    what: "reserved device names",
    tests: {
      [`${files}/windows-path.test.ts`]: ["D06: device names are known in each spelling", "D06: device names are refused in a path"],
      [`${files}/write-file.test.ts`]: ["writing D06: a device's name of Windows"],
    },
  },
  {
    id: "D08",
    what: "streams, short names, drive-relative paths and shares",
    tests: {
      [`${files}/windows-path.test.ts`]: [
        "D08: streams, short names, drive-relative paths and shares each by its text",
        "D08: streams, short names, drive-relative paths and shares a root on a share",
      ],
    },
  },
  {
    id: "D09",
    what: "strange paths",
    tests: {
      [`${files}/open-roots.test.ts`]: [
        "D09: strange paths each is what it says",
        "D09: strange paths names are escaped",
        "D09: strange paths deeper than 128",
      ],
    },
  },
  { id: "D10", what: "extensible WAV headers and 24 bits", tests: { [wav]: ["extensible headers and 24 bits (D10)"] } },
  { id: "D12", what: "data sizes that are not true", tests: { [wav]: ["sizes that are not true (D12)"] } },
  { id: "D13", what: "odd-sized and unknown chunks", tests: { [wav]: ["chunks that nobody asked for (D13)"] } },
  { id: "D15", what: "degenerate headers", tests: { [wav]: ["headers that say nothing that can be (D15)"] } },
  { id: "D16", what: "running status in MIDI", tests: { "packages/studio/src/midi/read-midi.test.ts": ["running status (D16)"] } },
  {
    id: "D18",
    what: "a rollback takes back the person's own edits",
    tests: { [batch]: ["batch atomic and failing: nothing has changed", "batch atomic, with the person at work in the middle of it"] },
  },
  {
    id: "D19",
    what: "a partial batch hides what was skipped",
    tests: { [batch]: ["batch stops at the first failure", "batch an empty one does nothing", "batch makes a change of each call"] },
  },
  {
    id: "D21",
    what: "a long import or bounce that is called off, two at once",
    tests: {
      [`${files}/write-file.test.ts`]: [
        "writing D21: what fails or is called off half way",
        "writing without `replace` what is there stays",
        "writing two at once with `replace`",
      ],
      "packages/studio/src/commands/files.test.ts": [
        "bouncing keeps a file that is there, and leaves none behind when it is called off",
        "bouncing two at once to one path",
      ],
    },
  },
  {
    id: "D22",
    what: "messages of the app's socket, however they are cut",
    tests: {
      [pipe]: [
        "BrowserPipe tells answers apart by their number, however they are cut",
        "BrowserPipe a message without an end is cut off",
        "BrowserPipe answers to nobody are dropped",
      ],
    },
  },
];
