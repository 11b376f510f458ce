import type { Change, Client } from "@jackfield/contract";
import { describe, expect, test, vi } from "vitest";
import { runCommand } from "../commands/run-command.ts";
import { testStudio } from "../commands/test-studio.ts";
import { toolsAt } from "../tools/studio-tools.ts";
import { agentOf } from "./agent-of.ts";
import { toToolset } from "./studio-toolset.ts";

const client: Client = {
  name: "Test\u202E",
  version: "1",
  revision: "2025-11-25",
  can: { elicitForm: false, elicitUrl: false, sampling: false, roots: false },
};

async function opened() {
  const { studio, call } = testStudio();
  const heard: Change[] = [];
  const toolset = toToolset(studio, "headless", { version: "1" });
  return { studio, call, heard, toolset, open: await toolset.open({ changed: (change) => heard.push(change) }) };
}

describe("toToolset", () => {
  test("has the tools of its place, each with a schema that refuses what is none", async () => {
    const { open, toolset } = await opened();
    expect(open.tools.map(({ name }) => name)).toEqual(toolsAt("headless").map(({ name }) => name));
    expect(open.tools.find(({ name }) => name === "execute")?.input.parse({ command: 5 })).toEqual({
      ok: false,
      problem: "execute.command must be text",
    });
    expect(toolset.instructions).toContain("not confined");
  });

  test("gives the song, the commands and a track to read", async () => {
    const { studio, call, open } = await opened();
    await runCommand(studio, "track.add", { id: "t_one", name: "One" }, call);
    const read = async (uri: string) => (await open.resources?.read(uri, undefined as never)) as readonly { text: string }[] | undefined;
    expect(JSON.parse((await read("studio://session"))?.[0]?.text ?? "")).toEqual(JSON.parse(JSON.stringify(studio.open.song)));
    expect(JSON.parse((await read("studio://track/t_one"))?.[0]?.text ?? "")).toMatchObject({ id: "t_one", name: "One" });
    expect(await read("studio://track/__proto__")).toBeUndefined();
    expect(JSON.parse((await read("studio://commands"))?.[0]?.text ?? "").length).toBeGreaterThan(60);
  });

  test("says once what many changes changed, also after another song, and nothing when it is closed", async () => {
    const { studio, call, heard, open } = await opened();
    await runCommand(studio, "track.add", { id: "t_one", name: "One" }, call);
    open.watch?.("studio://track/t_one", true);
    for (let n = 0; n < 20; n++) await runCommand(studio, "mix.gain", { track: "One", gainDb: -n }, call);
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    expect(heard).toContainEqual({ kind: "updated", uri: "studio://session" });
    expect(heard).toContainEqual({ kind: "updated", uri: "studio://track/t_one" });
    await runCommand(studio, "session.new", { discard: true }, call);
    await vi.waitFor(() => expect(heard).toHaveLength(4));
    await runCommand(studio, "track.add", {}, call);
    await vi.waitFor(() => expect(heard).toHaveLength(5));
    await open[Symbol.asyncDispose]();
    await open[Symbol.asyncDispose]();
    await runCommand(studio, "track.add", {}, call);
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(heard).toHaveLength(5);
  });

  test("knows a client by what it calls itself, escaped, and as nothing more", () => {
    expect(agentOf(client)).toEqual({ author: { id: "agent:Test\\u{202e}", name: "Test\\u{202e}", kind: "agent" }, role: "owner" });
  });
});
