import { randomBytes } from "node:crypto";
import { Fault, applyCeilings } from "@jackfield/contract";
import type { Link } from "../link.ts";
import type { Parts } from "../parts.ts";
import type { SessionStore } from "../session-store.ts";
import { type BusOptions, parseCredentials, wantsTls } from "./bus-options.ts";
import { Carrier } from "./carrier.ts";
import { type BusLimits, busCeilings } from "./ceilings.ts";
import { Homes } from "./homes.ts";
import { NatsLine, type TakeMessage } from "./nats-line.ts";
import { BusNames, BusSeal } from "./seal.ts";
import { serveCarried } from "./serve-carried.ts";

export interface BusStart {
  readonly parts: Parts;
  readonly store: SessionStore;
  readonly options: BusOptions;
  readonly sessionKey: Uint8Array;
  /** As `newProcessId` made it, and in every key that this process mints. */
  readonly process: string;
  readonly failed: (where: string, error: unknown) => void;
}

/** This process among the others of one relay. */
export class Bus {
  readonly process: string;
  readonly homes: Homes;
  readonly carrier: Carrier;
  readonly store: SessionStore;
  /** Milliseconds for which a process that ends takes what comes in. */
  readonly noticeMs: number;
  readonly #line: NatsLine;
  /** Ends what others send to this process. */
  #leave: () => void = () => undefined;

  private constructor({ parts, store, process, failed }: BusStart, limits: BusLimits, line: NatsLine, names: BusNames, seal: BusSeal) {
    this.process = process;
    this.store = store;
    this.#line = line;
    this.noticeMs = limits.busNoticeMs;
    const { wheel, tally, holders, held } = parts;
    this.carrier = new Carrier({
      limits,
      line,
      seal,
      names,
      process,
      tally,
      held,
      unreadBytes: parts.limits.unreadBytes,
      serve: (incoming, body) => serveCarried(parts, this, incoming, body),
      onHome: (message) => this.homes.take(message, ""),
      failed,
    });
    this.homes = new Homes({
      limits,
      line,
      seal,
      names,
      process,
      wheel,
      tally,
      holders,
      carrier: () => this.carrier,
      moved: (link, isFirst) => tellMoved(parts, link, isFirst),
    });
    wheel.every(limits.busProbeMs, () => this.carrier.probe());
    line.onChange = (isUp) => {
      parts.log.line(isUp ? "the bus is there again" : "the bus is gone: requests that other processes have fail");
      if (isUp) return this.homes.announceAll();
      this.homes.down();
      this.carrier.loseAll();
    };
  }

  /**
   * Joins. Rejects with Fault `config` when no NATS server lets us in, or when one never says that nobody listens: then somebody listens to
   * everything, and a link that nobody holds could not be told from one that is slow.
   */
  static async open(start: BusStart): Promise<Bus> {
    const { options, process, parts } = start;
    const names = new BusNames(start.sessionKey);
    const { limits } = applyCeilings(busCeilings, options.limits ?? {});
    const seal = new BusSeal(names, process, limits.busPeers);
    const joined: { bus?: Bus } = {};
    let heard: ((what: string) => void) | undefined;
    const nobodyAt = names.nobody(process, "");
    const take: TakeMessage = (subject, bytes, isNobody) => {
      const { bus } = joined;
      // Only NATS itself speaks there: whatever else comes is not looked at.
      if (subject.startsWith(nobodyAt)) {
        const what = subject.slice(nobodyAt.length);
        if (!isNobody) return;
        if (bus === undefined) return heard?.(what);
        return what.startsWith("w") ? bus.homes.nobody(Number(what.slice(1))) : bus.carrier.nobody(what);
      }
      if (bus === undefined || isNobody) return;
      const message = seal.open(subject, bytes);
      if (message === undefined) return parts.tally.add("bus_forged");
      try {
        if (subject === names.process(process)) bus.carrier.take(message);
        else bus.homes.take(message, subject);
      } catch (error) {
        start.failed("bus", error);
      }
    };
    const line = await connect(options, process, limits.busConnectMs, take);
    try {
      line.subscribe(`${nobodyAt}>`);
      const leave = line.subscribe(names.process(process));
      await checkSilence(line, [names.link(randomBytes(16).toString("base64url")), names.process(randomBytes(9).toString("base64url"))], {
        waitMs: limits.busConnectMs,
        nobodyAt,
        onHeard: (listener) => (heard = listener),
      });
      const bus = new Bus(start, limits, line, names, seal);
      bus.#leave = leave;
      return (joined.bus = bus);
    } catch (error) {
      await line.close();
      throw error;
    }
  }

  get isUp(): boolean {
    return this.#line.isUp;
  }

  /** The process that minted this key, or sealed this state. */
  minter(key: string): string {
    return key.slice(0, Math.max(0, key.indexOf(".")));
  }

  /** Leaves: what is under way fails. Twice does no harm. */
  async close(): Promise<void> {
    this.homes.leaveAll();
    // What is sent from now on is told that nobody listens; what came before is taken, and refused.
    this.#leave();
    if (this.isUp) await Promise.race([this.#line.flush(), new Promise((resolve) => setTimeout(resolve, flushMs).unref())]);
    this.carrier.loseAll();
    await this.#line.close();
  }
}

/** How long NATS may take for the last of it. */
const flushMs = 1_000;

async function connect(options: BusOptions, process: string, connectMs: number, take: TakeMessage): Promise<NatsLine> {
  try {
    return await NatsLine.open(
      {
        servers: options.servers,
        credentials: options.credentials === undefined ? undefined : parseCredentials(options.credentials),
        tls: wantsTls(options.servers) ? (options.ca === undefined ? {} : { ca: options.ca }) : undefined,
        connectMs,
        name: `jackfield-relay ${process}`,
      },
      take,
    );
  } catch (error) {
    const why = error instanceof Error && error.message !== "" ? error.message : "no answer";
    throw new Fault("config", `Cannot join the bus at ${options.servers.join(", ")}: ${why}`, {
      hint: "Start nats-server there, or correct --bus, --bus-credentials-file and --bus-ca-file",
      cause: error,
    });
  }
}

interface Silence {
  readonly waitMs: number;
  readonly nobodyAt: string;
  readonly onHeard: (listener: (what: string) => void) => void;
}

/** Sends to subjects that nobody can know: NATS must say that nobody listens. */
async function checkSilence(line: NatsLine, subjects: readonly string[], { waitMs, nobodyAt, onHeard }: Silence): Promise<void> {
  const missing = new Set(subjects.map((_subject, index) => `s${index}`));
  const all = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), waitMs);
    onHeard((what) => {
      missing.delete(what);
      if (missing.size > 0) return;
      clearTimeout(timer);
      resolve(true);
    });
  });
  for (const [index, subject] of subjects.entries()) line.publish(subject, new Uint8Array(0), `${nobodyAt}s${index}`);
  if (await all) return;
  throw new Fault("config", "Cannot use the bus: somebody on it listens to every subject, so it never says that nobody listens", {
    hint: 'End whatever subscribes to ">" or "jf.>" there (a monitor, `nats sub ">"`), or give the relay a NATS account of its own',
  });
}

/** Whoever listens here for changes of a link lists again, and is led to its home. */
function tellMoved({ core }: Parts, link: Link, isFirst: boolean): void {
  for (const kind of ["tools", "prompts", "resources"] as const) core.publish(link.token, { kind });
  // Nothing runs here where nobody was: clients listen anew, and do so at its home. Else what runs here may end.
  if (isFirst) core.endScope(link.token);
}
