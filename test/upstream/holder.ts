import { open, naughty } from "./rig.ts";

/** Holds a server that ends at nothing but SIGKILL, says the process ids of it and its grandchild, and waits to be ended itself. */
const setting = await open(naughty("stubborn", process.argv[2] ?? ""));
process.stdout.write(`pids ${await setting.call("act")}\n`);
setInterval(() => undefined, 60_000);
