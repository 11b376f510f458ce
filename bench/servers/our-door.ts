import { httpDoor } from "@jackfield/doors";
import { echoHost } from "./our-host.ts";

/** Our local HTTP door with the echo tool in process. */
const door = await httpDoor(await echoHost(), {
  port: 0,
  limits: { callsPerClient: 256, calls: 4096, sockets: 8192, bodyBytes: 67_108_864 },
});
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${door.port}/mcp` })}\n`);
process.once("SIGTERM", () => void door.close().finally(() => process.exit(0)));
