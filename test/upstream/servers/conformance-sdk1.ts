import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { openFixtures } from "./fixture-run.ts";
import { type FixtureServer1, fixtureServer1 } from "./fixture-server1.ts";

/** The fixtures on the official SDK 1.32, over stdio: revisions with sessions only. */
const one: FixtureServer1 = fixtureServer1(await openFixtures((kind, uri) => one.changed(kind, uri)));
await one.server.connect(new StdioServerTransport());
