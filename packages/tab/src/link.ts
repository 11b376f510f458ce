import { Fault } from "@jackfield/contract";
import { type DownFrame, type HelloAnswer, cleanText } from "@jackfield/wire";
import { nameCharacters } from "./limits.ts";
import { type PageOffer, declarationOf } from "./declaration.ts";
import type { Controls } from "./controls.ts";
import type { Desk, Via } from "./desk.ts";
import { Emitter } from "./emitter.ts";
import type { Hub, Member, Phase } from "./hub.ts";
import { textOf } from "./json-value.ts";
import { newKeys } from "./keys.ts";
import { LinkCalls } from "./link-calls.ts";
import { type LinkRecord, newRecord, parseRecord } from "./link-record.ts";
import type { LinkStore } from "./link-store.ts";
import { turnedOff } from "./result-body.ts";
import { Presence } from "./presence.ts";
import type { QrCode } from "./qr.ts";

/** Where a link stands. `off`: the person has not turned it on. `expired`: its time is over and its secret destroyed; `renew` makes a new one. */
export type LinkState = Phase | { readonly is: "off" } | { readonly is: "expired" };

/** What the relay has to say to the person. */
export interface Notice {
  readonly code: string;
  readonly message: string;
  readonly at: number;
}

export interface LinkEvents {
  state: LinkState;
  controls: Controls;
  /** The URL or the name is another. */
  url: string | undefined;
  /** Who is connected changed. */
  agents: readonly string[];
  /** Clients that were given the old URL may keep the old tool list: the new URL has another `?v=`. */
  tools: { readonly from: string; readonly to: string };
  notice: Notice;
  /** A client began (`on`) or stopped watching a resource. */
  watch: { readonly uri: string; readonly on: boolean };
  /** Anything above: for whoever draws it all. */
  change: undefined;
}

export interface LinkOptions {
  readonly id: string;
  readonly name: string;
  readonly page: PageOffer;
  readonly store: LinkStore;
  readonly desk: Desk;
  readonly hub: Hub;
  /** Characters of text in one result. */
  readonly textCeiling: number;
  /** Milliseconds a new link lives; undefined: until the person ends it. */
  readonly lifetimeMs: number | undefined;
}

/** One link of a page to one AI client: its keys, what the person allows on it, and its place on the page's event stream. */
export class Link implements Via {
  readonly id: string;
  readonly #options: LinkOptions;
  readonly #events = new Emitter<LinkEvents>();
  readonly #presence = new Presence();
  #record: LinkRecord;
  #state: LinkState = { is: "off" };
  #member: Member | undefined;
  #calls: LinkCalls | undefined;
  #expiry: ReturnType<typeof setTimeout> | undefined;
  #notice: Notice | undefined;

  constructor(options: LinkOptions) {
    this.id = options.id;
    this.#options = options;
    this.#record = options.store.read(options.id, options.name);
    this.#watchExpiry();
  }

  get name(): string {
    return this.#record.name;
  }
  get state(): LinkState {
    return this.#state;
  }
  get controls(): Controls {
    return this.#record.controls;
  }
  /** Turned on by the person, and not ended since. */
  get isOn(): boolean {
    return this.#record.on;
  }
  /** This tab has a link of its own, beside the one that other tabs of the page share. */
  get isOwn(): boolean {
    return this.#options.store.isOwn(this.id);
  }
  /** False: the browser keeps nothing, and the link ends with this page. */
  get isKept(): boolean {
    return this.#options.store.keeps;
  }
  /** Names of the AI clients that were heard from in the last minutes. */
  get agents(): readonly string[] {
    return this.#presence.names;
  }
  /** What the relay said last. */
  get notice(): Notice | undefined {
    return this.#notice;
  }

  /** The connector URL: whoever has it can call this page's tools. `?v=` changes with the tool list, which hosted clients keep by URL. */
  get url(): string | undefined {
    const { keys, catalog } = this.#record;
    return keys === undefined ? undefined : `${this.#options.hub.client.base}/s/${keys.token}/mcp${catalog === "" ? "" : `?v=${catalog}`}`;
  }

  /** The tool list is newer than that of the URL that was last copied. */
  get hasNewerTools(): boolean {
    const { copied, catalog } = this.#record;
    return copied !== "" && catalog !== "" && copied !== catalog;
  }

  /** The URL as a QR code, made by code that is loaded only now. Undefined while there is no URL. */
  async qr(): Promise<QrCode | undefined> {
    const { url } = this;
    return url === undefined ? undefined : (await import("./qr.ts")).qrCode(url);
  }

  /** Calls the listener at each event of that name. Returns what ends it. */
  on<Name extends keyof LinkEvents>(name: Name, listener: (value: LinkEvents[Name]) => void): () => void {
    return this.#events.on(name, listener);
  }

  /** Turns the link on, and takes it to this tab. Rejects with Fault `config` where the page cannot make keys. */
  async open(): Promise<void> {
    this.#expireIfDue();
    const keys = this.#record.keys ?? (await newKeys());
    if (this.#record.keys === undefined) this.#save({ keys, controls: { ...this.controls, expiresAt: this.#ends() } });
    this.#save({ on: true });
    this.#connect();
  }

  /** Takes the link up again if the person left it on: at load, and whenever they look at the page. */
  look(): void {
    // A page that was frozen or put away heard nothing of what other tabs wrote.
    this.stored();
    if (this.#record.on && this.#record.keys !== undefined) this.#connect();
  }

  /** A fresh link: the old URL stops reaching the page at once. In a tab whose link another tab holds, one for this tab alone. */
  async renew(): Promise<void> {
    const keys = await newKeys();
    const own = this.isOwn || this.#state.is === "displaced";
    this.#disconnect();
    const controls = { ...this.controls, expiresAt: this.#ends() };
    this.#save({ ...newRecord(this.name), keys, controls, on: true }, own);
    this.#connect();
    this.#emit("url", this.url);
  }

  /** Turns the link off. It keeps its URL for the next time. */
  close(): void {
    this.#disconnect();
    this.#save({ on: false });
    this.#enter({ is: "off" });
  }

  /** Lets go of the link without turning it off: the page is going away. */
  release(): void {
    clearTimeout(this.#expiry);
    this.#disconnect(new Fault("cancelled"));
    this.#enter({ is: "off" });
  }

  /** Nothing runs until `resume`; agents are told why. Calls that run already go on. */
  pause(): void {
    this.set({ paused: true });
  }

  resume(): void {
    this.set({ paused: false });
  }

  /** Changes what the person allows. */
  set(change: Partial<Controls>): void {
    this.#save({ controls: { ...this.controls, ...change } });
    this.#watchExpiry();
    this.#emit("controls", this.controls);
  }

  rename(name: string): void {
    const clean = cleanText(name, nameCharacters).trim();
    if (clean === "" || clean === this.name) return;
    this.#save({ name: clean });
    this.#emit("url", this.url);
    if (this.#member !== undefined) this.#options.hub.greetAgain(this.#member);
  }

  /** The URL was handed on as it is now: from here on a changed tool list is news. */
  copied(): void {
    this.#save({ copied: this.#record.catalog });
    this.#emit("change", undefined);
  }

  /** The page offers other tools, resources or prompts: the relay is told. */
  declareAgain(): void {
    if (this.#member !== undefined) this.#options.hub.greetAgain(this.#member);
  }

  /** Tells watching clients that a resource changed. Nothing happens while the link is not connected. */
  updated(uri: string): void {
    const keys = this.#record.keys;
    if (keys === undefined || this.#state.is !== "ready") return;
    void this.#options.hub.client.frames(keys, [{ type: "notify", method: "notifications/resources/updated", params: { uri } }]);
  }

  /**
   * Another tab wrote this link's record. `text`: what it wrote. It may differ from what is read here: while a write of our own is on its way,
   * Chromium shows that one.
   */
  stored(text?: string | null): void {
    const { store } = this.#options;
    const before = this.#record;
    const now = store.read(this.id, before.name);
    this.#record = now;
    this.#watchExpiry();
    if (!now.on || now.keys === undefined) {
      if (before.on) {
        this.#disconnect();
        this.#enter({ is: now.keys === undefined ? "expired" : "off" });
      }
    } else if (now.keys.secret !== before.keys?.secret || !before.on) {
      this.#disconnect();
      this.#enter({ is: "displaced" });
    } else this.#marked(text === undefined ? now : parseRecord(text, before.name));
    this.#emit("controls", now.controls);
  }

  /** Another tab wrote down whose hello was the last, as far as it knows. */
  #marked({ holder, epoch }: LinkRecord): void {
    const { hub } = this.#options;
    if (this.#member === undefined || holder === hub.holder) return;
    const mine = hub.displace(this.#member, epoch);
    // Ours was the later: of two tabs that write at one moment, the wrong one may have been the last.
    if (mine > 0 && this.#state.is === "ready") this.#save({ holder: hub.holder, epoch: mine });
  }

  // --- the hub's side ---

  #connect(): void {
    const { keys } = this.#record;
    const { hub, desk, page, textCeiling } = this.#options;
    if (keys === undefined) return;
    if (this.#member === undefined) {
      const calls = new LinkCalls({ desk, via: this, offers: page, client: hub.client, keys, textCeiling });
      this.#calls = calls;
      this.#member = {
        keys,
        hello: () => ({ name: this.name, declare: declarationOf(page, desk.tools.values()) }),
        welcomed: (answer, isOurs) => this.#welcomed(answer, isOurs),
        frame: (frame) => this.#frame(frame, calls),
        phase: (phase) => this.#enter(phase),
        knownEpoch: () => {
          const { holder, epoch } = this.#options.store.read(this.id, this.name);
          return holder === hub.holder ? 0 : epoch;
        },
        lost: () => calls.abortAll(new Fault("cancelled", "The connection to the relay was lost")),
      };
    }
    hub.join(this.#member);
  }

  #disconnect(fault = turnedOff()): void {
    if (this.#member !== undefined) this.#options.hub.leave(this.#member);
    this.#calls?.abortAll(fault);
    this.#member = undefined;
    this.#calls = undefined;
    this.#presence.clear();
  }

  #welcomed(answer: HelloAnswer, isOurs: boolean): void {
    const { hub, store } = this.#options;
    this.#calls?.setMessageLimit(answer.limits.message);
    const { catalog: before, copied } = store.read(this.id, this.name);
    const mark = isOurs ? { holder: hub.holder, epoch: answer.epoch } : {};
    this.#save({ ...mark, catalog: answer.catalog });
    if (answer.catalog !== before) this.#emit("url", this.url);
    if (this.hasNewerTools && answer.catalog !== before) this.#emit("tools", { from: copied, to: answer.catalog });
  }

  #frame(frame: DownFrame, calls: LinkCalls): void {
    switch (frame.type) {
      case "request":
        this.#presence.heard(frame.agent.name);
        this.#emit("agents", this.agents);
        return calls.frame(frame);
      case "cancel":
      case "answer":
        return calls.frame(frame);
      case "ready":
      case "agent":
        this.#presence.frame(frame);
        return this.#emit("agents", this.agents);
      case "notify":
        if (frame.method !== "notifications/roots/list_changed")
          this.#emit("watch", { uri: textOf(frame.params["uri"]), on: frame.method === "resources/watch" });
        return;
      case "notice": {
        const notice = { code: frame.code, message: frame.message, at: Date.now() };
        this.#notice = notice;
        this.#emit("notice", notice);
        return;
      }
    }
  }

  #enter(state: LinkState): void {
    this.#state = state;
    if (state.is !== "ready") this.#presence.clear();
    this.#emit("state", state);
  }

  #emit<Name extends keyof LinkEvents>(name: Name, value: LinkEvents[Name]): void {
    this.#events.emit(name, value);
    if (name !== "change") this.#events.emit("change", undefined);
  }

  // --- what is kept ---

  /** Other tabs may have written meanwhile: only what changes here is put over what is stored. */
  #save(change: Partial<LinkRecord>, own?: boolean): void {
    const { store } = this.#options;
    this.#record = { ...store.read(this.id, this.name), ...change };
    store.write(this.id, this.#record, own);
  }

  #ends(): number | undefined {
    const { lifetimeMs } = this.#options;
    return lifetimeMs === undefined ? undefined : Date.now() + lifetimeMs;
  }

  /** Looks again at least once a minute: a timer set for days is late after the computer slept, and overflows past 24 days. */
  #watchExpiry(): void {
    clearTimeout(this.#expiry);
    this.#expireIfDue();
    const { expiresAt } = this.controls;
    if (expiresAt !== undefined)
      this.#expiry = setTimeout(() => this.#watchExpiry(), Math.min(Math.max(0, expiresAt - Date.now()), 60_000));
  }

  /** The relay knows nothing of the time: a link ends when its holder destroys the secret. */
  #expireIfDue(): void {
    const { expiresAt } = this.controls;
    if (expiresAt === undefined || Date.now() < expiresAt) return;
    this.#disconnect();
    this.#save({ ...newRecord(this.name), controls: { ...this.controls, expiresAt: undefined } });
    this.#enter({ is: "expired" });
    this.#emit("url", undefined);
  }
}
