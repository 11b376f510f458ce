import { randomBytes } from "node:crypto";
import { linkHolder } from "@jackfield/doors";
import { createHost, openToolsets } from "@jackfield/gate";
import { nodePorts } from "@jackfield/gate/node";
import { startRelay } from "@jackfield/relay";
import { TreeKeeper, openUpstream } from "@jackfield/upstream";
import { newSecret } from "@jackfield/wire";
import { raisedLimits } from "../src/targets.ts";

/**
 * `jackfield share` in front of a stdio server with a relay of its own, as the command composes it: relay and holder in one process. Caps are
 * raised through their own options. Arguments: the server's command.
 */
const [command = "", ...args] = process.argv.slice(2);
const relay = await startRelay({ port: 0, limits: raisedLimits });
const toolset = await openUpstream({ server: { command, args, env: process.env }, keeper: new TreeKeeper() });
const host = createHost(await openToolsets([toolset]), {
  ports: nodePorts,
  policy: { ask: "none" },
  limits: { callsPerMark: 64, callsPerScope: 256, calls: 4096 },
});
const holder = linkHolder(host, {
  relay: relay.url,
  secret: newSecret(randomBytes),
  limits: { calls: 256, callsPerClient: 256, posts: 32 },
});
holder.on((event) => {
  if (event.is === "state" && event.state === "open") process.stdout.write(`${JSON.stringify({ url: holder.url })}\n`);
});
process.once(
  "SIGTERM",
  () =>
    void holder
      .close()
      .then(() => Promise.all([host[Symbol.asyncDispose](), relay.close()]))
      .finally(() => process.exit(0)),
);
