import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { testCall } from "../commands/test-studio.ts";
import { commands } from "../commands/commands.ts";
import type { Caller } from "../open-song/caller.ts";
import type { Studio } from "../studio.ts";
import { runStudioTool } from "../tools/run-studio-tool.ts";
import { headlessTools } from "../tools/session/headless-tools.ts";
import { nodeStudio } from "./node-studio.ts";

const person: Caller = { author: { id: "ann", name: "Ann", kind: "person" }, role: "owner" };

/** Every command that takes a path, from the table: a new one is tried without a word here. */
const withPaths = commands.flatMap(({ id, reads = [], writes = [] }) => [
  ...reads.map((param) => ({ id, param, as: "read" as const })),
  ...writes.map((param) => ({ id, param, as: "write" as const })),
]);

/** Ways out of the root, by what stands at them. */
const escapes: Readonly<Record<string, string>> = {
  "a whole path": "$TOP/out/x.wav",
  "a sibling that shares the root's beginning": "$TOP/root-evil/x.wav",
  "up and out": "../out/x.wav",
  "up from a folder": "in/../../out/x.wav",
  "through a link to a folder": "leak/x.wav",
  "a link to a file": "leak.wav",
  "through a link, to what is not there": "leak/none.wav",
  "below a folder that is not there": "none/../../out/x.wav",
  "a NUL": "x\0.wav",
};

let top = "";
let studio: Studio;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "confined-")));
  for (const folder of ["root/in", "out", "root-evil"]) mkdirSync(join(top, folder), { recursive: true });
  for (const file of ["out/x.wav", "root-evil/x.wav"]) writeFileSync(join(top, file), "outside");
  symlinkSync("../out", join(top, "root/leak"));
  symlinkSync("../out/x.wav", join(top, "root/leak.wav"));
  // Sessions have their own ending.
  symlinkSync("../out", join(top, "root/leak.wav.studio"));
  const root = join(top, "root");
  studio = nodeStudio({ read: root, write: root, base: root, ffmpeg: undefined, now: () => 5 });
  fill(studio);
});

/** Something of everything, so that no command has nothing to do. */
function fill(at: Studio): void {
  const note = { id: "n_a", tick: 0, ticks: 480, pitch: 40, velocity: 90 };
  const ops = [
    { op: "track.add", id: "t_a", name: "Bass", kind: "notes", device: "sub", hue: 0, order: "a" },
    { op: "clip.add", track: "t_a", id: "c_a", name: "A", tick: 0, ticks: 960, notes: [note] },
  ];
  at.open.apply(person, ops, { label: "Fill" });
  at.select({ tracks: ["t_a"], clips: [{ track: "t_a", clip: "c_a" }] });
}

/** A command's params, with a path. */
function paramsOf(id: string, param: string, path: string): object {
  const own: Readonly<Record<string, object>> = {
    "session.new": { discard: true },
    "session.open": { discard: true },
    "mix.sampler_load": { track: "t_a" },
  };
  return { [param]: path.replace("$TOP", top), ...own[id] };
}

afterEach(() => rmSync(top, { recursive: true, force: true }));

async function codeOf(name: string, input: object): Promise<string> {
  const tool = headlessTools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}`);
  const outcome = await runStudioTool(tool, studio, input, testCall(person));
  if (outcome.is === "fault") return outcome.fault.code;
  const { data } = outcome as {
    readonly data?: { readonly error?: string; readonly results?: readonly { readonly error?: { readonly code: string } }[] };
  };
  return data?.error ?? data?.results?.[0]?.error?.code ?? `no error: ${JSON.stringify(data).slice(0, 200)}`;
}

function outside(): string[] {
  return ["out", "root-evil"].flatMap((folder) =>
    readdirSync(join(top, folder)).map((name) => `${name}: ${readFileSync(join(top, folder, name), "utf8")}`),
  );
}

describe("every command that takes a path", () => {
  test("is held to the roots, alone and in a batch, and nothing outside is touched", async () => {
    const { song } = studio.open;
    let tried = 0;
    for (const { id, param } of withPaths) {
      for (const [name, path] of Object.entries(escapes)) {
        const params = paramsOf(id, param, path);
        expect(await codeOf("execute", { command: id, params }), `${id}, ${name}`).toBe("path_refused");
        expect(await codeOf("batch", { calls: [{ command: id, params }] }), `${id} in a batch, ${name}`).toBe("path_refused");
        tried += 2;
      }
    }
    expect(withPaths.length).toBeGreaterThan(15);
    expect(tried).toBe(withPaths.length * Object.keys(escapes).length * 2);
    expect(outside()).toEqual(["x.wav: outside", "x.wav: outside"]);
    expect(readdirSync(join(top, "root")).toSorted()).toEqual(["in", "leak", "leak.wav", "leak.wav.studio"]);
    expect(studio.open.song).toBe(song);
  }, 60_000);

  test("so is every tool that takes one itself", async () => {
    const tools = headlessTools.filter(({ input }) => "path" in input.properties || "template" in input.properties);
    let tried = 0;
    for (const { name, input } of tools) {
      for (const [way, path] of Object.entries(escapes)) {
        const param = "path" in input.properties ? "path" : "template";
        const asked = { [param]: path.replace("$TOP", top), ...("discard" in input.properties ? { discard: true } : {}) };
        expect(await codeOf(name, asked), `${name}, ${way}`).toBe("path_refused");
        tried += 1;
      }
    }
    expect(tools.map(({ name }) => name).toSorted()).toEqual(["bounce_mix", "import_audio", "new_session", "open_session", "save_session"]);
    expect(tried).toBe(tools.length * Object.keys(escapes).length);
    expect(outside()).toEqual(["x.wav: outside", "x.wav: outside"]);
  }, 60_000);

  test("says what a place is that cannot be written to, and what a session without a path needs", async () => {
    const said = async (name: string, input: object): Promise<unknown> => {
      const tool = headlessTools.find((each) => each.name === name);
      if (tool === undefined) throw new Error(`There is no tool ${name}`);
      const outcome = await runStudioTool(tool, studio, input, testCall(person));
      return outcome.is === "fault" ? `${outcome.fault.message}. ${outcome.fault.hint}` : outcome;
    };
    for (const replace of [false, true])
      expect(await said("bounce_mix", { path: "in", replace })).toMatch(/"in": it is a folder, and must be a file\. Name a file in it/);
    expect(await said("save_session", {})).toBe("The session has no path yet. Call save_session with path: a folder that ends in .studio");
  });

  test("says with one root alone that the other access is not there", async () => {
    for (const as of ["read", "write"] as const) {
      const root = join(top, "root");
      studio = nodeStudio({ [as]: root, base: root, ffmpeg: undefined, now: () => 5 });
      fill(studio);
      const others = withPaths.filter((each) => each.as !== as);
      for (const { id, param } of others) {
        const params = paramsOf(id, param, "in/x.wav");
        expect(await codeOf("execute", { command: id, params }), id).toBe("path_refused");
      }
      expect(others.length).toBeGreaterThan(5);
    }
    expect(readdirSync(join(top, "root/in"))).toEqual([]);
  }, 60_000);
});
