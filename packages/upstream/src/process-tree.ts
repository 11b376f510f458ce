import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

/** What every process of ours carries in its environment, and hands on to what it starts. */
export const treeVariable = "JACKFIELD_TREE";

/**
 * Everything that one server started, found by a mark in the environment: a grandchild in a session of its own, whose parent is gone, has nothing else in
 * common with it. What cleans its environment as well is found only as long as its parent lives. Without /proc (macOS) only the process group is known.
 */
export class ProcessTree {
  readonly mark: string;
  readonly #group: () => number | undefined;

  /** `mark`: unique in this process. `group`: the process group of the first process, once it runs. */
  constructor(mark: string, group: () => number | undefined) {
    this.mark = mark;
    this.#group = group;
  }

  /** Sends a signal to every process of the tree; 0 only counts them. Returns how many there were. */
  async signal(signal: NodeJS.Signals | 0): Promise<number> {
    const found = await processesMarked(this.mark);
    if (found === undefined) {
      const group = this.#group();
      return group !== undefined && kill(-group, signal) ? 1 : 0;
    }
    return found.filter((pid) => kill(pid, signal)).length;
  }

  /** Kills all of it, again until nothing is left, for at most `ms`. Returns how many would not die. */
  async end(ms: number): Promise<number> {
    const until = Date.now() + ms;
    for (;;) {
      const left = await this.signal("SIGKILL");
      if (left === 0 || Date.now() >= until) return left;
      await pause(20);
    }
  }
}

/** Process ids whose environment has the mark, or one that begins with it. Undefined where the system does not tell. */
async function processesMarked(mark: string): Promise<number[] | undefined> {
  const needle = Buffer.from(`${treeVariable}=${mark}`);
  let names: string[];
  try {
    names = await readdir("/proc");
  } catch {
    return undefined;
  }
  const pids = names.filter((name) => /^[0-9]+$/.test(name) && Number(name) !== process.pid);
  const marked = await Promise.all(
    // Those of other users cannot be read, and those that ended meanwhile are gone: neither is ours.
    pids.map(async (pid) => (await readFile(`/proc/${pid}/environ`).catch(() => Buffer.alloc(0))).includes(needle)),
  );
  return pids.filter((_, index) => marked[index]).map(Number);
}

function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

/**
 * Sees to it that nothing outlives this process, not even when it is killed: a small shell that waits for the end of its input, which comes when this
 * process is gone however it went, and then kills what carries the mark. It needs /proc, as on Linux; elsewhere there is none of it.
 */
export class TreeKeeper {
  readonly #mark = randomBytes(9).toString("base64url");
  #children = 0;
  #shell: ReturnType<typeof spawn> | undefined;

  /** The mark of the next tree. The first one starts the keeper. */
  nextMark(): string {
    if (process.platform === "linux" && this.#shell === undefined) {
      this.#shell = spawn("/bin/sh", ["-c", keeperScript, "jackfield-keeper", `${treeVariable}=${this.#mark}`], {
        stdio: ["pipe", "ignore", "ignore"],
        // A session of its own: the terminal that closes must not take the keeper first.
        detached: true,
        env: { PATH: "/usr/local/bin:/usr/bin:/bin" },
      });
      this.#shell.on("error", () => undefined);
      this.#shell.stdin?.on("error", () => undefined);
      this.#shell.unref();
      (this.#shell.stdin as unknown as { unref?(): void } | null)?.unref?.();
    }
    return `${this.#mark}.${++this.#children}`;
  }

  /** Lets the keeper go: it looks once more and ends. */
  close(): void {
    this.#shell?.stdin?.end();
    this.#shell = undefined;
  }
}

const keeperScript = `trap '' HUP INT TERM
while read -r _; do :; done
tries=0
while [ $tries -lt 200 ]; do
  found=
  for file in /proc/[0-9]*/environ; do
    if grep -qsaF -- "$1." "$file"; then
      pid=\${file#/proc/}
      kill -9 "\${pid%/environ}" 2>/dev/null && found=1
    fi
  done
  [ -z "$found" ] && exit 0
  tries=$((tries + 1))
done`;
