import type { Server } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { openFixtures } from "./fixture-run.ts";
import { fixtureServer2, tellChange } from "./fixture-server2.ts";

/** The fixtures on the official SDK 2.4, over stdio: in the era that its client opens with, or with sessions only (`sessions`). */
const make = (era: "legacy" | "modern"): Server => {
  const server: Server = fixtureServer2(
    era,
    openFixtures((kind, uri) => tellChange(server, kind, uri)),
  );
  return server;
};
if (process.argv[2] === "sessions") await make("legacy").connect(new StdioServerTransport());
else serveStdio(({ era }) => make(era) as never);
