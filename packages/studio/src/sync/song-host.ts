import { type Limits, applyCeilings } from "@jackfield/contract";
import type { Caller } from "../open-song/caller.ts";
import type { OpenSong } from "../open-song/open-song.ts";
import { Refusal } from "../open-song/refusal.ts";
import type { SongEvent } from "../open-song/song-event.ts";
import type { Change } from "../song/change.ts";
import type { Role } from "../song/op-row.ts";
import { type AskResult, runAsk } from "./ask.ts";
import { syncCeilings } from "./sync-ceilings.ts";
import { type FollowerMessage, type HostMessage, type SyncPort, syncEnds } from "./sync-messages.ts";

export type SyncLimits = Limits<typeof syncCeilings>;

export interface SongHostOptions {
  readonly open: OpenSong;
  /** Names this order of changes, and no other ever: a follower that knows another one gets the song anew. */
  readonly order: string;
  readonly limits?: Partial<SyncLimits>;
}

/** One follower at its host. */
export interface AttachedFollower {
  /** What came from it. Whatever is no message ends it. */
  receive(message: unknown): void;
  setRole(role: Role): void;
  /** It is not here any more, or may not be. Twice does no harm. */
  detach(code?: number): void;
}

/** What is remembered of a follower over its connections. */
interface Memory {
  last: number;
  readonly answers: Map<number, HostMessage>;
}

/**
 * The authority over a song for those who follow it from elsewhere: it alone orders changes, and tells everyone of each in that order. Who a
 * follower is and what it may do is said by whoever attaches it, never by the follower.
 */
export class SongHost {
  readonly open: OpenSong;
  readonly order: string;
  readonly #limits: SyncLimits;
  readonly #attached = new Set<Attached>();
  readonly #memories = new Map<string, Memory>();
  readonly #unfollow: () => void;
  #isOpen = true;

  constructor({ open, order, limits = {} }: SongHostOptions) {
    this.open = open;
    this.order = order;
    this.#limits = applyCeilings(syncCeilings, limits).limits;
    this.#unfollow = open.follow((event) => this.#tell(event));
  }

  get followers(): number {
    return this.#attached.size;
  }

  /** Lets somebody follow. With as many as may be, or after the end, its port is closed at once. */
  attach(port: SyncPort<HostMessage>, caller: Caller): AttachedFollower {
    const attached = new Attached(this, port, caller, this.#limits, (gone) => this.#attached.delete(gone));
    if (!this.#isOpen) attached.detach(syncEnds.closing);
    else if (this.#attached.size >= this.#limits.followers) attached.detach(syncEnds.full);
    else this.#attached.add(attached);
    return attached;
  }

  /** Lets go of everyone. The song stays open. Twice does no harm. */
  close(): void {
    this.#isOpen = false;
    this.#unfollow();
    for (const attached of [...this.#attached]) attached.detach(syncEnds.closing);
  }

  /** What is remembered of a follower; the one longest away makes way. Two people never share one, whatever they call themselves. */
  memoryOf(author: string, follower: string): Memory {
    const key = `${author}\n${follower}`;
    const memory = this.#memories.get(key) ?? { last: 0, answers: new Map<number, HostMessage>() };
    this.#memories.delete(key);
    this.#memories.set(key, memory);
    for (const old of this.#memories.keys()) {
      if (this.#memories.size <= this.#limits.rememberedFollowers) break;
      this.#memories.delete(old);
    }
    return memory;
  }

  #tell(event: SongEvent): void {
    for (const attached of [...this.#attached]) attached.tell(event);
  }
}

class Attached implements AttachedFollower {
  readonly #host: SongHost;
  readonly #port: SyncPort<HostMessage>;
  readonly #limits: SyncLimits;
  readonly #gone: (attached: Attached) => void;
  #caller: Caller;
  #memory: Memory | undefined;
  /** The ask that is being run: what it changes is marked with its number. */
  #asking: number | undefined;
  #isOpen = true;

  constructor(host: SongHost, port: SyncPort<HostMessage>, caller: Caller, limits: SyncLimits, gone: (attached: Attached) => void) {
    this.#host = host;
    this.#port = port;
    this.#caller = caller;
    this.#limits = limits;
    this.#gone = gone;
  }

  receive(message: unknown): void {
    if (!this.#isOpen) return;
    const parsed = parseFollowerMessage(message);
    if (parsed === undefined) return this.detach(syncEnds.unclear);
    if (parsed.is === "hello") return this.#greet(parsed);
    if (this.#memory === undefined) return this.detach(syncEnds.unclear);
    this.#answer(this.#memory, parsed);
  }

  setRole(role: Role): void {
    this.#caller = { ...this.#caller, role };
    if (this.#memory !== undefined) this.#send({ is: "role", role });
  }

  detach(code: number = syncEnds.removed): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#gone(this);
    this.#port.close(code);
  }

  tell(event: SongEvent): void {
    // Before its greeting it knows no song.
    if (this.#memory === undefined) return;
    switch (event.is) {
      case "song":
        return;
      case "change":
        return this.#sendChange(event.change, this.#asking);
      case "proposal":
        return this.#send({ is: "proposal", proposal: event.proposal });
      case "comment":
        return this.#send({ is: "comment", comment: event.comment });
      case "rule":
        return this.#send({ is: "rule", agents: event.agents });
    }
  }

  #greet({ follower, order, since }: FollowerMessage & { readonly is: "hello" }): void {
    const { open } = this.#host;
    const { author, role } = this.#caller;
    this.#memory = this.#host.memoryOf(author.id, follower);
    const common = { order: this.#host.order, review: open.review, you: author, role };
    const missed = order === this.#host.order && since !== undefined ? this.#since(since) : undefined;
    if (missed !== undefined) {
      this.#send({ is: "resumed", ...common });
      for (const change of missed) this.#sendChange(change);
      return;
    }
    const changes = open.changes.slice(-this.#limits.listedChanges);
    this.#send({
      is: "song",
      ...common,
      seq: open.changes.at(-1)?.seq ?? 0,
      song: open.song,
      changes: changes.map((change) => ({ ...change, ops: [], patches: [], inverse: [], missed: [] })),
      undone: changes.filter(({ seq }) => open.isUndone(seq)).map(({ seq }) => seq),
    });
  }

  /** What came after a change; undefined where that is too much, or not known whole any more. */
  #since(seq: number): readonly Change[] | undefined {
    const { changes } = this.#host.open;
    const last = changes.at(-1)?.seq ?? 0;
    const missed = last - seq;
    if (missed < 0 || missed > this.#limits.resumeChanges || missed > changes.length) return undefined;
    const list = missed === 0 ? [] : changes.slice(-missed);
    return list.some(({ settled }) => settled === true) ? undefined : list;
  }

  #answer(memory: Memory, { n, what, with: fields }: FollowerMessage & { readonly is: "ask" }): void {
    if (n <= memory.last) {
      // It has been done: the answer got lost with the connection. What it changed has been told with the other changes.
      return this.#send(memory.answers.get(n) ?? { is: "answer", n, result: { rev: this.#host.open.song.rev } });
    }
    memory.last = n;
    const answer = this.#run(n, what, fields);
    memory.answers.set(n, answer);
    memory.answers.delete(n - this.#limits.rememberedAnswers);
    this.#send(answer);
  }

  #run(n: number, what: string, fields: object): HostMessage {
    this.#asking = n;
    try {
      const result: AskResult = runAsk(this.#host.open, this.#caller, what, fields);
      return { is: "answer", n, result };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message, hint } = error;
      return { is: "refusal", n, code, message, ...(hint === undefined ? {} : { hint }) };
    } finally {
      this.#asking = undefined;
    }
  }

  /** A follower needs what a change did, not how to take it back: that is the host's to do. */
  #sendChange(change: Change, n?: number): void {
    this.#send({ is: "change", change: { ...change, ops: [], inverse: [] }, ...(n === undefined ? {} : { n }) });
  }

  #send(message: HostMessage): void {
    if (!this.#isOpen) return;
    if (this.#port.waiting > this.#limits.waitingBytes) return this.detach(syncEnds.slow);
    this.#port.send(message);
  }
}

function parseFollowerMessage(value: unknown): FollowerMessage | undefined {
  if (typeof value !== "object" || value === null || !("is" in value)) return undefined;
  const { is, follower, order, since, n, what, with: fields } = value as Readonly<Record<string, unknown>>;
  if (is === "hello") {
    const isHello =
      isName(follower) &&
      (order === undefined || isName(order)) &&
      (since === undefined || (Number.isSafeInteger(since) && (since as number) >= 0));
    return isHello ? (value as FollowerMessage) : undefined;
  }
  const isAsk =
    is === "ask" &&
    Number.isSafeInteger(n) &&
    (n as number) >= 1 &&
    typeof what === "string" &&
    typeof fields === "object" &&
    fields !== null;
  return isAsk ? (value as FollowerMessage) : undefined;
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value.length >= 1 && value.length <= 64;
}
