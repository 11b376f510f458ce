import { Fault } from "@jackfield/contract";
import { expect, describe, test } from "vitest";
import { type Command, command } from "./command.ts";
import { limit, list, port, text, toggle } from "./config.ts";
import { run } from "./run.ts";

const dock = command({
  name: "dock",
  summary: "ties a boat",
  about: "Ties a boat to the quay.",
  words: [{ name: "BOAT", about: "its name", needed: true }],
  options: {
    port: port(8787, "where it listens"),
    host: text("HOST", "the address", "127.0.0.1"),
    appOrigin: list("ORIGIN", "who may call", (value) => (value.startsWith("http") ? undefined : "it must be an origin")),
    maxMessage: limit({ value: 1_048_576, most: 16_777_216, unit: "bytes", why: "one picture fits" }),
    trustProxy: toggle("believe X-Forwarded-For"),
  },
  examples: [{ line: "jackfield dock vasa", does: "tie the Vasa" }],
  async run(settings, words, { voice }) {
    await Promise.resolve();
    if (words[0] === "titanic") throw new Fault("config", "Cannot tie it", { hint: "Take another" });
    if (words[0] === "bug") throw new TypeError("left is not right");
    voice.say({ event: "tied", ...settings, words }, `tied ${words.join()}`);
    return 0;
  },
});
const wave = command({
  name: "wave",
  summary: "waves",
  about: "Waves.",
  words: [],
  options: {},
  examples: [],
  run: () => Promise.resolve(0),
});
const far = command({
  name: "dock far",
  summary: "ties a boat elsewhere",
  about: "Ties a boat elsewhere.",
  words: [{ name: "BOAT", about: "its name", needed: true }],
  options: {},
  examples: [],
  async run(_settings, words, { voice }) {
    await Promise.resolve();
    voice.say({ event: "far", words }, `far ${words.join()}`);
    return 0;
  },
});
const commands: readonly Command[] = [dock, wave, far];

async function type(line: string, environment: Record<string, string> = {}): Promise<{ code: number; out: string; error: string }> {
  let out = "";
  let error = "";
  const code = await run(commands, {
    args: line === "" ? [] : line.split(" "),
    environment,
    folder: "/",
    stop: new AbortController().signal,
    version: "1.2.3",
    out: (written) => void (out += written),
    error: (written) => void (error += written),
  });
  return { code, out, error };
}

async function settings(line: string, environment: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const { out, error, code } = await type(`${line} --json`, environment);
  expect([code, error]).toEqual([0, ""]);
  return JSON.parse(out) as Record<string, unknown>;
}

describe("run: settings", () => {
  test("begin with the defaults", async () => {
    expect(await settings("dock vasa")).toEqual({
      event: "tied",
      port: 8787,
      host: "127.0.0.1",
      appOrigin: [],
      trustProxy: false,
      words: ["vasa"],
    });
  });

  test("take the environment over the default, and the flag over the environment", async () => {
    const environment = {
      JACKFIELD_PORT: "1",
      JACKFIELD_HOST: "::",
      JACKFIELD_APP_ORIGIN: "http://a  http://b",
      JACKFIELD_TRUST_PROXY: "1",
    };
    expect(await settings("dock vasa --port 2", environment)).toMatchObject({
      port: 2,
      host: "::",
      appOrigin: ["http://a", "http://b"],
      trustProxy: true,
    });
    expect(await settings("dock vasa --app-origin=http://c --app-origin http://d", environment)).toMatchObject({
      appOrigin: ["http://c", "http://d"],
    });
    expect(await settings("dock vasa", { JACKFIELD_PORT: "" })).toMatchObject({ port: 8787 });
  });

  test("read sizes as people write them", async () => {
    expect(await settings("dock vasa --max-message 16MB")).toMatchObject({ maxMessage: 16_777_216 });
  });

  test("flags may stand before the command and between its words", async () => {
    expect(await settings("--port 5 dock vasa")).toMatchObject({ port: 5 });
  });

  test.each([
    ["dock vasa --port 70000", {}, 'Cannot use --port "70000": it must be a port, 0 to 65535'],
    ["dock vasa", { JACKFIELD_PORT: "x" }, 'Cannot use JACKFIELD_PORT "x": it must be a port, 0 to 65535'],
    ["dock vasa --app-origin ftp", {}, 'Cannot use --app-origin "ftp": it must be an origin'],
    ["dock vasa --max-message lots", {}, 'Cannot use --max-message "lots": it must be a size such as 512KB or 16MB'],
    ["dock vasa", { JACKFIELD_TRUST_PROXY: "maybe" }, 'Cannot use JACKFIELD_TRUST_PROXY "maybe": it must be 1 or 0'],
  ])("%s %j is refused by name with exit code 2", async (line, environment, message) => {
    const { code, error, out } = await type(line, environment);
    expect(code).toBe(2);
    expect(error).toContain(message);
    expect(out).toBe("");
  });

  test("a misspelt variable is said, with the nearest", async () => {
    const { code, error } = await type("dock vasa", { JACKFIELD_PROT: "1", JACKFIELD_PORT: "2" });
    expect(code).toBe(0);
    expect(error).toBe("JACKFIELD_PROT is not a setting and is ignored: did you mean JACKFIELD_PORT?\n");
  });
});

describe("run: command lines that are not understood end with 2 and say what to do", () => {
  test.each([
    ["dokc vasa", "Did you mean jackfield dock?"],
    ["frobnicate", "The commands are dock, wave, dock far, help"],
    ["help dokc", "Did you mean jackfield dock?"],
    ["dock vasa --prot 1", "Did you mean --port?\n  Usage: jackfield dock BOAT [options]\n"],
    ["dock vasa --frobnicate", "Run jackfield dock --help"],
    ["--hlep", "Did you mean --help?"],
    ["dock vasa -x", "jackfield dock has no flag -x"],
    ["dock", "jackfield dock needs BOAT: its name"],
    ["dock vasa wasa", 'jackfield dock does not take "wasa"'],
    ["dock vasa --port", "--port needs a value"],
    ["dock vasa --port --trust-proxy", "--port needs a value"],
    ["dock vasa --trust-proxy=1", "--trust-proxy takes no value"],
    ["--json=1", "--json takes no value"],
  ])("%s", async (line, said) => {
    const { code, error, out } = await type(line);
    expect(code).toBe(2);
    expect(error).toContain(said);
    expect(out).toBe("");
  });

  test("with --json the failure is JSON too", async () => {
    const { code, out, error } = await type("dokc --json");
    expect([code, error]).toEqual([2, ""]);
    expect(JSON.parse(out)).toMatchObject({ event: "failed", code: "config", hint: "Did you mean jackfield dock?" });
  });

  test("no command at all: the overview", async () => {
    const { code, out } = await type("");
    expect(code).toBe(2);
    expect(out).toContain("ties a boat");
  });
});

describe("run: help and version", () => {
  test.each(["--help", "-h", "help"])("%s lists every command with an example", async (line) => {
    const { code, out } = await type(line);
    expect(code).toBe(0);
    for (const piece of ["dock", "wave", "jackfield dock vasa", "tie the Vasa", "--json"]) expect(out).toContain(piece);
  });

  test.each(["dock --help", "help dock", "dock vasa -h"])("%s shows every option with default and reason", async (line) => {
    const { code, out } = await type(line);
    expect(code).toBe(0);
    for (const piece of [
      "--port PORT",
      "default 8787",
      "1 limits are options too: jackfield dock --help limits",
      "--trust-proxy",
      "several times",
      "BOAT",
    ])
      expect(out.replace(/\s+/g, " ")).toContain(piece);
    expect(out).not.toContain("--max-message");
    for (const each of out.split("\n")) expect(each.length).toBeLessThanOrEqual(100);
  });

  test.each(["dock --help limits", "help dock limits"])("%s shows the limits, with default, most and reason", async (line) => {
    const { code, out } = await type(line);
    expect(code).toBe(0);
    expect(out.replace(/\s+/g, " ")).toContain("--max-message SIZE 1 MB, at most 16 MB: one picture fits");
    expect(out).not.toContain("--port PORT");
  });

  test.each(["--version", "-v", "dock --version"])("%s", async (line) => {
    expect(await type(line)).toEqual({ code: 0, out: "jackfield 1.2.3\n", error: "" });
  });
});

describe("run: what goes wrong", () => {
  test("a fault is said with its next step", async () => {
    expect(await type("dock titanic")).toEqual({ code: 1, out: "", error: "jackfield: Cannot tie it\n  Take another\n" });
  });

  test("a bug ends with 1 and shows where it is", async () => {
    const { code, error } = await type("dock bug");
    expect(code).toBe(1);
    expect(error).toContain("TypeError: left is not right");
  });
});

test("run: a command's name may have two words, and the longer name goes first", async () => {
  expect(await type("dock far vasa")).toMatchObject({ code: 0, out: "far vasa\n" });
  expect(await type("dock farther")).toMatchObject({ code: 0, out: "tied farther\n" });
  expect((await type("help dock far")).out).toContain("Usage: jackfield dock far BOAT");
  expect((await type("dock far --help")).out).toContain("Usage: jackfield dock far BOAT");
  expect((await type("dock far")).error).toContain("jackfield dock far needs BOAT");
});
