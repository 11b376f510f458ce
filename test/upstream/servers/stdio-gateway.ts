import { stdioDoor } from "@jackfield/doors";
import { open } from "../rig.ts";

/** A server (`url` and its address, or `command` and its words) behind the gate and the stdio door. `revision`: what must be spoken with the server. */
const [revision = "", kind = "", first = "", ...args] = process.argv.slice(2);
const setting = await open(kind === "url" ? { url: new URL(first), headers: {} } : { command: first, args, env: process.env });
const spoken = setting.events.flatMap((event) => (event.is === "opened" ? [event.revision] : []))[0];
if (spoken !== revision) throw new Error(`The server was spoken to as ${String(spoken)}, not ${revision}`);
const door = stdioDoor(setting.host, { input: process.stdin, output: process.stdout });
await door.ended;
await setting[Symbol.asyncDispose]();
