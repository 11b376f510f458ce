import { httpDoor } from "@jackfield/doors";
import { openHost } from "../fixtures/open-host.ts";
import { readOptions, serveParent } from "./child.ts";
import { countedToolset } from "./toolset.ts";

const options = readOptions();
const counted = countedToolset();
const host = await openHost(counted.toolset);
const door = await httpDoor(host, {
  port: options.port ?? 0,
  limits: {
    ...(options.sessionIdleMs === undefined ? {} : { sessionIdleMs: options.sessionIdleMs }),
    ...(options.sessions === undefined ? {} : { sessions: options.sessions }),
    callsPerClient: 64,
  },
});

serveParent(door.url, {
  counts: () => door.counts(),
  runs: () => counted.runs(),
  lose: async () => {
    await host[Symbol.asyncDispose]();
    return null;
  },
});
