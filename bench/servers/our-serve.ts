import { httpDoor } from "@jackfield/doors";
import { createHost, openToolsets } from "@jackfield/gate";
import { nodePorts } from "@jackfield/gate/node";
import { TreeKeeper, openUpstream } from "@jackfield/upstream";

/** `jackfield serve` in front of a stdio server, as the command composes it, with its caps raised through their own options. Arguments: the server's command. */
const [command = "", ...args] = process.argv.slice(2);
const keeper = new TreeKeeper();
const toolset = await openUpstream({ server: { command, args, env: process.env }, keeper });
const host = createHost(await openToolsets([toolset]), {
  ports: nodePorts,
  policy: { ask: "none" },
  limits: { callsPerMark: 64, callsPerScope: 128, calls: 4096 },
});
const door = await httpDoor(host, {
  port: 0,
  limits: { callsPerClient: 256, calls: 4096, sockets: 8192, bodyBytes: 67_108_864 },
});
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${door.port}/mcp` })}\n`);
process.once("SIGTERM", () => void Promise.all([door.close(), host[Symbol.asyncDispose]()]).finally(() => process.exit(0)));
