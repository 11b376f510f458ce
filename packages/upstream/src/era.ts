import { type Client, type ClientCan, Ender, type Ending, Fault, type Json, type JsonObject, safeText } from "@jackfield/contract";
import type { UpstreamLimits } from "./ceilings.ts";
import type { Channel } from "./channel.ts";
import { isObject } from "./incoming.ts";
import { Listening } from "./listening.ts";
import type { Asked } from "./request-message.ts";

/** What a server said of itself. Foreign text: cut and cleaned where it is shown. */
export interface ServerFacts {
  readonly name: string;
  readonly title: string | undefined;
  readonly version: string;
  readonly instructions: string | undefined;
  readonly capabilities: JsonObject;
  readonly revision: string;
}

/** What differs between the revisions once a server is known. */
export interface Era {
  readonly isStateless: boolean;
  /** The JSON of `params._meta` of a request made for this client. */
  meta(number: number, client: Client): string;
  watch(uri: string, on: boolean): Promise<void>;
  close(): void;
}

export interface Opening {
  readonly can: ClientCan;
  /** Say who a request is made for, not who passes it on: to servers of our own. */
  readonly signs: boolean;
  readonly limits: UpstreamLimits;
  readonly channel: Channel;
  /** A request of our own. `ms`: how long it may take; without, as long as it likes. */
  readonly request: (asked: Asked, options: OwnRequest) => Promise<JsonObject>;
  /** Something went wrong that only costs us news of the server. */
  readonly strange: (why: string) => void;
}

export interface OwnRequest {
  readonly ms?: number;
  /** The JSON of `params._meta`. */
  readonly meta?: (number: number) => string;
  readonly ending?: Ending;
}

/** Which of the two kinds a server is. It belongs to the server: once known it is not asked again. */
export type EraKind = "session" | "stateless";

/**
 * Finds out which era a server is of (MCP 2026-07-28, era selection): one that answers `server/discover` is stateless; any other answer, or none in time,
 * is a server with sessions. One that is slow to start answers late: then it may refuse the greeting of the other era, and its first answer counts.
 */
export async function openEra(opening: Opening, known: EraKind | undefined): Promise<{ readonly era: Era; readonly facts: ServerFacts }> {
  if (known === "session") return openSession(opening);
  const probe = new Ender();
  try {
    opening.channel.opened(statelessRevision, false);
    const answer = discover(opening, probe);
    const facts = await within(answer, opening.limits.probeMs);
    if (facts !== undefined) return { era: statelessEra(opening, facts), facts };
    return await openSession(opening).catch(async (thrown: unknown) => {
      const late = await within(answer, 0);
      if (late === undefined) throw thrown;
      opening.channel.opened(statelessRevision, false);
      return { era: statelessEra(opening, late), facts: late };
    });
  } finally {
    probe.end(new Fault("cancelled"));
  }
}

/** Undefined: it is not of the stateless era. Rejects where there is no server. */
async function discover(opening: Opening, ending: Ending): Promise<ServerFacts | undefined> {
  let answer: JsonObject;
  try {
    answer = await opening.request(
      { method: "server/discover", params: {} },
      { ms: opening.limits.startMs, meta: () => envelope(opening.can), ending },
    );
  } catch (thrown) {
    const { code } = Fault.from(thrown);
    // A process that is gone, or an address where nothing answers, has no era.
    if (code === "far_end_gone" || code === "config" || code === "closing") throw thrown;
    return undefined;
  }
  const versions = answer["supportedVersions"];
  if (!Array.isArray(versions) || !versions.includes(statelessRevision)) return undefined;
  const meta = answer["_meta"];
  return factsOf(isObject(meta) ? meta["io.modelcontextprotocol/serverInfo"] : undefined, answer, statelessRevision);
}

/** Undefined where it takes longer. What it rejects with later is not lost: whoever waits for the session hears of it. */
async function within<T>(promise: Promise<T | undefined>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  promise.catch(() => undefined);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function statelessEra(opening: Opening, { capabilities }: ServerFacts): Era {
  const listening = new Listening(
    (params, ending) => opening.request({ method: "subscriptions/listen", params }, { meta: () => envelope(opening.can), ending }),
    listFilter(capabilities),
    (why) => opening.strange(why),
  );
  return {
    isStateless: true,
    meta: (number, client) => `${(opening.signs ? signed(client) : envelope(client.can)).slice(0, -1)},"progressToken":${number}}`,
    watch: async (uri, on) => listening.watch(uri, on),
    close: () => listening.close(),
  };
}

/** Which lists the server says it tells changes of. */
function listFilter(capabilities: JsonObject): JsonObject {
  const tells = (name: string): boolean => {
    const capability = capabilities[name];
    return isObject(capability) && capability["listChanged"] === true;
  };
  return {
    ...(tells("tools") ? { toolsListChanged: true } : {}),
    ...(tells("resources") ? { resourcesListChanged: true } : {}),
    ...(tells("prompts") ? { promptsListChanged: true } : {}),
  };
}

async function openSession(opening: Opening): Promise<{ era: Era; facts: ServerFacts }> {
  const { can, limits, channel, request } = opening;
  channel.opened("", false);
  const params = { protocolVersion: sessionRevision, capabilities: capabilitiesOf(can), clientInfo: { ...ourInfo } };
  const answer = await request({ method: "initialize", params }, { ms: limits.startMs });
  const revision = answer["protocolVersion"];
  if (typeof revision !== "string")
    throw new Fault("upstream_error", "The server's answer to initialize names no protocolVersion", { hint: "It is not an MCP server" });
  channel.opened(revision, true);
  channel.say(['{"jsonrpc":"2.0","method":"notifications/initialized"}']);
  const era: Era = {
    isStateless: false,
    meta: (number) => `{"progressToken":${number}}`,
    watch: async (uri, on) => {
      await request({ method: on ? "resources/subscribe" : "resources/unsubscribe", params: { uri } }, { ms: limits.listMs });
    },
    close: () => undefined,
  };
  return { era, facts: factsOf(answer["serverInfo"], answer, revision) };
}

function factsOf(info: Json | undefined, answer: JsonObject, revision: string): ServerFacts {
  const { name, title, version } = isObject(info) ? info : {};
  const { instructions, capabilities } = answer;
  return {
    name: textOf(name, 64) ?? "server",
    title: textOf(title, 128),
    version: textOf(version, 64) ?? "0",
    instructions: typeof instructions === "string" && instructions !== "" ? instructions : undefined,
    capabilities: isObject(capabilities) ? capabilities : {},
    revision: safeText(revision, 32),
  };
}

function textOf(value: Json | undefined, most: number): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = safeText(value, most).trim();
  return text === "" ? undefined : text;
}

/** What every request to a stateless server says, as JSON: written once for each of the few kinds of client. */
function envelope(can: ClientCan): string {
  const kind = `${can.elicitForm}${can.elicitUrl}${can.sampling}${can.roots}`;
  let text = envelopes.get(kind);
  if (text === undefined) envelopes.set(kind, (text = envelopeFor(can, ourInfo)));
  return text;
}

/** The same in the name of the client behind it. */
function signed({ can, name, version }: Client): string {
  return envelopeFor(can, { name: safeText(name, 64), version: safeText(version, 64) });
}

function envelopeFor(can: ClientCan, clientInfo: { readonly name: string; readonly version: string }): string {
  return JSON.stringify({
    "io.modelcontextprotocol/protocolVersion": statelessRevision,
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": capabilitiesOf(can),
    "io.modelcontextprotocol/logLevel": "info",
  });
}

/** MCP ClientCapabilities: what the client at the other end can be asked, and no more. */
export function capabilitiesOf(can: ClientCan): JsonObject {
  const elicitation = { ...(can.elicitForm ? { form: {} } : {}), ...(can.elicitUrl ? { url: {} } : {}) };
  return {
    ...(can.elicitForm || can.elicitUrl ? { elicitation } : {}),
    ...(can.sampling ? { sampling: {} } : {}),
    ...(can.roots ? { roots: {} } : {}),
  };
}

const envelopes = new Map<string, string>();
const ourInfo = { name: "jackfield", version: "0.1.0" } as const;
/** The newest revision with sessions: a server that does not speak it names another. */
const sessionRevision = "2025-11-25";
export const statelessRevision = "2026-07-28";
