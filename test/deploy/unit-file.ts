import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../build/project.ts";

/** Our unit, as it is installed. */
export const unitPath: string = fileURLToPath(new URL("../../deploy/systemd/jackfield-relay.service", import.meta.url));
const backOffPath = fileURLToPath(new URL("../../deploy/systemd/jackfield-relay.service.d/back-off.conf", import.meta.url));

/** The values of each directive of `[Service]`, in order. */
export async function readUnit(): Promise<ReadonlyMap<string, readonly string[]>> {
  const text = await readFile(unitPath, "utf8");
  const service = text.slice(text.indexOf("[Service]"), text.indexOf("[Install]"));
  const found = new Map<string, string[]>();
  for (const [, name = "", value = ""] of service.matchAll(/^(\w+)=(.*)$/gm)) found.set(name, [...(found.get(name) ?? []), value]);
  return found;
}

/** What systemd says of the unit: what `verify` wrote (nothing, where it is well), and its exposure, 0 to 10. */
export interface Judged {
  readonly version: number;
  readonly verified: { readonly code: number; readonly output: string };
  readonly exposure: number;
  /** Whether the drop-in of later versions was in place. */
  readonly withBackOff: boolean;
}

/** Asks systemd-analyze, without a running systemd. The drop-in is looked at where this version knows what stands in it. */
export async function judgeUnit(): Promise<Judged> {
  const folder = await mkdtemp(join(tmpdir(), "jackfield-unit-"));
  try {
    const unit = join(folder, "jackfield-relay.service");
    const version = Number(/^systemd (\d+)/.exec((await run(folder, "systemd-analyze", "--version")).output)?.[1]);
    const withBackOff = version >= 254;
    // Where Node is elsewhere: `verify` looks for the program.
    const node = existsSync("/usr/bin/node") ? "/usr/bin/node" : process.execPath;
    await writeFile(unit, (await readFile(unitPath, "utf8")).replace("ExecStart=/usr/bin/node", `ExecStart=${node}`));
    if (withBackOff) await cp(backOffPath, `${unit}.d/back-off.conf`, { recursive: true });
    const verified = await run(folder, "systemd-analyze", "verify", unit);
    const { output } = await run(folder, "systemd-analyze", "security", "--offline=true", "--no-pager", unit);
    return { version, verified, exposure: Number(/exposure level for \S+: ([\d.]+)/.exec(output)?.[1] ?? "NaN"), withBackOff };
  } finally {
    await rm(folder, { recursive: true });
  }
}
