import fs from "node:fs";
import path from "node:path";
import type { PeerName } from "./install-peers.ts";
import type { TargetSpec } from "./target.ts";

/** All that serve one stdio server over HTTP, in the order in which they take turns. */
export const shareTargets = ["floor-proxy", "serve", "share", "supergateway", "mcp-proxy", "mcp-hub", "mcporter"] as const;
export type ShareTarget = (typeof shareTargets)[number];

export interface ShareFiles {
  readonly server: (name: string) => string;
  readonly peer: (name: PeerName, file: string) => string;
  /** For what peers read and write: removed when the run is over. */
  readonly folder: string;
}

/** How each is started in front of the same stdio server: with its own defaults and logs off, one process of the server for as many clients as it can. */
export function shareTarget(name: ShareTarget, { server, peer, folder }: ShareFiles): TargetSpec {
  const node = process.execPath;
  const child = [node, server("floor-stdio")];
  const proxy = (...command: readonly string[]): readonly string[] => [node, server("peer-proxy"), node, ...command];
  switch (name) {
    case "floor-proxy":
      return { name, start: [node, server("floor-proxy"), ...child] };
    case "serve":
      return { name, start: [node, server("our-serve"), ...child] };
    case "share":
      return { name, start: [node, server("our-share"), ...child] };
    case "supergateway":
      return {
        name,
        start: proxy(
          peer("supergateway", "dist/index.js"),
          ...["--stdio", child.join(" "), "--outputTransport", "streamableHttp", "--stateful", "--port", "PORT", "--logLevel", "none"],
        ),
      };
    case "mcp-proxy":
      return {
        name,
        start: proxy(
          peer("mcp-proxy", "dist/bin/mcp-proxy.mjs"),
          ...["--host", "127.0.0.1", "--port", "PORT", "--server", "stream", "--", ...child],
        ),
      };
    case "mcp-hub":
      return {
        name,
        start: proxy(peer("mcp-hub", "dist/cli.js"), "--port", "PORT", "--config", config(folder, "mcp-hub", child, {})),
        // It names tools after their server, and has only the older transport.
        tool: "far__echo",
        transport: "sse",
        env: { XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
      };
    case "mcporter":
      return {
        name,
        start: proxy(
          peer("mcporter", "dist/cli.js"),
          // Without keep-alive it would start the server for every call.
          ...["--config", config(folder, "mcporter", child, { lifecycle: "keep-alive" }), "serve", "--http", "PORT"],
        ),
        tool: "far__echo",
        leavesDaemons: true,
        env: { MCPORTER_DAEMON_DIR: folder },
      };
  }
}

function config(folder: string, name: string, [command = "", ...args]: readonly string[], more: object): string {
  const file = path.join(folder, `${name}.json`);
  fs.writeFileSync(file, JSON.stringify({ mcpServers: { far: { command, args, ...more } } }));
  return file;
}
