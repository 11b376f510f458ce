import { fileURLToPath } from "node:url";
import { type HttpDoor, httpDoor } from "@jackfield/doors";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MatrixServer, matrixServers } from "./matrix-servers.ts";
import { RawClient } from "./mcp-raw.ts";
import { type Setting, open } from "./rig.ts";

const stateless = (...versions: readonly string[]): { command: string; args: string[]; env: typeof process.env } => ({
  command: process.execPath,
  args: [fileURLToPath(new URL("servers/stateless.mjs", import.meta.url)), ...versions],
  env: process.env,
});
const sessionRevisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] as const;

describe.each(["SDK 1.32, HTTP", "SDK 2.4 without, HTTP"])("a resource that is not there, of a server on the %s", (name) => {
  let server: MatrixServer | undefined;
  let setting: Setting;
  let door: HttpDoor;
  beforeAll(async () => {
    server = await matrixServers[name]?.start();
    const at = server?.at;
    if (at === undefined || !("url" in at)) throw new Error(`${name} has no address`);
    setting = await open({ ...at, headers: {} });
    door = await httpDoor(setting.host, { port: 0 });
  });
  afterAll(async () => {
    await door.close();
    await setting[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  test.each(sessionRevisions)("-32002 for a client of %s", async (revision) => {
    const answer = await new RawClient(door.url, revision).read("test://none");
    expect(answer).toMatchObject({ status: 200, error: { code: -32002, data: { uri: "test://none" } } });
  });

  test("-32602 for a client of 2026-07-28", async () => {
    const answer = await new RawClient(door.url, "2026-07-28").read("test://none");
    expect(answer).toMatchObject({ status: 200, error: { code: -32602, data: { uri: "test://none" } } });
  });
});

describe("the codes of 2026-07-28", () => {
  let setting: Setting;
  let door: HttpDoor;
  beforeAll(async () => {
    setting = await open(stateless("2026-07-28"));
    door = await httpDoor(setting.host, { port: 0 });
  });
  afterAll(async () => {
    await door.close();
    await setting[Symbol.asyncDispose]();
  });
  const revisions = [...sessionRevisions, "2026-07-28"] as const;

  test.each(revisions)("-32021 of a server reaches a client of %s, with what it must declare and no more", async (revision) => {
    const answer = await new RawClient(door.url, revision).call("lacks");
    expect(answer.error).toEqual({
      code: -32021,
      message: "It must be able to open addresses",
      data: { requiredCapabilities: { elicitation: { url: {} } } },
    });
    expect(answer.status).toBe(revision === "2026-07-28" ? 400 : 200);
  });

  test.each([
    [{}, { elicitation: { form: {} } }],
    [{ elicitation: { url: {} } }, { elicitation: { form: {} } }],
    [{ sampling: {} }, { elicitation: { form: {} } }],
  ])("-32021 for a client that can %j, where a server asks for more", async (can, requiredCapabilities) => {
    const answer = await new RawClient(door.url, "2026-07-28", can).call("state", { literal: '"x"', asks: true });
    expect(answer).toMatchObject({ status: 400, error: { code: -32021, data: { requiredCapabilities } } });
    expect((answer.error?.data as object | undefined) ?? {}).toEqual({ requiredCapabilities });
  });

  test("-32021 for roots: a client that has none hears of it, one whose roots are withheld hears that", async () => {
    const [without, withheld] = [{}, { roots: {} }].map((can) => new RawClient(door.url, "2026-07-28", can).call("wants_roots"));
    expect((await without)?.error).toMatchObject({ code: -32021, data: { requiredCapabilities: { roots: {} } } });
    expect((await withheld)?.error).toMatchObject({
      code: -32603,
      message: "The server wants the client's roots, which are kept from it. Whoever runs it can let clients name roots",
    });
  });

  test.each([{}, { elicitation: { form: {} } }, { elicitation: { url: {} }, sampling: {} }])(
    "a server is told that a client can %j, and of nothing else",
    async (can) => {
      const answer = await new RawClient(door.url, "2026-07-28", can).call("capabilities");
      expect(answer.result?.["content"]).toEqual([{ type: "text", text: JSON.stringify(can) }]);
    },
  );

  test.each(revisions)("-32022 of a server is about our hop: a client of %s does not take it for its own", async (revision) => {
    const answer = await new RawClient(door.url, revision).call("version");
    expect(answer).toMatchObject({
      status: 200,
      error: { code: -32603, data: { code: -32022 }, message: expect.stringMatching(/it speaks 2027-01-01/) as string },
    });
  });

  test("-32022 for a client of a revision that is not known here, with those that are", async () => {
    const answer = await new RawClient(door.url, "2027-01-01").call("capabilities");
    expect(answer).toMatchObject({ status: 400, error: { code: -32022, data: { supported: ["2026-07-28"], requested: "2027-01-01" } } });
  });

  test("a server of revisions that are not known here is not served, and its own are named", async () => {
    await expect(open(stateless("2027-01-01", "20\u202e28"))).rejects.toMatchObject({
      message: String.raw`The server does not speak the revisions of MCP that are known here: it speaks 2027-01-01, 20\u{202e}28`,
    });
  });
});
