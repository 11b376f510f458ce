import type { Loopback } from "@jackfield/doors";
import { reachProblems } from "@jackfield/tab/reach";
import type { Page } from "@jackfield/web";
import { address as addressOption, port, type Settings } from "../config.ts";
import { relayAt } from "../relay/health.ts";
import { howToBePublic } from "../relay/how-to-be-public.ts";
import { localRates } from "../relay/local-rates.ts";
import { warnOfUnreachable } from "../relay/public-url.ts";
import { sayMoved, startOnFreePorts, type Started } from "../relay/start-relay.ts";
import { stopped } from "../stop.ts";
import { UsageError } from "../usage-error.ts";
import type { Voice } from "../voice.ts";
import { builtPages } from "./built-pages.ts";
import { type PageServerOptions, type PageTaker, openPageServer } from "./page-server.ts";

/** A page with a relay beside it, as a command serves it. */
export interface Served {
  /** Of the command, for what it says. */
  readonly command: string;
  /** What a client's list calls the page. */
  readonly client: string;
  readonly pages: readonly Page[];
  /** Where the page's song is that of a space. */
  readonly space?: PageServerOptions["space"];
  /** What else runs while the page is served, and what the page may tell it. */
  readonly beside?: Beside;
}

/** Something that runs beside a page. */
export interface Beside {
  readonly taker: PageTaker;
  /** The page and the relay are there. Resolves to what ends it, and says what people should know. */
  open(pageOrigin: string, relay: string): Promise<Running>;
}

export interface Running extends AsyncDisposable {
  readonly words: readonly string[];
  /** The same for programs: what `--json` says of it. */
  readonly about: Readonly<Record<string, string | number | boolean>>;
  /** Resolves where it has ended by itself, and the page with it. */
  readonly ended: Promise<void> | undefined;
}

/** The settings of a command that serves a page with a relay. */
export const pageOptions = {
  pagePort: port(3279, "port of the page; a taken one means the next free one, and that is said"),
  relayPort: port(8787, "port of the relay, likewise"),
  publicUrl: addressOption("https address at which a tunnel or proxy makes this relay public, for claude.ai and other hosted clients"),
  relay: addressOption("use this relay instead of starting one; not with --public-url"),
};

/** What help says of them beyond their lines. */
export function pageNotes(command: string): string {
  return [
    ...howToBePublic(command, "http://localhost:8787"),
    `A relay that only this computer uses takes ${localRates.mcpPerMinute} requests a minute on a link, ${localRates.mcpBurst} at once; with --public-url it has the rates of jackfield relay.`,
  ].join("\n");
}

/** Serves pages, and a relay for them, until `stop`. Says where they are and what to do next. */
export async function servePage(served: Served, settings: Settings<typeof pageOptions>, voice: Voice, stop: AbortSignal): Promise<void> {
  const { pagePort, relayPort, publicUrl, relay } = settings;
  if (relay !== undefined && publicUrl !== undefined)
    throw new UsageError(
      "Cannot use --public-url with --relay: the first is an address of the relay that is started here, and the second starts none",
      "Leave one of them out",
    );
  const elsewhere = relay ?? publicUrl;
  // From the source the pages are bundled as they are now; a build has them, and needs no bundler.
  const assets = (await builtPages()) ?? (await (await import("./bundle.ts")).bundle(served.pages));
  if (relay === undefined) warnOfUnreachable(elsewhere, voice);
  else await warnOfSilence(relay, voice);
  const started = relay === undefined ? await startOnFreePorts(relayOptions(relayPort, publicUrl, voice)) : undefined;
  await using _relay = started?.relay;
  const address = elsewhere ?? started?.relay.url ?? "";
  await using page = await openPageServer({
    pages: served.pages,
    assets,
    relay: address,
    port: pagePort,
    ...(served.beside === undefined ? {} : { taker: served.beside.taker }),
    ...(served.space === undefined ? {} : { space: served.space }),
  });
  sayPageMoved(page, pagePort, voice);
  await sayMoved(started?.moved ?? [], voice);
  await using beside = await served.beside?.open(page.origin, address);
  sayReady(served, page, address, started, voice);
  if (beside !== undefined) voice.say({ event: "beside", ...beside.about }, ...beside.words);
  await Promise.race([stopped(stop), beside?.ended ?? stopped(stop)]);
  await beside?.[Symbol.asyncDispose]();
  await Promise.all([page.close(), started?.relay.close()]);
  voice.say({ event: "stopped" }, "Stopped");
}

function relayOptions(relayPort: number, publicUrl: string | undefined, voice: Voice) {
  return {
    port: relayPort,
    log: (line: string) => voice.note({ event: "log" }, line),
    ...(publicUrl === undefined ? { limits: localRates } : { publicUrl }),
  };
}

/** A relay that runs elsewhere may be down, or the address wrong: the page tries on, and the person knows where to look. */
async function warnOfSilence(relay: string, voice: Voice): Promise<void> {
  if ((await relayAt(relay)) !== undefined) return;
  voice.warn(
    { event: "relay_silent", relay },
    `No Jackfield relay answers at ${relay}: the page goes on trying. Is the address right, and does it run?`,
  );
}

function sayPageMoved(page: Loopback, pagePort: number, voice: Voice): void {
  if (!page.moved) return;
  voice.warn(
    { event: "port_taken", what: "page", port: pagePort, now: page.port },
    `Port ${pagePort} is taken: the page is on ${page.port}`,
  );
}

function sayReady({ command, client }: Served, page: Loopback, address: string, started: Started | undefined, voice: Voice): void {
  const [problem] = reachProblems(address);
  const line = `claude mcp add --transport http ${client} '${address}/s/TOKEN/mcp'`;
  voice.say(
    { event: "listening", page: `${page.origin}/`, relay: address, hostedClients: problem === undefined },
    "",
    `  1  Open     ${page.origin}/`,
    "  2  Turn on  Connect, in the page: it makes a link that only your page and your client know",
    "  3  Connect  your AI client. For Claude Code on this computer:",
    "",
    `       ${line}`,
    "",
    "     The panel's copy button gives you this line with your link's TOKEN in it.",
    "",
    ...(problem === undefined
      ? [`  claude.ai: Settings, Connectors, Add custom connector, and paste the link from the panel`]
      : started === undefined
        ? [`  claude.ai and the Claude apps cannot call this relay from Anthropic's cloud. ${problem.message}`]
        : howToBePublic(command, started.relay.url).map((each) => `  ${each}`)),
    "",
    "  Ctrl-C stops it",
  );
}
