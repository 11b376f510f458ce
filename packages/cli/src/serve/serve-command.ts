import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { httpDoor, stdioDoor } from "@jackfield/doors";
import { command } from "../command.ts";
import { list, port, text, toggle } from "../config.ts";
import { readSecret } from "../relay/secret-file.ts";
import { CallView } from "../servers/call-view.ts";
import { namedServers } from "../servers/named-servers.ts";
import { openServers } from "../servers/open-servers.ts";
import { LateCallers } from "../servers/present.ts";
import { serverOptions } from "../servers/server-options.ts";
import { watchedHost } from "../servers/watched-host.ts";
import { stopped } from "../stop.ts";
import { UsageError } from "../usage-error.ts";
import { originProblem } from "../web-address.ts";

/** `jackfield serve`: an MCP server on another transport, on this computer, without a relay. */
export const serve = command({
  name: "serve",
  summary: "serve an MCP server of one transport on the other: stdio as HTTP, or HTTP as stdio",
  about:
    "Starts an MCP server that speaks on its standard streams and serves it as Streamable HTTP on this computer, to any number of clients of any " +
    "revision: one process for all of them where the server allows it; at a terminal its calls are shown. With --stdio " +
    "the other way round: for a client that only starts commands. Only this computer can reach it, with a token, and no web page can.",
  words: [{ name: "URL", about: "the address of an MCP endpoint (Streamable HTTP)", needed: false }],
  rest: { name: "COMMAND…", about: "a server that speaks MCP on its standard streams: it is started here, and ended again" },
  options: {
    port: port(3280, "port to listen on; a taken one means the next free one, and that is said"),
    stdio: toggle("serve on this program's own standard streams instead"),
    tokenFile: text("FILE", "the token that clients must send; without it, one is made for this run"),
    noToken: toggle("ask for no token: every program and user of this computer may call"),
    origin: list("ORIGIN", "let pages of this origin call", originProblem),
    ...serverOptions,
  },
  examples: [
    { line: "jackfield serve -- npx -y @modelcontextprotocol/server-filesystem ~/notes", does: "a stdio server as HTTP" },
    { line: "jackfield serve --no-token --port 8000 -- node server.js", does: "where nobody else uses this computer" },
    {
      line: "jackfield serve --stdio --header-env Authorization=TOKEN https://example.com/mcp",
      does: "an HTTP server for a client that only starts commands",
    },
  ],
  notes:
    "Clients send the token as Authorization: Bearer TOKEN. Ctrl-C ends it, with the server and everything that it started. " +
    "To be reached from elsewhere, use jackfield share.",
  async run(settings, [address], world) {
    const { voice, stop, streams } = world;
    if (settings.stdio && (settings.noToken || settings.tokenFile !== undefined || settings.origin.length > 0))
      throw new UsageError("--stdio takes no token and no origin: whoever started this program is its client", "Leave them out");
    if (settings.noToken && settings.tokenFile !== undefined)
      throw new UsageError("Cannot use --token-file with --no-token", "Leave one of them out");
    const servers = await namedServers("serve", address, settings, world);
    await using served = await openServers(servers, settings, { policy: { ask: "none" } }, voice);
    if (settings.stdio) {
      const door = stdioDoor(served.host, { input: streams.input, output: streams.output });
      await Promise.race([door.ended, stopped(stop)]);
      await door.close();
      return 0;
    }
    const token = settings.noToken
      ? undefined
      : settings.tokenFile === undefined
        ? randomBytes(24).toString("base64url")
        : Buffer.from(await readSecret(resolve(world.folder, settings.tokenFile), "token", 16, voice)).toString("utf8");
    const callers = new LateCallers();
    let standing = (): string => "";
    // Where nobody looks, a call costs nothing more.
    using calls = world.screen.isThere ? new CallView(world, () => ({ is: "well", text: standing() })) : undefined;
    const host =
      calls === undefined
        ? served.host
        : watchedHost(
            served.host,
            (event) => {
              if (event.is === "begun") callers.called(event.mark, event.client, performance.now());
              calls.show(event);
            },
            { progress: calls.showsProgress },
          );
    await using door = await httpDoor(host, {
      port: settings.port,
      origins: settings.origin,
      ...(token === undefined ? {} : { token }),
    });
    if (door.moved)
      voice.warn(
        { event: "port_taken", what: "server", port: settings.port, now: door.port },
        `Port ${settings.port} is taken: it is on ${door.port}`,
      );
    standing = () => {
      const { sessions } = door.counts();
      return `${door.url} · ${sessions} ${sessions === 1 ? "session" : "sessions"} · ${callers.text(performance.now())}`;
    };
    // A token that was made here is shown here, to whoever started this; one from a file is not.
    const shown = settings.tokenFile === undefined ? token : undefined;
    const header = token === undefined ? "" : ` --header 'Authorization: Bearer ${shown ?? "…"}'`;
    voice.say(
      { event: "listening", url: door.url, tools: served.tools.map(({ name }) => name), ...(shown === undefined ? {} : { token: shown }) },
      "",
      `  ${served.tools.length} ${served.tools.length === 1 ? "tool" : "tools"} at ${door.url}`,
      ...(shown === undefined ? [] : [`  Token           ${shown}`]),
      "",
      "  Claude Code:",
      `    claude mcp add --transport http served ${door.url}${header}`,
      "",
      "  Ctrl-C stops it",
    );
    await stopped(stop);
    calls?.close();
    await door.close();
    await served[Symbol.asyncDispose]();
    voice.say({ event: "stopped" }, "Stopped");
    return 0;
  },
});
