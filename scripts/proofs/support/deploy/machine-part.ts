import { readFile } from "node:fs/promises";
import { short } from "../../../../bench/src/statistics.ts";
import { type Check, same, within } from "../../../../test/deploy/check.ts";
import { type MemoryCage, memoryCage } from "../memory-cage.ts";
import { debianRoot } from "./debian-root.ts";
import { Machine } from "./machine.ts";
import type { Part } from "./part.ts";
import { loadRelay } from "./relay-load.ts";

const mib = 1024 * 1024;
/** The unit's MemoryMax. */
const cageBytes = 320 * mib;
/** What the unit must let through; all else that the probe tries must fail. */
const allowed = ["write its own /tmp", "read its own program"];
/** What systemd holds with programs in cgroups of version 2 only. */
const byCgroup2 = ["listen on another port"];
/** Rates that are per person, raised: the proof is many people from one place. */
const rates = { JACKFIELD_NEW_LINKS_PER_MINUTE: "100000", JACKFIELD_MCP_PER_MINUTE: "100000", JACKFIELD_MCP_BURST: "1000" };

/** The unit itself, started by a systemd of its own in a Debian 12: what it keeps the relay from, and the relay under load within it. */
export const proveMachine: Part = async (out) => {
  await using debian = await debianRoot(out);
  using cage = memoryCage(cageBytes);
  await using machine = await Machine.start(debian, cage, rates);
  const pid = (await machine.relayPid()) ?? 0;
  out.line(`systemd runs the unit: the relay is process ${pid} here, on ${machine.url}`);
  const isVersion2 = cage?.kind === "cgroup v2";
  const checks: Check[] = [...(await confined(pid, cage)), ...(await refused(machine, isVersion2))];

  const loaded = await loadRelay(machine.url, machine.originSecret, 400, 15_000, out.signal);
  out.line(
    `load: ${loaded.calls} calls through ${loaded.links} links, ${short(loaded.bytes / mib)} MiB of results, the machine ${short((cage?.most() ?? 0) / mib)} MiB at most`,
  );
  // The group does not count the pages of the program's file, which were read before it was made: so both are looked at.
  const resident = await peakOf(pid);
  checks.push(
    within("MiB resident at most", resident / mib, 1, cageBytes / mib),
    within("calls answered in 15 s", loaded.calls, 1000, 1_000_000),
    same("wrong or missing answers", loaded.wrong, 0),
    same("the same process served all of it", await machine.relayPid(), pid),
    same("killed for memory", cage?.kills() ?? "no cgroup here", 0),
    within("MiB at most, systemd and journal included", (cage?.most() ?? Number.NaN) / mib, 1, cageBytes / mib),
  );

  process.kill(pid, "SIGKILL");
  const from = performance.now();
  const up = await machine.untilUp(15_000);
  checks.push(
    same("killed, it is started again", [up, (await machine.relayPid()) !== pid], [true, true]),
    within("after", performance.now() - from, 1500, 10_000, " ms"),
    within("shut down in order", await machine.shutDown(), 0, 30_000, " ms"),
  );
  return {
    checks,
    figure: `${loaded.calls} calls with ${short(resident / mib)} MiB resident of ${cageBytes / mib}`,
    notShown: [
      `MemoryMax and TasksMax as systemd sets them: ${cage?.kind ?? "no cgroup"} is not handed down here, so the whole machine runs in one of ${cageBytes / mib} MiB`,
      ...(isVersion2 ? [] : ["SocketBindDeny, IPAddressDeny and DevicePolicy: systemd holds them with cgroup v2, which is not here"]),
    ],
  };
};

/** Bytes that a process had resident at most. */
async function peakOf(pid: number): Promise<number> {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1] ?? "NaN") * 1024;
}

/** What the kernel says of the relay's process. */
async function confined(pid: number, cage: MemoryCage | undefined): Promise<Check[]> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const value = (name: string): string => new RegExp(`^${name}:\\s+(\\S+)`, "m").exec(status)?.[1] ?? "";
  const limits = await readFile(`/proc/${pid}/limits`, "utf8");
  const limit = (name: string): string => new RegExp(`^${name} +(\\S+)`, "m").exec(limits)?.[1] ?? "";
  const words = (await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0");
  return [
    within("a user of its own", Number(value("Uid")), 61_184, 65_519),
    same(
      "no capability, no new one, a filter of system calls",
      [value("CapEff"), value("CapBnd"), value("NoNewPrivs"), value("Seccomp")],
      ["0000000000000000", "0000000000000000", "1", "2"],
    ),
    same("files and core", [limit("Max open files"), limit("Max core file size")], ["8192", "0"]),
    same("it is in the cage for memory", cage?.holds(pid), true),
    same("secrets come by file", words.filter((word) => word.startsWith("/run/credentials/")).length, 2),
  ];
}

async function refused(machine: Machine, isVersion2: boolean): Promise<Check[]> {
  const [caged, free] = [await machine.probed("caged"), await machine.probed("free")];
  const names = Object.keys(caged).filter((name) => isVersion2 || !byCgroup2.includes(name));
  const through = (found: Readonly<Record<string, string>>): readonly string[] => names.filter((name) => found[name] === "yes");
  return [
    same("without the unit's directives every attempt gets through", through(free), names),
    ...names.map((name) =>
      allowed.includes(name)
        ? same(`it may ${name}`, caged[name], "yes")
        : { name: `it may not ${name}`, ok: caged[name] !== "yes" && free[name] === "yes", saw: `${caged[name]}, free: ${free[name]}` },
    ),
    within("attempts", names.length, 20, 40),
  ];
}
