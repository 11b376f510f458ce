import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, openSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { setPriority } from "node:os";

// Runs inside a machine, once under the unit's directives and once under none, and prints what it got through with: "yes", or why not.

type Attempt = () => unknown;

const write = (path: string): Attempt => {
  return () => writeFileSync(path, "probe");
};

const attempts: Readonly<Record<string, Attempt>> = {
  "write its own /tmp": write("/tmp/probe"),
  "read its own program": () => readFileSync("/opt/jackfield/current/dist/main.js"),
  "write /etc": write("/etc/probe"),
  "write /usr": write("/usr/probe"),
  "write /run": write("/run/probe"),
  "write its own folder": write("/opt/jackfield/current/probe"),
  "write /var/lib": write("/var/lib/probe"),
  "read a person's home": () => readFileSync("/home/person/diary"),
  "read root's home": () => readFileSync("/root/diary"),
  "read the secret where root keeps it": () => readFileSync("/etc/jackfield/origin-secret"),
  "see another process": () => readFileSync("/proc/1/cmdline"),
  "find other processes": () => {
    const others = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
    if (others.length === 0) throw new Error("none");
  },
  "signal another process": () => process.kill(1, 0),
  "open a device": () => openSync("/dev/net/tun", "r+"),
  "read the machine's memory figures": () => readFileSync("/proc/meminfo"),
  "run a program of the machine": () => execute("/usr/bin/true"),
  "run a program of its own": () => {
    copyFileSync("/usr/bin/true", "/tmp/own");
    chmodSync("/tmp/own", 0o755);
    execute("/tmp/own");
  },
  "listen on another port": () => listen(0),
  "open a unix socket": () => listen("/tmp/probe.sock"),
  "go before others": () => setPriority(-5),
  "become root": () => process.setuid?.(0),
};

const found: Record<string, string> = {};
for (const [name, attempt] of Object.entries(attempts)) found[name] = await outcome(attempt);
process.stdout.write(`${JSON.stringify(found)}\n`);

async function outcome(attempt: Attempt): Promise<string> {
  try {
    await attempt();
    return "yes";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return code !== "" ? code : error instanceof Error ? error.message.slice(0, 60) : "refused";
  }
}

function execute(path: string): void {
  const { error, status } = spawnSync(path);
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`ended with ${status}`);
}

function listen(at: number | string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(typeof at === "number" ? { port: at, host: "127.0.0.1" } : { path: at }, () => server.close(() => resolve()));
  });
}
