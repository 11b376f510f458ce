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
    // The suite also tests answers that are taken up again after a hang-up: off by default, turned on here, with a hang-up soon enough to be seen.
    await using door = await httpDoor(host, { port: 0, limits: { callsPerClient: 64, resumeMs: 30_000, hangUpMs: 500 } });
    return await judge(suite, door.url, out, { resumes: true });
  },
};
