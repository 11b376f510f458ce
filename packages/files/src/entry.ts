import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, type Stats } from "node:fs";

/** Something in a folder, seen and held. */
export interface Entry {
  readonly kind: "folder" | "file" | "link" | "other";
  /** What node:fs is handed to reach this very entry, and `${at}/NAME` what is in it. */
  readonly at: string;
  readonly stats: Stats;
  close(): void;
}

/** How entries are looked at: by descriptors where the system has them, else by paths. */
export interface Look {
  readonly by: "descriptors" | "paths";
  /** Throws what the system says. Never follows a link. */
  entry(path: string): Entry;
  /** Flags of an open of an entry's `at`, beside what it is opened for. */
  readonly flags: number;
}

// Not among node's constants. It has one value on every processor that Node runs on under Linux.
const O_PATH = 0o10000000;

/**
 * Linux: an entry is opened without following it and without opening what it stands for (O_PATH: a device is not touched, a pipe does not
 * wait), and what is in a folder is reached through the folder's descriptor. Whoever swaps a folder for a link between two steps changes a
 * name that is not looked at again.
 */
const byDescriptors: Look = {
  by: "descriptors",
  // The descriptor stands for one entry, which has been looked at: there is no name left to follow.
  flags: constants.O_NONBLOCK,
  entry(path) {
    const descriptor = openSync(path, O_PATH | constants.O_NOFOLLOW);
    let isOpen = true;
    const close = (): void => {
      if (isOpen) closeSync(descriptor);
      isOpen = false;
    };
    try {
      const stats = fstatSync(descriptor);
      return { kind: kindOf(stats), at: `/proc/self/fd/${descriptor}`, stats, close };
    } catch (error) {
      close();
      throw error;
    }
  },
};

/** Elsewhere there is no way to open below a descriptor: a path is looked at, then used, and another program that swaps a link in between can win. */
const byPaths: Look = {
  by: "paths",
  // Windows has neither.
  flags: (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  entry(path) {
    const stats = lstatSync(path);
    return { kind: kindOf(stats), at: path, stats, close: () => undefined };
  },
};

/** The safest look that this system has. Linux without /proc has paths only. */
export function bestLook(platform: string): Look {
  return platform === "linux" && existsSync("/proc/self/fd") ? byDescriptors : byPaths;
}

export function kindOf(stats: Stats): Entry["kind"] {
  if (stats.isDirectory()) return "folder";
  if (stats.isFile()) return "file";
  return stats.isSymbolicLink() ? "link" : "other";
}
