import { type Effect, Fault, type OwnOutcome, defaultTextCeiling } from "@jackfield/contract";
import { cleanText } from "@jackfield/wire";
import type { Activity } from "./activity.ts";
import type { Approval } from "./approvals.ts";
import { linksPerPage, nameCharacters } from "./limits.ts";
import { slug } from "./client-lines.ts";
import type { PageOffer } from "./declaration.ts";
import { Desk, type DeskCall } from "./desk.ts";
import { Emitter } from "./emitter.ts";
import { Hub } from "./hub.ts";
import { Link } from "./link.ts";
import { newRecord } from "./link-record.ts";
import { type LinkStorage, LinkStore } from "./link-store.ts";
import { relayBase } from "./relay-address.ts";
import { RelayClient } from "./relay-client.ts";
import { type ReadyTool, type TabTool, readyTools } from "./tool.ts";

export interface LinksOptions extends PageOffer {
  /** The relay's address: https, or http on this computer. */
  readonly relay: string;
  readonly tools: readonly TabTool[];
  /** The first link's name. Default: "AI client". */
  readonly name?: string;
  /** Links are kept under this path. Default: the page's folder. An app whose address changes as it is used gives its root. */
  readonly path?: string;
  /** Where links are kept. Default: localStorage. */
  readonly storage?: LinkStorage;
  /** Milliseconds a new link lives. Default: until the person ends it. */
  readonly lifetimeMs?: number;
  /** Characters of text in one result. Default 150,000: what claude.ai takes. */
  readonly textCeiling?: number;
  /**
   * How the page talks to the relay. Default: an event stream and POSTs, which work everywhere. `webSocket` of `@jackfield/tab/socket` is the
   * other. All links of a page to one relay use the transport of the first.
   */
  readonly transport?: Transport;
}

/** Makes what talks to the relay at an address. */
export type Transport = (base: string) => RelayClient;

export interface LinksEvents {
  /** A link was added or removed. */
  list: readonly Link[];
  activity: readonly Activity[];
  approvals: readonly Approval[];
  /** The page offers other tools, or the person has seen them. */
  tools: undefined;
  /** Anything, of any link too: for whoever draws it all. */
  change: undefined;
}

/** A tool as the person sees it. */
export interface ToolView {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  /** New or changed since the person last looked: it does not run until they have. */
  readonly unseen: boolean;
}

/** What is not as it should be with some of the tools. */
export interface ToolsBut {
  /** Names of tools that must not run before the person has looked. */
  readonly unseen?: ReadonlySet<string>;
  /** Tools of the page that are not offered, each with why. */
  readonly withheld?: readonly Withheld[];
}

export interface Withheld {
  readonly name: string;
  readonly why: string;
}

/** The links of one page, which share its tools, its activity and its approvals. */
export class Links {
  readonly #events = new Emitter<LinksEvents>();
  readonly #page = new AbortController();
  readonly #store: LinkStore;
  readonly #hub: Hub;
  readonly #desk: Desk;
  readonly #options: LinksOptions;
  #withheld: readonly Withheld[] = [];
  #surfaces = 0;
  #onSeen: (() => void) | undefined;
  #list: readonly Link[];

  constructor(options: LinksOptions) {
    if (!/^[a-z0-9-]{1,64}$/.test(options.app))
      throw new Fault("config", `Cannot use the app id "${String(options.app).slice(0, 64)}": a-z, 0-9 and -, at most 64`);
    this.#options = options;
    const path = options.path ?? new URL(".", location.href).pathname;
    this.#store = new LinkStore(options.app, path, options.storage);
    this.#desk = new Desk({
      changed: (what) => this.#emit(what, what === "activity" ? this.activity : this.approvals),
    });
    this.#desk.showsApprovals = () => this.#surfaces > 0 || this.#events.heard("approvals");
    this.#desk.tools = readyTools(options.tools);
    this.#hub = hubAt(relayBase(options.relay), options.transport);
    const ids = this.#store.ids();
    this.#list = (ids.length === 0 ? ["main"] : ids).map((id) => this.#make(id, options.name ?? "AI client"));
    this.#listen();
    // A page that is only being prepared must not take the links from the one the person looks at. It becomes visible when it is shown.
    if (Reflect.get(document, "prerendering") !== true) this.#look();
  }

  get list(): readonly Link[] {
    return this.#list;
  }
  /** The first link. */
  get main(): Link {
    const [main] = this.#list;
    if (main === undefined) throw new Fault("internal");
    return main;
  }
  /** What people call the app. */
  get title(): string {
    return this.#options.title ?? this.#options.app;
  }
  get activity(): readonly Activity[] {
    return this.#desk.activity.entries;
  }
  get approvals(): readonly Approval[] {
    return this.#desk.approvals.open;
  }
  get tools(): readonly ToolView[] {
    return [...this.#desk.tools.values()].map(({ tool, unseen }) => ({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      effect: tool.effect,
      unseen,
    }));
  }
  /** Tools of the page that agents are not offered. */
  get withheld(): readonly Withheld[] {
    return this.#withheld;
  }
  /** The tools as they can be called, by name. */
  get ready(): ReadonlyMap<string, ReadyTool> {
    return this.#desk.tools;
  }
  get store(): LinkStore {
    return this.#store;
  }

  on<Name extends keyof LinksEvents>(name: Name, listener: (value: LinksEvents[Name]) => void): () => void {
    return this.#events.on(name, listener);
  }

  /** One more link, for one more AI client. Throws Fault `full` past eight. */
  add(name: string): Link {
    if (this.#list.length >= linksPerPage) throw new Fault("full", `A page has at most ${linksPerPage} links`);
    const taken = new Set(this.#list.map((link) => link.id));
    let id = slug(name);
    for (let n = 2; taken.has(id); n++) id = `${slug(name)}-${n}`;
    this.#store.write(id, newRecord(cleanText(name, nameCharacters)), false);
    const link = this.#make(id, name);
    this.#setList([...this.#list, link]);
    return link;
  }

  /** Ends a link and forgets it. The last one is only ended: a page always has one. */
  remove(link: Link): void {
    link.close();
    this.#store.remove(link.id);
    if (this.#list.length === 1) return link.stored();
    link.release();
    this.#setList(this.#list.filter((each) => each !== link));
  }

  /** Other tools from now on. Throws Fault `config` on a tool that is not fit; then everything stays as it was. */
  setTools(tools: readonly TabTool[], but: ToolsBut = {}): void {
    this.#desk.tools = readyTools(tools, but.unseen);
    this.#withheld = but.withheld ?? [];
    for (const link of this.#list) link.declareAgain();
    this.#emit("tools", undefined);
  }

  /** The person has read the list: what was new or changed may run. */
  see(): void {
    this.#onSeen?.();
  }

  /** What `see` does where tools can be unseen: the WebMCP bridge keeps what was seen. */
  onSeen(seen: () => void): void {
    this.#onSeen = seen;
  }

  /** Runs a call of an agent that is not behind a link, by the same rules. */
  call(call: DeskCall): Promise<OwnOutcome> {
    return this.#desk.call(call);
  }

  /** Something in the page shows approvals from now on. Returns what ends that. */
  showApprovals(): () => void {
    let shown = true;
    this.#surfaces++;
    return () => {
      if (shown) this.#surfaces--;
      shown = false;
    };
  }

  /** Tells watching clients of every link that a resource changed. */
  updated(uri: string): void {
    for (const link of this.#list) link.updated(uri);
  }

  /** Lets all links go without turning them off. Twice does no harm. */
  close(): void {
    this.#page.abort();
    for (const link of this.#list) link.release();
  }

  #make(id: string, name: string): Link {
    const link = new Link({
      id,
      name,
      page: this.#options,
      store: this.#store,
      desk: this.#desk,
      hub: this.#hub,
      textCeiling: this.#options.textCeiling ?? defaultTextCeiling,
      lifetimeMs: this.#options.lifetimeMs,
    });
    link.on("change", () => this.#events.emit("change", undefined));
    return link;
  }

  #setList(list: readonly Link[]): void {
    this.#list = list;
    this.#store.writeText("", list.map((link) => link.id).join(" "));
    this.#emit("list", list);
  }

  #look(): void {
    for (const link of this.#list) link.look();
  }

  #listen(): void {
    const { signal } = this.#page;
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#look(), { signal });
    // Other tabs of these links must not wait for this one; one that comes back from the browser's cache takes them up again.
    addEventListener("pagehide", () => this.#list.forEach((link) => link.release()), { signal });
    addEventListener("pageshow", (event) => event.persisted && this.#look(), { signal });
    addEventListener("online", () => this.#hub.hurry(), { signal });
    addEventListener("storage", (event) => this.#stored(event.key, event.newValue), { signal });
  }

  /** Another tab wrote: `null` when it cleared everything. */
  #stored(key: string | null, text: string | null): void {
    if (key === null || key === this.#store.key("")) {
      const ids = this.#store.ids();
      const kept = this.#list.filter((link) => ids.includes(link.id) || ids.length === 0);
      for (const link of this.#list) if (!kept.includes(link)) link.release();
      const known = new Set(kept.map((link) => link.id));
      this.#list = [...kept, ...ids.filter((id) => !known.has(id)).map((id) => this.#make(id, "AI client"))];
      this.#emit("list", this.#list);
    }
    for (const link of this.#list) if ((key === null || key === this.#store.key(link.id)) && !link.isOwn) link.stored(text);
  }

  #emit<Name extends keyof LinksEvents>(name: Name, value: LinksEvents[Name]): void {
    this.#events.emit(name, value);
    this.#events.emit("change", undefined);
  }
}

const hubs = new Map<string, Hub>();

/** All links of a page to one relay share one stream, however many sets of links the page made. A hub without links holds nothing. */
function hubAt(base: string, transport?: Transport): Hub {
  const hub = hubs.get(base) ?? new Hub(transport?.(base) ?? new RelayClient(base));
  hubs.set(base, hub);
  return hub;
}
