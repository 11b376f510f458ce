import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { treeVariable } from "./process-tree.ts";

/**
 * Sees to it that nothing outlives this process, not even when it is killed: a small shell that waits for the end of its input, which comes when this
 * process is gone however it went, and then kills what carries the mark, and the groups of the processes that were started. It needs /proc, as on Linux;
 * elsewhere there is none of it.
 */
export class TreeKeeper {
  readonly #mark = randomBytes(9).toString("base64url");
  readonly #running = new Set<number>();
  #children = 0;
  #shell: ChildProcess | undefined;
  #starts = 0;
  #closed = false;

  /** The mark of the next tree. The first one starts the keeper. */
  nextMark(): string {
    this.#closed = false;
    this.#start();
    return `${this.#mark}.${++this.#children}`;
  }

  /** A process of ours that leads a group. */
  started(pid: number): void {
    this.#running.add(pid);
    this.#tell(`${pid}`);
  }

  /** Its tree is gone: the number may be another's from now on. */
  ended(pid: number): void {
    if (this.#running.delete(pid)) this.#tell(`-${pid}`);
  }

  /** Lets the keeper go: it looks once more and ends. */
  close(): void {
    this.#closed = true;
    this.#shell?.stdin?.end();
    this.#shell = undefined;
  }

  #start(): void {
    if (process.platform !== "linux" || this.#shell !== undefined || this.#starts >= mostStarts) return;
    this.#starts++;
    const shell = spawn("/bin/sh", ["-c", keeperScript, "jackfield-keeper", `${treeVariable}=${this.#mark}.`], {
      stdio: ["pipe", "ignore", "ignore"],
      // A session of its own: the terminal that closes must not take the keeper first.
      detached: true,
      cwd: "/",
      env: { PATH: "/usr/local/bin:/usr/bin:/bin" },
    });
    this.#shell = shell;
    shell.on("error", () => undefined);
    shell.stdin?.on("error", () => undefined);
    // Killed by somebody: another takes its place.
    shell.once("exit", () => {
      if (this.#shell !== shell) return;
      this.#shell = undefined;
      if (!this.#closed) this.#start();
    });
    shell.unref();
    (shell.stdin as unknown as { unref?(): void } | null)?.unref?.();
    for (const pid of this.#running) this.#tell(`${pid}`);
  }

  #tell(line: string): void {
    this.#shell?.stdin?.write(`${line}\n`);
  }
}

// One grep for all of /proc: a process for each would be slow where there are many.
const keeperScript = `trap '' HUP INT TERM
running=
while read -r line; do
  case $line in
    -*) left=; for pid in $running; do [ "-$pid" = "$line" ] || left="$left $pid"; done; running=$left ;;
    *) running="$running $line" ;;
  esac
done
for pid in $running; do kill -9 -- "-$pid" 2>/dev/null; done
tries=0
while [ $tries -lt 200 ]; do
  found=
  for file in $(grep -lsaF -- "$1" /proc/[0-9]*/environ); do
    pid=\${file#/proc/}
    kill -9 "\${pid%/environ}" 2>/dev/null && found=1
  done
  [ -z "$found" ] && exit 0
  tries=$((tries + 1))
done`;
/** Keepers that may be started one after another: something that kills each is not to be fought. */
const mostStarts = 8;
