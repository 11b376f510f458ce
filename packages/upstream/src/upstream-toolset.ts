import {
  type AnyTool,
  type Client,
  type Completed,
  Ender,
  type Ending,
  Fault,
  type Json,
  type OpenContext,
  type OpenToolset,
  type Passthrough,
  type Prompt,
  type Resource,
  type ResourceTemplate,
  type Run,
  type Toolset,
  applyCeilings,
  safeText,
} from "@jackfield/contract";
import type { Pieces } from "@jackfield/mcp";
import { nameForms } from "@jackfield/wire";
import { setTimeout as pause } from "node:timers/promises";
import { type UpstreamLimits, upstreamCeilings } from "./ceilings.ts";
import type { ServerCommand } from "./child.ts";
import { callersFault } from "./callers-fault.ts";
import type { Connect } from "./channel.ts";
import { type Ear, RunEar } from "./ear.ts";
import { foreignPrompt, foreignResource, foreignTemplate } from "./foreign-content.ts";
import { foreignTool } from "./foreign-tool.ts";
import { type ServerAddress, httpConnect } from "./http-channel.ts";
import { isObject } from "./incoming.ts";
import { introduction } from "./introduction.ts";
import { type ListName, readList } from "./lists.ts";
import { NotRun } from "./not-run.ts";
import { PassedOn } from "./passed-on.ts";
import { Pace } from "./pace.ts";
import type { Peer } from "./peer.ts";
import { Pool, type PoolEvents } from "./pool.ts";
import type { Asked } from "./request-message.ts";
import type { TreeKeeper } from "./tree-keeper.ts";
import { stdioConnect } from "./stdio-channel.ts";

/** What became of a server, for whoever shows it. */
export type UpstreamEvent =
  | { readonly is: "opened"; readonly server: string; readonly version: string; readonly revision: string; readonly tools: number }
  | { readonly is: "ended"; readonly why: string; readonly lastWords: string }
  /** Something that is not served, or was no message. */
  | { readonly is: "strange"; readonly why: string };

export interface UpstreamOptions {
  /** A process of ours, or an address. */
  readonly server: ServerCommand | ServerAddress;
  readonly keeper: TreeKeeper;
  /** Stands before the names of its tools and prompts. Default: nothing. */
  readonly prefix?: string;
  /** Ask before every call: only what the person named is left to the server's own hints. */
  readonly confirm?: (tool: string) => boolean;
  /**
   * Let clients name roots. Default: no. A server takes them for the folders it may work in: whoever reaches it from far away must not choose those.
   */
  readonly roots?: boolean;
  /**
   * Tell a server without sessions the name of the client behind each call, instead of ours. Default: no. For what is our own at the other end, and
   * signs what clients do with their names.
   */
  readonly signs?: boolean;
  /** Milliseconds without progress that a call may take. Default 120,000. */
  readonly callMs?: number;
  readonly limits?: Partial<UpstreamLimits>;
  onEvent?(event: UpstreamEvent): void;
}

interface Offer {
  readonly tools: readonly AnyTool[];
  readonly resources: readonly Resource[];
  readonly templates: readonly ResourceTemplate[];
  readonly prompts: readonly Prompt[];
}

/**
 * Any MCP server as a toolset: a process on pipes or an address, of any revision. Results go through as the bytes they came in; what differs between the two
 * sides' revisions is turned. Throws Fault `config` where it cannot be started, with what it wrote to stderr.
 */
export async function openUpstream(options: UpstreamOptions): Promise<Toolset> {
  const upstream = new Upstream(options);
  const peer = await upstream.start();
  return {
    ...introduction(peer.facts),
    open: (context) => upstream.open(context),
  };
}

class Upstream {
  readonly #options: UpstreamOptions;
  readonly #limits: UpstreamLimits;
  readonly #pool: Pool;
  readonly #strangePace: Pace;
  #context: OpenContext | undefined;
  #offer: Offer = { tools: [], resources: [], templates: [], prompts: [] };
  /** One reading of lists at a time, and not too often; what changed meanwhile is read after it. */
  #reading: Promise<void> | undefined;
  #again = false;
  #readAt = 0;
  readonly #closing = new AbortController();
  readonly #isProcess: boolean;
  #facts: Peer["facts"] | undefined;

  constructor(options: UpstreamOptions) {
    this.#options = options;
    this.#limits = applyCeilings(upstreamCeilings, options.limits).limits;
    this.#strangePace = new Pace(this.#limits.strangePerMinute);
    this.#isProcess = "command" in options.server;
    const events: PoolEvents = {
      changed: () => this.#changed(),
      updated: (uri) => this.#context?.changed({ kind: "updated", uri }),
      strange: (why) => this.#strange(why),
      opened: (peer) => this.#opened(peer),
      ended: (fault, lastWords) => this.#tell({ is: "ended", why: fault.message, lastWords }),
    };
    const sharing = this.#isProcess ? "process" : "address";
    this.#pool = new Pool(connectTo(options, this.#limits), sharing, this.#limits, events, options.signs ?? false);
  }

  /** Starts the server and reads what it offers. */
  async start(): Promise<Peer> {
    try {
      const peer = await this.#pool.first();
      await this.#read();
      return peer;
    } catch (thrown) {
      await this.#pool.close();
      throw thrown;
    }
  }

  async open(context: OpenContext): Promise<OpenToolset> {
    this.#context = context;
    const offer = (): Offer => this.#offer;
    const { capabilities } = (await this.#pool.first()).facts;
    const has = (name: string): boolean => isObject(capabilities[name]);
    return {
      get tools() {
        return offer().tools;
      },
      ...(has("resources")
        ? {
            resources: {
              get list() {
                return offer().resources;
              },
              get templates() {
                return offer().templates;
              },
              read: (uri: string, run: Run) => this.#readResource(uri, run),
            },
          }
        : {}),
      ...(has("prompts")
        ? {
            get prompts() {
              return offer().prompts;
            },
          }
        : {}),
      ...(has("completions") ? { complete: (ref, argument, context_) => this.#complete(ref, argument, context_) } : {}),
      watch: (uri, on) => void this.#watch(uri, on),
      [Symbol.asyncDispose]: () => {
        this.#closing.abort();
        return this.#pool.close();
      },
    };
  }

  #request(asked: Asked, run: Run): Promise<Passthrough> {
    const { hop } = run;
    const ear = new RunEar(run, this.#masked(run.client), hop?.mark ?? "");
    const ending = hop?.ending ?? endingOf(run.signal);
    return this.#send(asked, ear, ending).then(passedOn, (thrown: unknown) => {
      // The session was gone before the request reached a tool: there is a new one, and it runs once.
      if (!(thrown instanceof NotRun)) throw callersFault(thrown, this.#isProcess, run.client.can);
      return this.#send(asked, ear, ending).then(passedOn, (again: unknown) => {
        throw callersFault(again, this.#isProcess, run.client.can);
      });
    });
  }

  #send(asked: Asked, ear: Ear, ending: Ending): Promise<Pieces> {
    const { mark, client } = ear;
    const peer = this.#pool.ready(mark);
    return peer === undefined
      ? this.#pool.use(mark, client, (opened) => opened.request(asked, ear, ending))
      : peer.request(asked, ear, ending);
  }

  /** What the server is told that this client can be asked. */
  #masked(client: Client): Client {
    if (this.#options.roots === true || !client.can.roots) return client;
    return { ...client, can: { ...client.can, roots: false } };
  }

  /** Undefined: this server does not have it; another may. */
  async #readResource(uri: string, run: Run): Promise<Passthrough | undefined> {
    try {
      return await this.#request({ method: "resources/read", name: uri, params: { uri } }, run);
    } catch (thrown) {
      if (Fault.is(thrown) && thrown.code === "resource_unknown") return undefined;
      throw thrown;
    }
  }

  async #complete(
    ref: { readonly type: string; readonly name?: string; readonly uri?: string },
    argument: { readonly name: string; readonly value: string },
    context: Readonly<Record<string, string>>,
  ): Promise<Completed> {
    const peer = await this.#pool.first();
    const { prefix = "" } = this.#options;
    const own = ref.name === undefined ? { ...ref } : { ...ref, name: ref.name.slice(prefix.length) };
    const answer = await peer.own(
      {
        method: "completion/complete",
        params: { ref: own, argument, ...(Object.keys(context).length === 0 ? {} : { context: { arguments: context } }) },
      },
      this.#limits.listMs,
    );
    const { completion } = answer;
    const { values, total, hasMore } = isObject(completion) ? completion : {};
    return {
      values: Array.isArray(values) ? (values as Json[]).filter((value): value is string => typeof value === "string") : [],
      ...(typeof total === "number" ? { total } : {}),
      ...(typeof hasMore === "boolean" ? { hasMore } : {}),
    };
  }

  async #watch(uri: string, on: boolean): Promise<void> {
    try {
      await (await this.#pool.first()).watch(uri, on);
    } catch (thrown) {
      this.#strange(`it does not watch a resource: ${Fault.from(thrown).message}`);
    }
  }

  // --- what it offers ---

  /** Started anew: it may offer something else now. */
  #opened(peer: Peer): void {
    const isFirst = this.#facts === undefined;
    this.#facts = peer.facts;
    if (!isFirst) this.#changed();
  }

  #changed(): void {
    if (this.#reading !== undefined) {
      this.#again = true;
      return;
    }
    this.#reading = this.#readInTurn()
      .catch((thrown: unknown) => this.#strange(`its lists could not be read: ${Fault.from(thrown).message}`))
      .finally(() => {
        this.#reading = undefined;
        if (!this.#again || this.#closing.signal.aborted) return;
        this.#changed();
      });
  }

  async #readInTurn(): Promise<void> {
    const wait = this.#readAt + this.#limits.listPaceMs - Date.now();
    if (wait > 0) await pause(wait, undefined, { ref: false, signal: this.#closing.signal }).catch(() => undefined);
    // What changed until here is in what is read now.
    this.#again = false;
    if (!this.#closing.signal.aborted) await this.#read();
  }

  async #read(): Promise<void> {
    const peer = await this.#pool.first();
    this.#readAt = Date.now();
    const before = this.#offer;
    const tools = await readList(peer, "tools", this.#limits);
    this.#offer = {
      tools: this.#served(
        tools ?? [],
        (entry) => this.#tool(entry),
        ({ name }) => nameForms(name),
      ),
      resources: await this.#optional(peer, "resources", foreignResource, ({ uri }) => [uri], before.resources),
      templates: await this.#optional(peer, "templates", foreignTemplate, ({ uriTemplate }) => [uriTemplate], before.templates),
      prompts: await this.#optional(
        peer,
        "prompts",
        (entry) => this.#prompt(entry),
        ({ name }) => nameForms(name),
        before.prompts,
      ),
    };
    this.#tell({
      is: "opened",
      server: peer.facts.name,
      version: peer.facts.version,
      revision: peer.facts.revision,
      tools: this.#offer.tools.length,
    });
    if (differ(before.tools, this.#offer.tools)) this.#context?.changed({ kind: "tools" });
    if (differ(before.prompts, this.#offer.prompts)) this.#context?.changed({ kind: "prompts" });
    if (differ(before.resources, this.#offer.resources) || differ(before.templates, this.#offer.templates))
      this.#context?.changed({ kind: "resources" });
  }

  /** A list without which the rest is of use: where it cannot be read it stays as it was. */
  async #optional<T>(
    peer: Peer,
    list: ListName,
    read: (entry: Json) => T | string,
    forms: (item: T) => readonly string[],
    before: readonly T[],
  ): Promise<readonly T[]> {
    try {
      return this.#served((await readList(peer, list, this.#limits)) ?? [], read, forms);
    } catch (thrown) {
      if (peer.isOver) throw thrown;
      this.#strange(`its ${list} could not be read: ${Fault.from(thrown).message}`);
      return before;
    }
  }

  /** Those that can be served; the rest is said. `forms`: of two that share one, which people or models may take for one another, the first is served. */
  #served<T>(entries: readonly Json[], read: (entry: Json) => T | string, forms: (item: T) => readonly string[]): readonly T[] {
    const taken = new Set<string>();
    return entries.flatMap((entry) => {
      const item = read(entry);
      if (typeof item === "string") {
        this.#strange(`not served: ${item}`);
        return [];
      }
      const own = forms(item);
      if (own.some((form) => taken.has(form))) {
        this.#strange(`not served: "${safeText(own[0] ?? "", 64)}" can be taken for one before it`);
        return [];
      }
      for (const form of own) taken.add(form);
      return [item];
    });
  }

  #tool(entry: Json): AnyTool | string {
    const { prefix = "", confirm, callMs = defaultCallMs } = this.#options;
    const name = isObject(entry) && typeof entry["name"] === "string" ? entry["name"] : "";
    return foreignTool(entry, {
      prefix,
      textChars: this.#limits.textChars,
      timeoutMs: callMs,
      confirm: confirm?.(prefix + name) ?? false,
      call: (own, headers, run) =>
        this.#request({ method: "tools/call", name: own, headers, params: { name: own, arguments: run.hop?.raw ?? noArguments } }, run),
    });
  }

  #prompt(entry: Json): Prompt | string {
    return foreignPrompt(entry, this.#options.prefix ?? "", (name, given, run) =>
      this.#request({ method: "prompts/get", name, params: { name, arguments: { ...given } } }, run),
    );
  }

  #strange(why: string): void {
    const told = this.#strangePace.take(Date.now());
    if (told === undefined) return;
    this.#tell({ is: "strange", why: safeText(why, 300) + (told === 0 ? "" : ` (and ${told} things more before it)`) });
  }

  #tell(event: UpstreamEvent): void {
    this.#options.onEvent?.(event);
  }
}

function connectTo({ server, keeper }: UpstreamOptions, limits: UpstreamLimits): Connect {
  return "command" in server ? stdioConnect(server, keeper, limits) : httpConnect(server, limits);
}

function passedOn(pieces: Pieces): Passthrough {
  return new PassedOn(pieces);
}

/** For whoever has only a signal. */
function endingOf(signal: AbortSignal): Ending {
  const ender = new Ender();
  const end = (): void => ender.end(new Fault("cancelled"));
  if (signal.aborted) end();
  else signal.addEventListener("abort", end, { once: true });
  return ender;
}

function differ(a: readonly object[], b: readonly object[]): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}

const defaultCallMs = 120_000;
/** Who is not behind a host has no bytes of a caller. */
const noArguments = new TextEncoder().encode("{}");
