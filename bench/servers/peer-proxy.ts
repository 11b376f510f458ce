import { spawn } from "node:child_process";
import net from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** Starts a proxy of somebody else's on a free port, and says where it is once it listens. Arguments: its command, with PORT where the port goes. */
const free = net.createServer().listen(0, "127.0.0.1");
await new Promise((resolve) => free.once("listening", resolve));
const address = free.address();
const port = typeof address === "object" && address !== null ? address.port : 0;
await new Promise((resolve) => free.close(resolve));

const [command = "", ...args] = process.argv.slice(2).map((word) => word.replace("PORT", String(port)));
const child = spawn(command, args, { stdio: ["ignore", "ignore", "inherit"] });
child.once("exit", () => process.exit(1));
process.once("SIGTERM", () => {
  child.removeAllListeners("exit");
  child.kill();
  process.exit(0);
});
for (let tries = 0; tries < 600 && !(await listens()); tries++) await pause(50);
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}/mcp` })}\n`);

function listens(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.once("connect", () => (socket.destroy(), resolve(true)));
    socket.once("error", () => resolve(false));
  });
}
