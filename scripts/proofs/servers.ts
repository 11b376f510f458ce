import fs from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { tableOf } from "../../bench/src/table.ts";
import { Jackfield } from "../../test/cli/jackfield.ts";
import type { Driver } from "../../test/clients/driver.ts";
import { drivers } from "../../test/clients/drivers.ts";
import { ModelStandIn } from "../../test/clients/model-stand-in.ts";
import type { Shown } from "../../test/clients/script.ts";
import type { Proof, ProofOut } from "../proof.ts";
import { naughtyPart } from "./support/servers/naughty-part.ts";
import { type RealServer, type Wanted, realServers } from "./support/servers/real-servers.ts";

const sdks = ["SDK 1.32", "SDK 2.4"];
const clients = ["mcp-remote", "Inspector 2.12.0 auto", "Claude Code 2.1.332", "Codex"];

/**
 * `--light`: no agent CLIs. `--only TEXT`: clients whose name begins so. `--server TEXT`: servers that people use whose name has it, and no
 * naughty ones. `--naughty`: these alone.
 */
export const proof: Proof = {
  name: "servers",
  title: "Servers that people use do their work behind share, and servers that misbehave do no harm, through the clients that people use",
  async run(out) {
    await using model = await ModelStandIn.start();
    const parts: Part[] = [];
    if (!out.args.includes("--naughty")) parts.push(await realPart(model, out));
    if (!out.args.includes("--server")) parts.push(await naughtyServersPart(model, out));
    const sum = (count: (part: Part) => number): number => parts.reduce((total, part) => total + count(part), 0);
    const [good, all] = [sum((part) => part.good), sum((part) => part.all)];
    const isWhole = parts.every((part) => part.all > 0);
    return {
      ok: isWhole && good === all,
      figure: `${good} of ${all} cells (${parts.map((part) => `${part.good} of ${part.all} ${part.name}`).join(", ")})`,
    };
  },
};

/** One table: how many cells are good, of how many. A table without cells proves nothing. */
interface Part {
  readonly name: string;
  readonly good: number;
  readonly all: number;
}

async function realPart(model: ModelStandIn, out: ProofOut): Promise<Part> {
  await using page = await servePage();
  const chosen = chooseDrivers(drivers(model), [...sdks, ...clients], out.args);
  const servers = realServers.filter(({ name }) => name.includes(option(out.args, "--server") ?? ""));
  for (const driver of chosen) await driver.install(out.signal);
  const rows: string[][] = [];
  let good = 0;
  for (const server of servers) {
    const cells = await behindShare(server, chosen, page.url, model.url, out);
    good += cells.filter((cell) => cell === "works").length;
    rows.push([server.name, ...cells.map((cell) => (cell === "works" ? cell : "WRONG"))]);
  }
  out.line(`\n${tableOf(["server", ...chosen.map(({ name }) => name)], rows)}`);
  return { name: "with servers that people use", good, all: servers.length * chosen.length };
}

async function naughtyServersPart(model: ModelStandIn, out: ProofOut): Promise<Part> {
  const chosen = chooseDrivers(drivers(model), clients, out.args);
  const cells = await naughtyPart(chosen, ({ name }) => name.startsWith("mcp-remote"), model.url, out);
  return { name: "with naughty ones", ...cells };
}

/** One server behind one link, and every client's errand there, one after the other. */
async function behindShare(
  server: RealServer,
  chosen: readonly Driver[],
  page: string,
  model: string,
  out: ProofOut,
): Promise<readonly string[]> {
  const { command, errand } = await server.start(page, out.signal);
  await using shared = new Jackfield(["share", "--json", "--relay-port", "0", "--", ...command], { HOME: os.tmpdir() });
  const { url } = await shared.event("sharing");
  const cells: string[] = [];
  for (const driver of chosen) {
    out.signal.throwIfAborted();
    const from = performance.now();
    const cell = await run(driver, errand, { url: String(url), model }, out.signal);
    out.line(
      `${cell === "works" ? "ok  " : "FAIL"} ${server.name} · ${driver.name}: ${cell} (${((performance.now() - from) / 1000).toFixed(1)} s)`,
    );
    cells.push(cell);
  }
  shared.child.kill("SIGINT");
  const code = await shared.end();
  if (code !== 0) out.line(`FAIL ${server.name}: share ended with ${code}: ${shared.error.slice(-300)}`);
  return code === 0 ? cells : cells.map(() => "share did not end well");
}

async function run(
  driver: Driver,
  errand: readonly Wanted[],
  { url, model }: { readonly url: string; readonly model: string },
  signal: AbortSignal,
): Promise<string> {
  const home = await fs.mkdtemp(path.join(os.tmpdir(), "jackfield-client-"));
  try {
    await using conversation = await driver.open({ url, home, model }, signal);
    const shown = await conversation.run(errand.map(({ step }) => step));
    return errand.map((wanted, index) => complaint(wanted, shown[index])).find((each) => each !== undefined) ?? "works";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await fs.rm(home, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined); // a client may still be writing its own state
  }
}

function complaint({ step, text, image }: Wanted, shown: Shown | undefined): string | undefined {
  const name = "call" in step ? step.call : step.fault;
  if (shown === undefined) return `${name} had no result`;
  if (shown.isError) return `${name} was an error: ${shown.text.slice(0, 300)}`;
  if (text !== undefined && !shown.text.includes(text)) return `${name} does not say "${text}": ${shown.text.slice(0, 300)}`;
  return image === true && !shown.image ? `${name} showed no image: ${shown.text.slice(0, 200)}` : undefined;
}

/** A page for the browsers. */
async function servePage(): Promise<AsyncDisposable & { readonly url: string }> {
  const body = "<!doctype html><title>Patch panel</title><h1>Every line ends here</h1><button>Join</button>";
  const server = http.createServer((_request, response) => response.writeHead(200, { "content-type": "text/html" }).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Throws where one of `wanted` is no client of ours: a table must not lose a column to a new name. */
function chooseDrivers(all: readonly Driver[], wanted: readonly string[], args: readonly string[]): readonly Driver[] {
  const unknown = wanted.find((start) => !all.some(({ name }) => name.startsWith(start)));
  if (unknown !== undefined) throw new Error(`No client's name begins with "${unknown}"`);
  const only = option(args, "--only");
  return all.filter(
    ({ name, heavy }) =>
      wanted.some((client) => name.startsWith(client)) &&
      (only === undefined || name.startsWith(only)) &&
      (!args.includes("--light") || !heavy),
  );
}

function option(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}
