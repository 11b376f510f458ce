import { resolve } from "node:path";
import { Fault, type ToolInfo, effects, safeText } from "@jackfield/contract";
import { type LinkEvent, type LinkHolder, linkHolder } from "@jackfield/doors";
import { reachProblems } from "@jackfield/tab/reach";
import { command, type World } from "../command.ts";
import { address as addressOption, list, port, text, toggle } from "../config.ts";
import { howToBePublic } from "../relay/how-to-be-public.ts";
import { localRates } from "../relay/local-rates.ts";
import { warnOfUnreachable } from "../relay/public-url.ts";
import { sayMoved, startOnFreePorts } from "../relay/start-relay.ts";
import { CallView } from "../servers/call-view.ts";
import type { Standing } from "../servers/foot-lines.ts";
import { namedServers } from "../servers/named-servers.ts";
import { openServers } from "../servers/open-servers.ts";
import { Present } from "../servers/present.ts";
import { serverOptions, time } from "../servers/server-options.ts";
import { watchedHost } from "../servers/watched-host.ts";
import { stopped } from "../stop.ts";
import { UsageError } from "../usage-error.ts";
import type { Voice } from "../voice.ts";
import { linkKeyIn, newLinkKey } from "./link-key.ts";
import { qrLines } from "./qr-lines.ts";
import { terminalApprover } from "./terminal-approver.ts";

/** `jackfield share`: any MCP server behind a link. */
export const share = command({
  name: "share",
  summary: "put any MCP server where AI clients can reach it: behind a link of a relay",
  about:
    "Starts an MCP server, or connects to one, and holds a link for it: an AI client that is given the connector URL calls its tools through the " +
    "relay, with no port open on this computer. What the server offers is shown, every call is listed as it runs, and Ctrl-C ends the link, the " +
    "server and everything that it started.",
  words: [{ name: "URL", about: "the address of an MCP endpoint (Streamable HTTP) that this computer can reach", needed: false }],
  rest: { name: "COMMAND…", about: "a server that speaks MCP on its standard streams: it is started here, and ended again" },
  options: {
    relay: addressOption("the relay to hold the link at; without it, one is started on this computer"),
    publicUrl: addressOption("https address at which a tunnel or proxy makes the relay that is started here public; not with --relay"),
    relayPort: port(8787, "port of the relay that is started here; a taken one means the next free one"),
    name: text("NAME", "what clients and people read; the server's own name otherwise"),
    keyFile: text("FILE", "keep the link's key in this file, so that the connector URL stays; made if it is not there"),
    expire: time("TIME", undefined, "end by itself after this time; the link's key is gone then, unless it is kept in a file"),
    ask: toggle(
      "ask at this terminal before a call of any tool that does not say it only reads, and those too unless they are named with --trust",
    ),
    trust: list("TOOL", "with --ask: believe what the server says of this tool"),
    ...serverOptions,
    noQr: toggle("do not draw the connector URL as a QR code"),
  },
  examples: [
    { line: "jackfield share -- npx -y @modelcontextprotocol/server-filesystem ~/notes", does: "a server for AI clients of this computer" },
    { line: "jackfield share --relay https://relay.example --read-only -- npx -y some-mcp-server", does: "for claude.ai, only what reads" },
    {
      line: "jackfield share --relay https://relay.example --ask --expire 8h http://localhost:3000/mcp",
      does: "one that listens here already, each call approved",
    },
    { line: "jackfield share --config ~/.mcp.json --deny files_delete", does: "every server of a file, but one tool" },
  ],
  notes:
    "Whoever has the connector URL can call: give it to one client only. What a server says of its tools is its own word; --allow and --deny are yours. " +
    "Tokens that a server wants stand in --header-file or --header-env, never on the command line. " +
    "A server that ends is started anew with the next call, and calls are told meanwhile.",
  async run(settings, [address], world) {
    const { voice, stop } = world;
    const { relay, publicUrl } = settings;
    if (relay !== undefined && publicUrl !== undefined)
      throw new UsageError(
        "Cannot use --public-url with --relay: the first is an address of the relay that is started here",
        "Leave one of them out",
      );
    const servers = await namedServers("share", address, settings, world);
    const secret = settings.keyFile === undefined ? newLinkKey() : await linkKeyIn(resolve(world.folder, settings.keyFile), voice);

    using asking =
      settings.ask && world.streams.isTerminal
        ? terminalApprover(world.streams.input, world.streams.error, () => world.screen.hold())
        : undefined;
    await using served = await openServers(
      servers,
      settings,
      {
        // At a terminal it is the person there who says yes; otherwise the client is asked, if it can be.
        policy: { ask: settings.ask ? "destructive" : "none", ...(asking === undefined ? {} : { elicitationCounts: [] }) },
        ...(asking === undefined ? {} : { approver: asking }),
        ...(settings.ask ? { confirm: (tool: string) => !settings.trust.includes(tool) } : {}),
      },
      voice,
    );

    if (relay === undefined) warnOfUnreachable(publicUrl, voice);
    const started =
      relay === undefined
        ? await startOnFreePorts({
            port: settings.relayPort,
            log: (line: string) => voice.note({ event: "log" }, line),
            ...(publicUrl === undefined ? { limits: localRates } : { publicUrl }),
          })
        : undefined;
    await using _relay = started?.relay;
    await sayMoved(started?.moved ?? [], voice);

    const present = new Present();
    let stands: Standing = { is: "waiting", text: "the link is being opened" };
    using calls = new CallView(world, () => (stands.is === "well" ? { is: "well", text: `link open · ${present.text()}` } : stands));
    const holder = linkHolder(
      watchedHost(served.host, (event) => calls.show(event), { progress: calls.showsProgress }),
      {
        // A relay of ours is reached here, whatever its public address is.
        relay: relay ?? `http://127.0.0.1:${new URL(started?.relay.url ?? "").port || settings.relayPort}`,
        secret,
        app: safeText(settings.name ?? served.host.info.title, 64),
      },
    );
    await using _holder = holder;
    const url = publicUrl === undefined ? holder.url : `${publicUrl}/s/${tokenIn(holder.url)}/mcp`;
    holder.on((event) => {
      sayLink(event, voice);
      if (event.is === "agent") present.changed(event.state, event.agent, event.sessions);
      if (event.is === "state") stands = standingOf(event);
      calls.touch();
    });
    await opened(holder, stop);
    if (holder.state === "refused")
      throw new Fault("config", "The relay does not take this link", {
        hint: "It says why above. --allow TOOL and --deny TOOL choose what is declared",
      });
    sayShared(url, served.tools, settings, world, started !== undefined);

    const expired = settings.expire === undefined ? undefined : endAfter(settings.expire, stop);
    await Promise.race([stopped(stop), ...(expired === undefined ? [] : [expired])]);
    calls.close();
    voice.say({ event: "stopping" }, stop.aborted ? "Ending the link" : "The time is over: ending the link");
    await holder.close();
    await served[Symbol.asyncDispose]();
    await started?.relay.close();
    voice.say({ event: "stopped" }, "Stopped");
    return 0;
  },
});

/** Until the link is held, or cannot be: then it goes on trying, and that is said. */
async function opened(holder: LinkHolder, stop: AbortSignal): Promise<void> {
  if (holder.state === "open") return;
  await new Promise<void>((resolve) => {
    const end = holder.on((event) => {
      if (event.is !== "state" || event.state === "connecting") return;
      end();
      resolve();
    });
    stop.addEventListener("abort", () => resolve(), { once: true });
  });
}

function endAfter(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(ms, 2_147_483_647));
    stop.addEventListener("abort", () => clearTimeout(timer), { once: true });
  });
}

function tokenIn(url: string): string {
  return new URL(url).pathname.split("/")[2] ?? "";
}

function sayShared(
  url: string,
  tools: readonly ToolInfo[],
  settings: { readonly noQr: boolean; readonly relay: string | undefined; readonly name: string | undefined },
  { voice, screen }: World,
  isLocal: boolean,
): void {
  const [problem] = reachProblems(url);
  const name = (settings.name ?? "shared").replaceAll(/[^A-Za-z0-9_-]+/g, "-");
  voice.say(
    { event: "sharing", url, tools: tools.map((tool) => tool.name), hostedClients: problem === undefined },
    "",
    ...toolLines(tools),
    "",
    `  Connector URL   ${url}`,
    "  Whoever has it can call these tools. Ctrl-C ends it.",
    "",
    "  Claude Code:",
    `    claude mcp add --transport http ${name} '${url}'`,
    ...(problem === undefined
      ? ["  claude.ai: Settings, Connectors, Add custom connector, and paste the URL"]
      : isLocal
        ? howToBePublic("share", url).map((line) => `  ${line}`)
        : [`  claude.ai and other hosted clients cannot call this relay. ${problem.message}`]),
    ...(settings.noQr || !screen.colours || problem !== undefined ? [] : ["", ...qrLines(url)]),
    "",
  );
}

function toolLines(tools: readonly ToolInfo[]): string[] {
  if (tools.length === 0) return ["  No tools may be used"];
  const widest = Math.min(40, Math.max(...tools.map(({ name }) => name.length)));
  const shown = tools
    .slice(0, 30)
    .map((tool) => `    ${tool.name.padEnd(widest)}  ${effects[tool.effect].readOnly ? "reads" : "may change something"}`);
  return [
    `  ${tools.length} ${tools.length === 1 ? "tool" : "tools"}; what each does is the server's own word:`,
    ...shown,
    ...(tools.length > shown.length ? [`    and ${tools.length - shown.length} more`] : []),
  ];
}

function sayLink(event: LinkEvent, voice: Voice): void {
  switch (event.is) {
    case "state":
      if (event.state === "open") return voice.note({ event: "link_open" }, "The link is open");
      if (event.state === "connecting" || event.state === "closed") return;
      return voice.warn({ event: `link_${event.state}`, why: event.why }, `The link is ${event.state}: ${event.why}`);
    case "agent":
      return voice.note(
        { event: `agent_${event.state}`, agent: event.agent, sessions: event.sessions },
        `${safeText(event.agent, 64)} ${event.state === "join" ? "came" : "left"}`,
      );
    case "notice":
      return voice.warn({ event: "notice", code: event.code }, safeText(event.message, 300));
    case "lost":
      return voice.warn({ event: "result_lost" }, event.why);
  }
}

function standingOf({ state, why }: Extract<LinkEvent, { is: "state" }>): Standing {
  switch (state) {
    case "open":
      return { is: "well", text: "" };
    case "connecting":
      return { is: "waiting", text: "the link is being opened" };
    case "waiting":
      return { is: "waiting", text: `the link is waiting: ${safeText(why, 200)}` };
    case "displaced":
    case "refused":
    case "closed":
      return { is: "ill", text: `the link is ${state}: ${safeText(why, 200)}` };
  }
}
