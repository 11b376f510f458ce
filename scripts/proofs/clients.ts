import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { tableOf } from "../../bench/src/table.ts";
import { type Behaviour, behaviours } from "../../test/clients/behaviours.ts";
import { type Cell, check } from "../../test/clients/check.ts";
import type { Driver } from "../../test/clients/driver.ts";
import { drivers } from "../../test/clients/drivers.ts";
import { expected } from "../../test/clients/expectations.ts";
import { pause } from "../../test/clients/pause.ts";
import { ModelStandIn } from "../../test/clients/model-stand-in.ts";
import { type Seat, Stage } from "../../test/clients/stage.ts";
import type { Proof, ProofOut } from "../proof.ts";

const wireFolder = fileURLToPath(new URL("../../test-results/clients/", import.meta.url));
/** Behaviours longer than this run side by side at the end, s. */
const long = 30;

/** `--light`: no agent CLIs. `--only TEXT`: clients whose name begins so. `--behaviour TEXT`: only those that begin so. */
export const proof: Proof = {
  name: "clients",
  title: "Real MCP clients do through the relay, with a page in real Chromium at the far end, what each of them can",
  async run(out) {
    await using model = await ModelStandIn.start();
    const chosen = chooseDrivers(drivers(model), out.args);
    const rows = behaviours.filter((behaviour) => behaviour.name.startsWith(option(out.args, "--behaviour") ?? ""));
    if (chosen.length === 0 || rows.length === 0) return { ok: false, figure: "no client or no behaviour has that name" };
    for (const driver of chosen) await driver.install(out.signal);
    await fs.rm(wireFolder, { recursive: true, force: true });
    await using stage = await Stage.open();
    const cells: Cell[] = [];
    for (const driver of chosen)
      cells.push(
        ...(await seated(
          stage,
          driver,
          out,
          rows.filter((row) => row.seconds <= long),
          model,
        )),
      );
    const slow = rows.filter((row) => row.seconds > long);
    if (slow.length > 0) cells.push(...(await Promise.all(chosen.map((driver) => seated(stage, driver, out, slow, model)))).flat());
    return verdict(cells, chosen, rows, out);
  },
};

/** One client's behaviours, in its own seat; its wire log goes into a file. */
async function seated(
  stage: Stage,
  driver: Driver,
  out: ProofOut,
  rows: readonly Behaviour[],
  model: ModelStandIn,
): Promise<readonly Cell[]> {
  await using seat = await stage.seat();
  const from = performance.now();
  const cells: Cell[] = [];
  for (const behaviour of rows) {
    out.signal.throwIfAborted();
    await withinRate(seat, from);
    const cell = await check(driver, behaviour, seat, model.url, out.signal);
    out.line(`${cell.ok ? "ok  " : "FAIL"} ${cell.client} · ${cell.behaviour}: ${cell.says} (${cell.seconds.toFixed(1)} s)`);
    cells.push(cell);
  }
  await keepWire(driver, seat);
  return cells;
}

/**
 * A link takes 120 MCP requests a minute and 30 at once, by default. Nobody starts a client nine times in ten seconds: waits until what this
 * one has sent leaves room for another start.
 */
async function withinRate(seat: Seat, from: number): Promise<void> {
  const perSecond = 2;
  const room = 5;
  const ahead = seat.proxy.records.length - room - ((performance.now() - from) / 1000) * perSecond;
  if (ahead > 0) await pause((ahead / perSecond) * 1000);
}

async function keepWire(driver: Driver, seat: Seat): Promise<void> {
  await fs.mkdir(wireFolder, { recursive: true });
  const lines = seat.proxy.records.map((record) =>
    JSON.stringify({ ...record, answer: record.answer.slice(0, 4000), request: record.request.slice(0, 4000) }),
  );
  await fs.appendFile(path.join(wireFolder, `${driver.name.replaceAll(/[^\w.]+/g, "-")}.jsonl`), `${lines.join("\n")}\n`);
}

function verdict(
  cells: readonly Cell[],
  chosen: readonly Driver[],
  rows: readonly Behaviour[],
  out: ProofOut,
): { ok: boolean; figure: string } {
  const mark = (driver: Driver, behaviour: Behaviour): string => {
    const cell = cells.find((each) => each.client === driver.name && each.behaviour === behaviour.name);
    return cell === undefined ? "?" : cell.ok ? cell.says : "WRONG";
  };
  out.line(
    `\n${tableOf(
      ["client", ...rows.map((row) => row.name)],
      chosen.map((driver) => [driver.name, ...rows.map((row) => mark(driver, row))]),
    )}`,
  );
  for (const driver of chosen) {
    for (const row of rows) {
      const wanted = expected(driver.name, row.name);
      if (wanted !== "works")
        out.line(`cannot: ${driver.name}, ${row.name}: ${wanted.cannot}; the wire log shows that it was answered right`);
    }
  }
  const right = cells.filter((cell) => cell.ok).length;
  return {
    ok: right === chosen.length * rows.length,
    figure: `${right} of ${chosen.length * rows.length} cells as expected (${chosen.length} clients × ${rows.length} behaviours)`,
  };
}

function chooseDrivers(all: readonly Driver[], args: readonly string[]): readonly Driver[] {
  const only = option(args, "--only");
  return all.filter((driver) => (only === undefined || driver.name.startsWith(only)) && (!args.includes("--light") || !driver.heavy));
}

function option(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}
