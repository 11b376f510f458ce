import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { findProofs, type Proof } from "./proof.ts";
import { prove, readArguments } from "./prove.ts";

const proofs: readonly Proof[] = [
  {
    name: "floats",
    title: "a boat floats",
    run(out) {
      out.line(`weighing ${out.args.join(" ")}`);
      return Promise.resolve({ ok: true, figure: "0.6 kg/l" });
    },
  },
  { name: "sinks", title: "a stone floats", run: () => Promise.resolve({ ok: false, figure: "2.7 kg/l" }) },
  { name: "breaks", title: "nothing", run: () => Promise.reject(new Error("no water")) },
  {
    name: "waits",
    title: "forever",
    run: ({ signal }) => new Promise((done) => signal.addEventListener("abort", () => done({ ok: true, figure: "part of it" }))),
  },
];

async function type(line: string, signal = new AbortController().signal): Promise<{ code: number; lines: string[]; answers: string[] }> {
  const lines: string[] = [];
  const answers: string[] = [];
  const code = await prove(proofs, readArguments(line === "" ? [] : line.split(" ")), signal, {
    line: (text) => lines.push(text),
    answer: (text) => answers.push(text),
  });
  return { code, lines, answers };
}

describe("prove", () => {
  test("without a name lists every proof with its title", async () => {
    const { code, answers } = await type("");
    expect(code).toBe(0);
    expect(answers.slice(0, 4)).toEqual(["floats  a boat floats", "sinks   a stone floats", "breaks  nothing", "waits   forever"]);
    expect(JSON.parse((await type("--json")).answers.join(""))).toHaveLength(4);
  });

  test("runs one, hands it what follows its name, and ends with the figure", async () => {
    expect(await type("floats 12 --fast")).toEqual({ code: 0, lines: ["weighing 12 --fast"], answers: ["holds  0.6 kg/l"] });
  });

  test("ends with 1 where the figure falls short or the proof breaks", async () => {
    expect(await type("sinks")).toMatchObject({ code: 1, answers: ["FALLS SHORT  2.7 kg/l"] });
    expect(await type("breaks")).toMatchObject({ code: 1, answers: ["FALLS SHORT  the proof itself broke: no water"] });
  });

  test("ends with 2 for a name that is not there, and says the nearest", async () => {
    const { code, lines } = await type("flaots");
    expect(code).toBe(2);
    expect(lines.join()).toContain('did you mean "floats"');
  });

  test("ends with 130 where it was stopped, with the figure so far", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 10);
    expect(await type("waits", controller.signal)).toMatchObject({ code: 130, answers: ["stopped  part of it"] });
  });

  test("--json is one value", async () => {
    const { answers } = await type("sinks --json");
    expect(JSON.parse(answers.join(""))).toMatchObject({ proof: "sinks", ok: false, figure: "2.7 kg/l", stopped: false });
  });
});

describe("findProofs", () => {
  const folder = mkdtempSync(join(tmpdir(), "proofs-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

  test("takes every file but tests, and refuses one without a proof or with another's name", async () => {
    write("b.ts", 'export const proof = { name: "b", title: "B", run: async () => ({ ok: true, figure: "" }) };');
    write("b.test.ts", "throw new Error();");
    expect((await findProofs(folder)).map((proof) => proof.name)).toEqual(["b"]);
    write("c.ts", "export const other = 1;");
    await expect(findProofs(folder)).rejects.toThrow("Cannot use c.ts as a proof");
    rmSync(join(folder, "c.ts"));
    write("d.ts", 'export const proof = { name: "b", title: "B", run: async () => ({ ok: true, figure: "" }) };');
    await expect(findProofs(folder)).rejects.toThrow('another proof is named "b"');
  });

  test("a folder that is not there has none", async () => {
    expect(await findProofs(join(folder, "gone"))).toEqual([]);
  });
});
