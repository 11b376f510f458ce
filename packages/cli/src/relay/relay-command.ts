import { resolve } from "node:path";
import { applyCeilings } from "@jackfield/contract";
import { type BusOptions, busProblem, relayCeilings, type RelayOptions } from "@jackfield/relay";
import { reachProblems } from "@jackfield/tab/reach";
import { amount } from "../amount.ts";
import { readCatalog } from "../catalog/catalog-file.ts";
import { command } from "../command.ts";
import { flagOf, type Settings } from "../config.ts";
import { stopped } from "../stop.ts";
import { UsageError } from "../usage-error.ts";
import type { Voice } from "../voice.ts";
import { warnOfUnreachable } from "./public-url.ts";
import { limitsOf, optionOfLimit, type placeOptions, relayOptions } from "./relay-options.ts";
import { readSecret } from "./secret-file.ts";
import { sayMoved, startOnFreePorts, type Started } from "./start-relay.ts";

/** `jackfield relay`: the public server. */
export const relay = command({
  name: "relay",
  summary: "run the relay that AI clients and pages meet at",
  about:
    "A small public server. An AI client calls the connector URL of a link; the relay hands the call to the page or process that holds the " +
    "link, and its answer back. It runs no tools, keeps no list of links and no payload, and logs counts only. Behind https on port 443 it " +
    "serves claude.ai and other hosted clients; on this machine it serves what runs here.",
  words: [],
  options: relayOptions,
  examples: [
    { line: "jackfield relay", does: "on http://127.0.0.1:8787, for pages and clients of this machine" },
    { line: "jackfield relay --catalog tools.json --app-origin https://app.example", does: "one app's own relay, with its fixed tools" },
    {
      line: "jackfield relay --host 0.0.0.0 --trust-proxy --origin-secret-file FILE --public-url https://relay.example",
      does: "behind a proxy that ends TLS",
    },
    {
      line: "jackfield relay --bus nats://127.0.0.1:4222 --session-key-file FILE",
      does: "one of several processes of a relay, behind one balancer: docs/bus.md",
    },
    { line: "JACKFIELD_MAX_MESSAGE=4MB jackfield relay", does: "a limit, from the environment" },
  ],
  notes:
    "Routes: /s/TOKEN/mcp for AI clients, /s/TOKEN/hello, events, result and frames for who holds the link, /health. " +
    "Ctrl-C or SIGTERM drains: calls under way may end, then everything closes; a second Ctrl-C ends it at once.\n" +
    "Limits count together: docs/limits.md lists them with what happens when each is hit.",
  async run(settings, _words, { voice, stop, folder }) {
    const options = await readOptions(settings, folder, voice);
    sayClamped(options, voice);
    warnOfUnreachable(options.publicUrl, voice);
    const started = await startOnFreePorts(options);
    await using running = started.relay;
    await sayMoved(started.moved, voice);
    sayStarted(started, options, voice);
    await stopped(stop);
    voice.say({ event: "draining" }, "Draining: calls under way may end");
    await running.close();
    voice.say({ event: "stopped" }, "Stopped");
    return 0;
  },
});

async function readOptions(
  settings: Settings<typeof placeOptions> & Readonly<Record<string, unknown>>,
  folder: string,
  voice: Voice,
): Promise<RelayOptions> {
  const { host, port, metricsPort, noMetrics, catalog, appOrigin, allowHost, trustProxy, originSecretFile, sessionKeyFile, agentRange } =
    settings;
  const { publicUrl, bus, busCredentialsFile, busCaFile } = settings;
  const path = (file: string): string => resolve(folder, file);
  const originSecret = originSecretFile === undefined ? undefined : await readSecret(path(originSecretFile), "origin secret", 16, voice);
  const sessionKey = sessionKeyFile === undefined ? undefined : await readSecret(path(sessionKeyFile), "session key", 32, voice);
  if (bus.length > 0 && sessionKey === undefined)
    throw new UsageError(
      "Cannot use --bus without --session-key-file: a session that one process began would be unknown to the others",
      "Make the key with: head -c 32 /dev/urandom | base64 > session.key && chmod 600 session.key; and give all of them the same",
    );
  const credentials =
    busCredentialsFile === undefined ? undefined : await readSecret(path(busCredentialsFile), "bus credentials", 1, voice);
  const ca = busCaFile === undefined ? undefined : await readSecret(path(busCaFile), "bus authority", 1, voice, { isPublic: true });
  const joins: BusOptions = {
    servers: bus,
    ...(credentials === undefined ? {} : { credentials: Buffer.from(credentials).toString("utf8") }),
    ...(ca === undefined ? {} : { ca: Buffer.from(ca).toString("utf8") }),
  };
  const problem = bus.length === 0 ? undefined : busProblem(joins);
  if (problem !== undefined) throw new UsageError(`Cannot use --bus: ${problem}`, "See docs/bus.md");
  return {
    host,
    port,
    trustProxy,
    appOrigins: appOrigin,
    limits: limitsOf(settings),
    log: (line) => voice.note({ event: "log" }, line),
    ...(noMetrics ? {} : { metricsPort }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(catalog === undefined ? {} : { catalog: await readCatalog(path(catalog)) }),
    ...(allowHost.length === 0 ? {} : { hosts: allowHost }),
    ...(originSecret === undefined ? {} : { originSecret: Buffer.from(originSecret).toString("latin1") }),
    ...(sessionKey === undefined ? {} : { sessionKey }),
    ...(bus.length === 0 ? {} : { bus: joins }),
    ...(agentRange.length === 0 ? {} : { agentRanges: agentRange }),
  };
}

function sayClamped(options: RelayOptions, voice: Voice): void {
  const { clamped } = applyCeilings(relayCeilings, options.limits ?? {});
  for (const name of clamped) {
    const { most, unit } = relayCeilings[name];
    voice.warn(
      { event: "limit_clamped", limit: name, most },
      `${flagOf(optionOfLimit(name))} is set to ${amount(most, unit)}, the most there is`,
    );
  }
}

function sayStarted({ relay: { url, metricsUrl } }: Started, options: RelayOptions, voice: Voice): void {
  const [problem] = reachProblems(options.publicUrl ?? url);
  voice.say(
    { event: "listening", url, metrics: metricsUrl ?? null, hostedClients: problem === undefined },
    `Relay      ${url}`,
    ...(metricsUrl === undefined ? [] : [`Metrics    ${metricsUrl}`]),
    ...(problem === undefined || options.publicUrl !== undefined
      ? []
      : [`Hosted AI clients such as claude.ai cannot reach it. ${problem.message}`]),
  );
}
