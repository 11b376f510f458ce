import type { JsonObject } from "@jackfield/contract";
import { objectAt, textAt } from "./answer.ts";
import type { DoctorLimits } from "./ceilings.ts";
import { HttpClient } from "./http-client.ts";
import { type ListName, type Listing, readList } from "./listing.ts";
import { Skipped } from "./look.ts";
import { sessionRevisions, statelessRevision } from "./message.ts";
import { type Opened, type Peer, openSession, openStateless, openStdio } from "./peer.ts";
import { StdioClient } from "./stdio-client.ts";
import type { HttpTarget, NamedCall, StdioTarget, Target } from "./target.ts";

/** A tool that may be called, with arguments that it should take. */
export interface ChosenTool {
  readonly tool: JsonObject;
  readonly name: string;
  readonly arguments: JsonObject;
  /** The person named it. */
  readonly named: boolean;
}

/** What checks share: the server, and what was learned of it so far. */
export class Exam implements AsyncDisposable {
  readonly target: Target;
  readonly limits: DoctorLimits;
  readonly call: NamedCall | undefined;
  /** Ends the check that runs now. */
  signal: AbortSignal;
  #peer: Promise<Peer> | undefined;
  readonly #lists = new Map<ListName, Promise<Listing>>();
  #stateless: Promise<Opened> | undefined;
  readonly #processes = new Set<StdioClient>();
  #process: StdioClient | undefined;
  #waited = 0;
  /** The longest that a command took to answer initialize. Milliseconds. */
  #startMs = 0;

  readonly #onWait: () => void;

  constructor(
    target: Target,
    limits: DoctorLimits,
    call: NamedCall | undefined,
    signal: AbortSignal,
    onWait: () => void = () => undefined,
  ) {
    this.target = target;
    this.limits = limits;
    this.call = call;
    this.signal = signal;
    this.#onWait = onWait;
  }

  /** A client for the check that runs now. Throws Skipped for a server that has no address. */
  get http(): HttpClient {
    if (this.target.is !== "http") throw new Skipped("it is for servers with an address");
    return new HttpClient(this.target, this.limits, () => this.signal, this.#pace);
  }

  /** 429s that were waited out. */
  get waited(): number {
    return this.#waited;
  }

  /** A new conversation in a revision with sessions; a process of its own where the server is a command. */
  async open(revision: string): Promise<Opened> {
    if (this.target.is === "http") return openSession(this.http, revision);
    return this.#openTimed(this.start(), revision);
  }

  /** A conversation without a session. Kept. */
  openStateless(): Promise<Opened> {
    if (this.#stateless !== undefined) return this.#stateless;
    const opening = this.#openStateless();
    this.#stateless = opening;
    // What was given up with one check is tried again with the next.
    opening.catch(() => (this.#stateless = undefined));
    return opening;
  }

  /** Starts the server's command once more. It ends with the examination, if not before. */
  start(): StdioClient {
    if (this.target.is !== "stdio") throw new Skipped("it is for servers that are commands");
    const client = new StdioClient(this.target, this.limits);
    this.#processes.add(client);
    void client.ended.then(() => this.#processes.delete(client));
    return client;
  }

  /**
   * The conversation that most checks use: the newest revision with sessions, or the one without. Throws Skipped where the server speaks none:
   * that is a finding of its own.
   */
  peer(): Promise<Peer> {
    if (this.#peer !== undefined) return this.#peer;
    const opening = this.#openPeer();
    this.#peer = opening;
    opening.catch(() => (this.#peer = undefined));
    return opening;
  }

  /** The process behind `peer`. */
  async process(): Promise<StdioClient> {
    await this.peer();
    if (this.#process === undefined) throw new Skipped("it is for servers that are commands");
    return this.#process;
  }

  /** Forgets the conversation: after a check that found something it may be spoiled. */
  async renew(): Promise<void> {
    const peer = this.#peer;
    this.#peer = undefined;
    this.#stateless = undefined;
    const process = this.#process;
    this.#process = undefined;
    await process?.close();
    const open = await peer?.catch(() => undefined); // it never opened
    await open?.[Symbol.asyncDispose]();
  }

  /** A list, read once. */
  async list(name: ListName): Promise<Listing> {
    const peer = await this.peer();
    const known = this.#lists.get(name);
    if (known !== undefined) return known;
    const reading = readList(peer, name, this.limits);
    this.#lists.set(name, reading);
    reading.catch(() => this.#lists.delete(name));
    return reading;
  }

  /** The tools, or Skipped where there are none to look at. */
  async tools(): Promise<readonly JsonObject[]> {
    const { items } = await this.list("tools");
    if (items.length === 0) throw new Skipped("the server lists no tools");
    return items;
  }

  /** The tool that the person named, or the first that says it only reads and needs no arguments. Throws Skipped where there is none. */
  async chosen(): Promise<ChosenTool> {
    const tools = await this.tools();
    const named = this.call;
    if (named !== undefined) {
      const tool = tools.find((each) => each["name"] === named.name);
      if (tool === undefined) throw new Skipped("the tool of --call is not in the list");
      return { tool, name: named.name, arguments: named.arguments as JsonObject, named: true };
    }
    const tool = tools.find(
      (each) => objectAt(each, "annotations")?.["readOnlyHint"] === true && needsNothing(objectAt(each, "inputSchema")),
    );
    const name = textAt(tool, "name");
    if (tool === undefined || name === undefined)
      throw new Skipped("no tool says that it only reads and needs no arguments: name one that may be called with --call");
    return { tool, name, arguments: {}, named: false };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.signal = AbortSignal.timeout(this.limits.quietMs);
    await this.renew().catch(() => undefined); // a session that cannot be ended any more
    await Promise.all([...this.#processes].map((each) => each.close()));
  }

  readonly #pace = (): boolean => {
    if (this.#waited >= this.limits.rateWaits) return false;
    this.#waited += 1;
    this.#onWait();
    return true;
  };

  async #openStateless(): Promise<Opened> {
    if (this.target.is === "http") return openStateless(this.http);
    // A server that is silent to what it does not know is told from one that starts slowly by how long it took before.
    const ms = Math.max(this.limits.requestMs, Math.min(this.limits.startMs, this.#startMs * 2));
    return openStdio(this.start(), statelessRevision, true, ms, () => this.signal);
  }

  async #openTimed(process: StdioClient, revision: string): Promise<Opened> {
    const started = performance.now();
    const opened = await openStdio(process, revision, false, this.limits.startMs, () => this.signal);
    this.#startMs = Math.max(this.#startMs, performance.now() - started);
    return opened;
  }

  async #openPeer(): Promise<Peer> {
    for (const revision of sessionRevisions) {
      const opened = await this.#openKept(revision);
      if (opened !== undefined) return opened;
    }
    const { peer } = await this.openStateless();
    if (peer !== undefined) return peer;
    throw new Skipped("no revision of MCP is answered");
  }

  async #openKept(revision: string): Promise<Peer | undefined> {
    if (this.target.is === "http") return (await openSession(this.http, revision)).peer;
    const process = this.start();
    const { peer } = await this.#openTimed(process, revision);
    if (peer === undefined) await process.close();
    else this.#process = process;
    return peer;
  }
}

/** An exam of a server with an address. */
export type HttpExam = Exam & { readonly target: HttpTarget };
/** An exam of a command. */
export type StdioExam = Exam & { readonly target: StdioTarget };

function needsNothing(schema: JsonObject | undefined): boolean {
  const required = schema?.["required"];
  return required === undefined || (Array.isArray(required) && required.length === 0);
}
