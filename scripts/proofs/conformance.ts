import { httpDoor } from "@jackfield/doors";
import { conformanceToolset } from "../../test/fixtures/conformance/index.ts";
import { openHost } from "../../test/fixtures/open-host.ts";
import type { Proof } from "../proof.ts";
import { installSuite } from "./conformance/install.ts";
import { judge } from "./conformance/judge.ts";

export const proof: Proof = {
  name: "conformance",
  title: "The local HTTP door passes the official MCP conformance suite at every revision it tests",
  async run(out) {
    const suite = await installSuite(out);
    await using host = await openHost(conformanceToolset);
    await using door = await httpDoor(host, { port: 0, limits: { callsPerClient: 64 } });
    return await judge(suite, door.url, out);
  },
};
