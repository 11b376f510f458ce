import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const scripts = fileURLToPath(new URL("../../deploy/cloud/", import.meta.url));
const programs = ["hcloud", "doctl", "aws", "ssh", "scp"];

/** What a stand-in answers to calls that begin so; the first rule that fits counts. Without one: nothing, and exit code 0. */
export interface Rule {
  readonly begins: string;
  /** Only once a call that begins so was made. */
  readonly after?: string;
  readonly says?: string;
  readonly code?: number;
}

export interface Played {
  readonly code: number;
  readonly output: string;
  /** Every call of a stand-in, in order: its name and words, joined by spaces. */
  readonly calls: readonly string[];
}

/** Runs a cloud script where every program of a provider, and ssh and scp, is a stand-in that only writes down how it was called. */
export async function play(
  script: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  rules: readonly Rule[] = [],
): Promise<Played> {
  const folder = await mkdtemp(join(tmpdir(), "jackfield-cloud-"));
  try {
    await mkdir(join(folder, "bin"));
    const log = join(folder, "calls");
    await writeFile(log, "");
    await writeFile(join(folder, "jackfield-cli-0.1.0.tgz"), "");
    await writeFile(
      join(folder, "rules"),
      rules.map(({ begins, after = "", says = "", code = 0 }) => [begins, after, says, code].join("|") + "\n").join(""),
    );
    for (const name of programs) {
      await writeFile(join(folder, "bin", name), standIn(folder));
      await chmod(join(folder, "bin", name), 0o755);
    }
    const all = {
      PATH: `${folder}/bin:/usr/bin:/bin`,
      HOME: folder,
      SSH_TRIES: "1",
      PACKAGE: join(folder, "jackfield-cli-0.1.0.tgz"),
      ...env,
    };
    const { code, output } = await new Promise<{ code: number; output: string }>((settle) => {
      execFile("bash", [join(scripts, script), ...words], { env: all, encoding: "utf8", timeout: 20_000 }, (error, stdout, stderr) =>
        settle({ code: error === null ? 0 : typeof error.code === "number" ? error.code : 1, output: stdout + stderr }),
      );
    });
    const calls = (await readFile(log, "utf8")).split("\n").slice(0, -1);
    return { code, output, calls: calls.map((call) => call.replaceAll(folder, "HERE").replaceAll(scripts, "CLOUD/")) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function standIn(folder: string): string {
  return `#!/bin/bash
call="$(basename "$0") $*"
while IFS='|' read -r begins after says code; do
  if [[ $call == "$begins"* ]] && { [ -z "$after" ] || grep -qF -- "$after" "${folder}/calls"; }; then
    found=1
    break
  fi
done < "${folder}/rules"
printf '%s\\n' "$call" >> "${folder}/calls"
if [ -n "$found" ]; then
  if [ -n "$says" ]; then printf '%s\\n' "$says"; fi
  exit "$code"
fi
`;
}
