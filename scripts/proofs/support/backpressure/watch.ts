import { pause } from "../../../../bench/src/load.ts";
import { toolCalls } from "../../../../bench/src/messages.ts";
import { type LinkKeys, RawHolder, newLinkKeys } from "../../../../bench/src/raw-holder.ts";
import { Session, exchange } from "../../../../bench/src/session.ts";
import type { RelayProcess } from "../relay-process.ts";
import { declaration } from "../load/fill.ts";

/** What a relay held and how others fared while something was done to it. */
export interface Watched {
  /** The most bytes of answers that waited unread, by the relay's own gauge. */
  readonly unread: number;
  /** How much its resident memory grew at most. */
  readonly grew: number;
  /** Times it cut a peer off. */
  readonly cuts: number;
  /** Calls of a bystander on another link meanwhile, and its slowest one, ms. */
  readonly others: number;
  readonly slowest: number;
  /** Its slowest one before: in two quiet seconds, or beside the same load on peers that read. */
  readonly slowestQuiet: number;
}

/**
 * Does something to a relay while a bystander calls through another link, and looks at the relay 40 times a second. `before` is the same load
 * on peers that read: what a bystander feels of the load alone. Without it two quiet seconds are taken.
 */
export async function watch<Value>(
  relay: RelayProcess,
  work: () => Promise<Value>,
  before?: () => Promise<unknown>,
): Promise<Watched & { readonly value: Value }> {
  const bystander = await openBystander(relay);
  const slowestQuiet = await slowestBeside(bystander, before ?? (() => pause(quietMs)));
  const start = relay.resident;
  const cutsBefore = (await relay.counts()).of("stuck_total");
  let unread = 0;
  let most = start;
  let others = 0;
  let slowest = 0;
  let running = true;
  const looking = (async () => {
    while (running) {
      unread = Math.max(unread, (await relay.counts()).of("unread_bytes"));
      most = Math.max(most, relay.resident);
      await pause(25);
    }
  })();
  const calling = (async () => {
    while (running) {
      slowest = Math.max(slowest, await bystander.call());
      others += 1;
      await pause(20);
    }
  })();
  try {
    const value = await work();
    // What is felt just after counts too, and a cut may come at once.
    await pause(1000);
    running = false;
    await Promise.all([looking, calling]);
    const cuts = (await relay.counts()).of("stuck_total") - cutsBefore;
    return { value, unread, grew: most - start, cuts, others, slowest, slowestQuiet };
  } finally {
    running = false;
    await Promise.allSettled([looking, calling]);
    bystander.end();
  }
}

/** How long we look before we disturb, ms. */
const quietMs = 2000;

async function slowestBeside(bystander: Bystander, load: () => Promise<unknown>): Promise<number> {
  // The first ones compile.
  for (let each = 0; each < 10; each += 1) await bystander.call();
  let slowest = 0;
  let running = true;
  const calling = (async () => {
    while (running) {
      slowest = Math.max(slowest, await bystander.call());
      await pause(20);
    }
  })();
  await load();
  running = false;
  await calling;
  return slowest;
}

interface Bystander {
  /** One call; how long it took, ms. */
  readonly call: () => Promise<number>;
  readonly end: () => void;
}

async function openBystander(relay: RelayProcess): Promise<Bystander> {
  const holder = await echoHolder(relay).start();
  const session = await Session.open({ url: holder.mcpUrl, era: "sessions" }, "echo");
  const connection = session.connection();
  const body = toolCalls("echo", {});
  let id = 10;
  return {
    async call() {
      const mine = id++;
      const from = performance.now();
      const { at } = await exchange(connection, session.head("POST"), body(mine), mine);
      return at - from;
    },
    end() {
      connection.destroy();
      holder.destroy();
    },
  };
}

/** A holder that answers every call at once with so many characters of text. */
export function echoHolder(relay: RelayProcess, characters = 2, keys: LinkKeys = newLinkKeys()): RawHolder {
  const result = Buffer.from(JSON.stringify({ content: [{ type: "text", text: "x".repeat(characters) }] }));
  return new RawHolder({
    relay: relay.origin,
    keys,
    declare: declaration,
    onFrame: (frame, holder) => {
      if (frame["type"] === "request") void holder.result(String(frame["id"]), result).catch(() => undefined); // the caller may be cut meanwhile
    },
  });
}
