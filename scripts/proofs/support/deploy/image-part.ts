import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Check, same, within } from "../../../../test/deploy/check.ts";
import { run } from "../../../steps/command.ts";
import { execForm, lastOf } from "./dockerfile.ts";
import { type BuiltImage, buildImage } from "./image-build.ts";
import type { Part } from "./part.ts";

/** The Dockerfile's steps, carried out without a container engine, and what they made, run as the image would be. */
export const proveImage: Part = async (out) => {
  out.line("There is no container engine here: each step is carried out in a Debian 12 made by debootstrap, with this machine's Node");
  await using image = await buildImage(out);
  const checks: Check[] = [...image.checks];
  if (checks.every((check) => check.ok)) checks.push(...(await contents(image)), ...(await runs(image, out.signal)));
  return {
    checks,
    figure: `${image.checks.length} RUN steps, the relay runs as user ${lastOf(image.stage, "USER")} with a root that takes no writes`,
    notShown: ["the base image node:20-bookworm-slim itself, and a build by an engine", "compose.yaml"],
  };
};

async function contents({ path }: BuiltImage): Promise<Check[]> {
  const tools = ["usr/local/bin/npm", "usr/local/lib/node_modules", "src"];
  const there = tools.filter((each) => existsSync(join(path, each)));
  return [
    same("the image has the program and nothing else of ours", (await readdir(join(path, "opt/jackfield"))).toSorted(), [
      "dist",
      "package.json",
    ]),
    same("no npm, no sources", there, []),
  ];
}

async function runs({ path, stage }: BuiltImage, signal: AbortSignal): Promise<Check[]> {
  const [user = "", group = ""] = lastOf(stage, "USER").split(":");
  const secrets = await mkdtemp("/var/tmp/jackfield-secrets-");
  const originSecret = randomBytes(24).toString("base64url");
  await chmod(secrets, 0o755);
  for (const name of ["origin-secret", "session-key"])
    await writeFile(join(secrets, name), name === "origin-secret" ? originSecret : randomBytes(48).toString("base64"), { mode: 0o644 });
  // A network of its own: the ports are the image's.
  await mkdir(join(path, "run/secrets"), { recursive: true });
  const box = ["--ro-bind", path, "/", "--proc", "/proc", "--dev", "/dev", "--ro-bind", secrets, "/run/secrets", "--unshare-all"];
  const as = ["--uid", user, "--gid", group, "--cap-drop", "ALL", "--die-with-parent", "--chdir", lastOf(stage, "WORKDIR")];
  const env = ["--clearenv", "--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin"];
  const command = [...execForm(lastOf(stage, "ENTRYPOINT")), ...execForm(lastOf(stage, "CMD"))];
  const child = spawn("bwrap", [...box, ...as, ...env, "--info-fd", "3", "--as-pid-1", ...command], {
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text: string) => void (output += text));
  const gone = once(child, "close");
  try {
    const [info] = (await once(child.stdio[3] as NodeJS.ReadableStream, "data")) as [Buffer];
    const pid = String(/"child-pid": (\d+)/.exec(info.toString())?.[1]);
    for (let waited = 0; waited < 20_000 && !output.includes("Relay "); waited += 50) await pause(50);
    if (!output.includes("Relay ")) return [{ name: "it listens", ok: false, saw: output.slice(-500) }];
    const enter = (...words: readonly string[]): ReturnType<typeof run> =>
      run("nsenter", ["--target", pid, "--mount", "--net", "--", ...words], signal, { PATH: "/usr/local/bin:/usr/bin:/bin" });
    const health = execForm(lastOf(stage, "HEALTHCHECK"));
    const well = await enter(...health);
    const answers = await enter("node", "-e", probe, originSecret);
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    const written = await run(
      "bwrap",
      [...box, ...as, ...env, "sh", "-c", "touch /opt/jackfield/x || touch /usr/x || touch /etc/x"],
      signal,
    );
    const from = performance.now();
    process.kill(Number(pid), lastOf(stage, "STOPSIGNAL") as NodeJS.Signals);
    const [code] = (await gone) as [number | null];
    const ill = await run("bwrap", [...box, ...as, ...env, ...health], signal);
    return [
      same("it says that it listens", /Relay +http:\/\/127\.0\.0\.1:8787/.test(output), true),
      same("HEALTHCHECK, while it runs and while nothing does", [well.code, ill.code], [0, 1]),
      same("it answers 403 without the origin secret, 200 with it", answers.output.trim(), "403 200"),
      same("no capability", /^CapEff:\s+(\w+)/m.exec(status)?.[1], "0000000000000000"),
      same("its root takes no writes", [written.code === 0, /Read-only file system/.test(written.output)], [false, true]),
      same("STOPSIGNAL ends it, the first process there, with", code, 0),
      within("after", performance.now() - from, 0, 12_000, " ms"),
    ];
  } finally {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await gone;
    await rm(secrets, { recursive: true, force: true });
  }
}

const probe = `
  const status = async (headers) => (await fetch("http://127.0.0.1:8787/health", { headers })).status;
  Promise.all([status({}), status({ "x-jackfield-origin": process.argv[1] })]).then((all) => console.log(all.join(" ")));
`;
