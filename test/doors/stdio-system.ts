import { stdioDoor } from "@jackfield/doors";
import { conformanceToolset } from "../fixtures/conformance/index.ts";
import { openHost } from "../fixtures/open-host.ts";

const host = await openHost(conformanceToolset);
const door = stdioDoor(host, { input: process.stdin, output: process.stdout });
await door.ended;
await host[Symbol.asyncDispose]();
