import { randomBytes } from "node:crypto";
import { linkHolder } from "@jackfield/doors";
import { startRelay } from "@jackfield/relay";
import { newSecret } from "@jackfield/wire";
import { conformanceToolset } from "../../test/fixtures/conformance/index.ts";
import { openHost } from "../../test/fixtures/open-host.ts";
import type { Proof } from "../proof.ts";
import { installSuite } from "./conformance/install.ts";
import { judge } from "./conformance/judge.ts";

export const proof: Proof = {
  name: "conformance-relay",
  title: "A server behind the relay passes the official MCP conformance suite at every revision it tests",
  async run(out) {
    const suite = await installSuite(out);
    await using host = await openHost(conformanceToolset);
    // The suite sends in seconds what an agent sends in an hour: rates are raised, nothing is skipped. The caps on calls are the default ones.
    await using relay = await startRelay({
      port: 0,
      limits: {
        mcpPerMinute: 100_000,
        mcpBurst: 10_000,
        requestsPerMinute: 100_000,
        holderPerMinute: 100_000,
      },
    });
    await using holder = linkHolder(host, { relay: relay.url, secret: newSecret(randomBytes) });
    await new Promise<void>((resolve) => {
      holder.on((event) => {
        if (event.is === "state") out.line(`holder: ${event.state}, ${event.why}`);
        if (event.is === "state" && event.state === "open") resolve();
      });
    });
    return await judge(suite, holder.url, out, { resumes: false });
  },
};
